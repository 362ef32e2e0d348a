import { describe, expect, it } from 'vitest';
import { requirements } from '../../model/index.ts';
import { allSteps, type History, historySchema, type Intervention, type Program } from '../../model/vocabulary.ts';
import { Itinerary } from '../../scenarios/execute/itinerary.ts';
import type { Moment } from '../../scenarios/execute/moment.ts';
import { nameOf } from '../../scenarios/plans/names.ts';
import { controlOf, plansFor } from '../../scenarios/plans.ts';
import { quick, scenarios } from '../../scenarios/programs.ts';
import { scripts } from '../../scenarios/scripts.ts';
import { needsWorkers, scriptedPlans } from '../../scenarios/selection.ts';
import { subjectOf } from '../model/history-builder.ts';

const at = (name: Intervention['at']['at'], deed: Intervention['do'], step?: string): Intervention => ({
  at: { at: name, nth: 1, ...(step === undefined ? {} : { step }) },
  do: deed,
});

const scenarioOf = (id: string) => {
  const found = scenarios.find(({ program }) => program.id === id);
  if (found === undefined) throw new Error(`no scenario ${id}`);
  return found;
};

/** What the world did for a call before it was answered; it only shows a prompt. */
const done = (op: string, of: { readonly call: number; readonly run: string; readonly step: string }) => {
  if (op === 'approval') return [];
  if (op === 'effect') return [{ type: 'effect.applied', ...of }];
  if (op === 'output')
    return [{ type: 'artifact.stored', ...of, name: of.step, version: '1', digest: 'sha256:0', bytes: 1 }];
  return [{ type: 'call.done', ...of, value: null }];
};

/** An undisturbed run of a program whose calls come, and are answered, in the order of its steps. */
const undisturbed = (program: Program): History =>
  historySchema.parse({
    schema: 'killpoint.history/1',
    plan: controlOf(program, 1),
    subject: subjectOf(),
    ended: 'settled',
    observations: allSteps(program)
      .filter(({ op }) => ['model', 'tool', 'effect', 'output', 'approval'].includes(op))
      .flatMap(({ id, op }, call) => {
        const of = { call, run: 'run-1', step: id };
        return [
          { type: 'call.received', ...of, op, nth: 1, inputs: {}, nonce: `${call}` },
          ...done(op, of),
          { type: 'call.answered', ...of, status: 200, value: null },
        ];
      })
      .map((event, seq) => ({ seq, atMs: seq, witness: 'world', worker: 'worker-1', event })),
  });

describe('the name of a plan', () => {
  it('is its deed and its places, and says nothing of a continue', () => {
    expect(nameOf([at('call.done', 'stop', 'a'), at('takeover.rested', 'continue')])).toBe('stop@call.done(a)');
    expect(nameOf([at('call.done', 'kill', 'a'), at('retry-wait', 'kill')])).toBe('kill@call.done(a)+retry-wait');
    expect(nameOf([at('run.absent', 'launch'), at('run.absent', 'launch')])).toBe('launch-2-times@run.absent');
  });
  it('tells apart what is done in another order', () => {
    const decide = at('approval.requested', 'decide', 'ok');
    const reject = at('approval.requested', 'reject', 'ok');
    expect(nameOf([decide, reject])).not.toBe(nameOf([reject, decide]));
  });
});

describe('the plans of a scenario', () => {
  it('have names of their own, each once', () => {
    const ids = scenarios.flatMap((scenario) => plansFor(scenario, undisturbed(scenario.program)).map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(100);
  });
  it('kill and stop a worker at every boundary of an upload', () => {
    const scenario = scenarioOf('report-output');
    const ids = plansFor(scenario, undisturbed(scenario.program)).map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(
        [
          'kill@output.received(report)',
          'kill@output.stored(report)',
          'kill@output.next(report)',
          'kill@step.committed(report)',
          'kill@output.stored(report)+output.received(report)#2',
          'stop@output.received(report)',
          'stop@output.stored(report)',
        ].map((name) => `report-output/${name}`),
      ),
    );
  });
  it('need what their program needs, also its limits and its approvals', () => {
    const program: Program = {
      id: 'limited',
      title: '',
      steps: [
        { op: 'output', id: 'report', uses: [] },
        { op: 'approval', id: 'ok', uses: ['report'], reviewer: 'ann', deadlineMs: 1_000 },
      ],
      limits: { deadlineMs: 5_000, executionMs: 1_000 },
    };
    const needs = ['output', 'approval', 'reviewer', 'approval-deadline', 'deadline', 'execution-time'];
    expect(controlOf(program, 1).needs).toEqual(needs);
  });
  it('need what their program needs, also inside a group', () => {
    expect(controlOf(scenarioOf('fan-out').program, 1).needs).toEqual(expect.arrayContaining(['parallel', 'tool']));
    expect(controlOf(scenarioOf('flaky-tool').program, 1).needs).toContain('retry');
    expect(controlOf(scenarioOf('poison').program, 1).needs).toContain('attempt-limit');
  });
});

describe('a quick run', () => {
  it('takes the smallest program for each requirement, and none for one that no program exercises', () => {
    const chosen = (id: string) => quick(scenarios, [{ id }]).map(({ program }) => program.id);
    expect(chosen('effect.applied-once')).toEqual(['one-effect']);
    expect(chosen('limit.attempts-are-bounded')).toEqual(['hopeless-tool', 'poison']);
    expect(chosen('reassign.needs-a-reason')).toEqual([]);
  });
  it('names only requirements and clauses that exist', () => {
    const known = requirements.flatMap(({ id, clauses }) => [id, ...clauses.map((clause) => `${id}/${clause.id}`)]);
    expect(scenarios.flatMap(({ exercises }) => exercises).filter((one) => !known.includes(one))).toEqual([]);
  });
  it('leaves no clause without a plan that can be exercised by now', () => {
    const named = new Set([...scenarios, ...scripts].flatMap(({ exercises }) => exercises));
    const left = requirements
      .filter(({ id }) => !id.startsWith('reassign.') && !named.has(id))
      .flatMap(({ id, clauses }) => clauses.filter(({ needs }) => needs === undefined).map((one) => `${id}/${one.id}`));
    expect(left.filter((one) => !named.has(one))).toEqual([]);
  });
});

describe('the plans of commands alone', () => {
  const asked = (...ids: readonly string[]) => requirements.filter(({ id }) => ids.includes(id));
  const named = (...ids: readonly string[]) => scriptedPlans(asked(...ids)).map(({ id }) => id);
  it('are those that exercise what is asked for', () => {
    expect(named('identity.start-key-refuses-other-inputs')).toEqual(['script/start-key-with-other-inputs']);
    expect(named('recovery.committed-step-runs-once')).toEqual([]);
    expect(named('reassign.needs-a-reason')).toContain('reassignment-1');
  });
  it('need no workers beside them where only commands show what is asked for', () => {
    expect(needsWorkers(asked('approval.only-the-reviewer-decides', 'reassign.needs-a-reason'))).toBe(false);
    expect(needsWorkers(asked('identity.slot-survives-replacement'))).toBe(true);
    expect(needsWorkers(asked('approval.only-the-reviewer-decides', 'effect.applied-once'))).toBe(true);
  });
});

describe('the path of a run', () => {
  const program = scenarioOf('fan-out').program;
  const path = ['plan#1', 'north#1', 'east#1', 'south#1', 'merge#1'];
  const moment = (step: string): Moment => ({
    stage: 'received',
    op: 'tool',
    run: 'run-1',
    step,
    nth: 1,
    call: 1,
    actor: undefined as never,
    answered: [],
  });
  const came = (...steps: readonly string[]): Itinerary => {
    const itinerary = new Itinerary(program, path);
    for (const step of steps) itinerary.came(moment(step));
    return itinerary;
  };
  it('may have the members of a group in any order', () => {
    expect(came('plan', 'south', 'north', 'east', 'merge').strayed()).toBeUndefined();
  });
  it('is left by a step that comes too early', () => {
    expect(came('merge').strayed()).toContain('merge#1 where the undisturbed run had plan#1');
  });
  it('says nothing about what comes after the plan has interfered', () => {
    const itinerary = came('plan');
    itinerary.disturb();
    itinerary.came(moment('plan'));
    expect(itinerary.strayed()).toBeUndefined();
  });
});

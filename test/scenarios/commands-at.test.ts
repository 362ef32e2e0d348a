import { describe, expect, it } from 'vitest';
import { requirements } from '../../model/index.ts';
import { boundaryNameSchema, commandDeeds, type History, type Plan, type Program } from '../../model/vocabulary.ts';
import type { Draw } from '../../scenarios/depth/draws.ts';
import { movesAfter } from '../../scenarios/depth/moves.ts';
import { isCommandDeed } from '../../scenarios/execute/orders.ts';
import { commandEverywhere, placesOf } from '../../scenarios/plans/at-boundaries.ts';
import { commandsAt, makesSense } from '../../scenarios/plans/commands-at.ts';
import { landmarksOf } from '../../scenarios/plans/landmarks.ts';
import { situations, situationsAt } from '../../scenarios/plans/situations.ts';
import { plansFor } from '../../scenarios/plans.ts';
import { scenarios } from '../../scenarios/programs.ts';
import { model, review, Story } from '../model/history-builder.ts';

/** A sample of a model that the world gives, with the moment at which it had it. */
const sampled = (story: Story, step: string): Story =>
  story.calls('worker-1', step).done('worker-1', step, 'given').answered('worker-1', step, 'given');

const undisturbed: History = sampled(sampled(new Story(review).works('worker-1'), 'extract'), 'analyse')
  .performs('worker-1', 'approve')
  .performs('worker-1', 'publish')
  .succeeds();
const marks = landmarksOf(undisturbed);
const all = commandEverywhere(review, marks);
const idsOf = (plans: readonly Plan[]) => plans.map(({ id }) => id.replace(/^imagined\//, ''));

describe('the table of commands', () => {
  it('says of each command where it makes sense, and in words where it does not', () => {
    for (const command of commandDeeds) {
      const answers = situations.map((situation) => makesSense(command, situation));
      expect(answers).toContain(true);
      for (const answer of answers) if (answer !== true) expect(answer.split(' ').length).toBeGreaterThan(3);
    }
  });
  it('knows a situation for each boundary at which anything but a worker, a commit or a command is met', () => {
    const without = boundaryNameSchema.options.filter((name) => situationsAt[name].length === 0);
    expect(without).toEqual([
      'worker.started',
      'command.sent',
      'effect.looked-up',
      'commit.before',
      'commit.after',
      'approval.decided',
      'outage.waiting',
      'takeover.rested',
      'commit.unacknowledged',
      'write.before',
    ]);
    expect(new Set(boundaryNameSchema.options.flatMap((name) => situationsAt[name]))).toEqual(new Set(situations));
  });
  it('names requirements that exist', () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect(Object.values(commandsAt).flatMap(({ judges }) => judges.filter((id) => !known.has(id)))).toEqual([]);
  });
});

describe('the plans of all commands', () => {
  it('are one for each command at each place where it makes sense, each once', () => {
    const places = placesOf(review, marks);
    const sensible = places.flatMap(({ situation }) =>
      commandDeeds.filter((one) => makesSense(one, situation) === true),
    );
    expect(all).toHaveLength(sensible.length);
    expect(new Set(idsOf(all)).size).toBe(all.length);
  });
  it('judge only what the table says, and need what it says', () => {
    for (const { judges, needs, interventions } of all) {
      const command = interventions.map(({ do: deed }) => deed).findLast((deed) => isCommandDeed(deed));
      const entry = command !== undefined && isCommandDeed(command) ? commandsAt[command] : undefined;
      if (command === 'release') continue;
      expect(judges).toEqual(entry?.judges);
      expect(needs).toEqual(expect.arrayContaining([...(entry?.needs ?? [])]));
    }
  });
  it('send a command while a worker lives, stands still, is dead, and after it wrote', () => {
    expect(idsOf(all)).toEqual(
      expect.arrayContaining([
        'claim@call.done(extract)',
        'stop@call.done(extract)+claim@call.done(extract)',
        'kill@call.done(extract)+claim@retry-wait',
        'kill@call.done(extract)+expire@retry-wait+claim@retry-wait.due',
        'kill@call.done(extract)+expire@retry-wait+reassign@retry-wait+claim@retry-wait.reassigned',
        'claim@step.committed(extract)',
        'claim@attempt.claimed',
        'claim@approval.requested(approve)',
        'kill@approval.requested(approve)+claim@retry-wait',
        'cancel@call.received(extract)+revoke@cancel.accepted',
        'branch@call.received(extract)+cancel@branch.created',
        'claim@run.rested',
      ]),
    );
  });
  it('let a stopped worker go, and a held slot', () => {
    for (const { interventions } of all) {
      const deeds = interventions.map(({ do: deed }) => deed);
      if (deeds.includes('stop')) expect(deeds.at(-1)).toBe('continue');
      if (deeds.includes('hold') && interventions[0]?.at.at === 'run.ready') expect(deeds.at(-1)).toBe('release');
    }
    expect(idsOf(all)).toContain('hold@run.ready+release@run.rested');
  });
  it('decide nothing where a program asks nothing', () => {
    const program: Program = { id: 'plain', title: '', steps: [model('draft')] };
    const history = sampled(new Story(program).works('worker-1'), 'draft').succeeds();
    const deeds = commandEverywhere(program, landmarksOf(history)).flatMap(({ interventions }) =>
      interventions.map(({ do: deed }) => deed),
    );
    expect(deeds).toContain('claim');
    expect(deeds).not.toContain('decide');
  });
});

describe('a quick run', () => {
  it('has each command of an operator once at least, and each boundary that commands make', () => {
    const scenario = scenarios.find(({ program }) => program.id === 'draft-and-send');
    if (scenario === undefined) throw new Error('there is no draft-and-send');
    const history = sampled(new Story(scenario.program).works('worker-1'), 'draft')
      .performs('worker-1', 'send')
      .succeeds();
    const plans = plansFor(scenario, history);
    const done = new Set(plans.flatMap(({ interventions }) => interventions.map(({ do: deed }) => deed)));
    const met = new Set(plans.flatMap(({ interventions }) => interventions.map(({ at }) => at.at)));
    for (const deed of ['claim', 'reassign', 'hold', 'release', 'branch', 'retry', 'revoke', 'expire'] as const)
      expect(done).toContain(deed);
    for (const name of ['attempt.claimed', 'branch.created', 'retry-wait.due', 'retry-wait.reassigned'] as const)
      expect(met).toContain(name);
    expect(plans.length).toBeLessThan(24);
  });
});

describe('a draw', () => {
  const draw: Draw = { signals: ['kill'], command: 'none', program: 0, choices: [] };
  const moves = (command: Draw['command']) =>
    movesAfter(undisturbed, { ...draw, command }).flatMap((move) => move.map(({ do: deed }) => deed));
  it('has a command where the table has it, and none where it makes no sense', () => {
    expect(moves('claim')).toContain('claim');
    expect(moves('revoke')).toContain('revoke');
    expect(moves('release')).not.toContain('release');
    expect(moves('none')).toEqual(expect.not.arrayContaining(['claim']));
  });
});

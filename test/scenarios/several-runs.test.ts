import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { read } from '../../model/reading.ts';
import type { Boundary, Deed, History, Intervention, Program, RunView } from '../../model/vocabulary.ts';
import { restsOf } from '../../scenarios/execute/rest.ts';
import { execute } from '../../scenarios/execute.ts';
import { type OpenGround, openGround } from '../../scenarios/ground.ts';
import { planOf } from '../../scenarios/plans/make.ts';
import { approval, effect, model } from '../../scenarios/programs/steps.ts';

let ground: OpenGround;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'killpoint-test-'));
  const signal = new AbortController().signal;
  ground = await openGround(createReference({ isInProcess: true }), { workers: 1, signal, folder });
});
afterAll(async () => {
  await ground.close();
  rmSync(folder, { recursive: true, force: true });
});

const sent: Program = { id: 'sent', title: '', steps: [model('draft'), effect('send', ['draft'])] };
const opaque: Program = { id: 'opaque', title: '', steps: [effect('send', [], 'opaque')] };
const asked: Program = { id: 'asked', title: '', steps: [model('draft'), approval('approve', ['draft'])] };

const at = (name: Boundary['at'], deed: Deed, step?: string): Intervention => ({
  at: { at: name, nth: 1, ...(step === undefined ? {} : { step }) },
  do: deed,
});
let cases = 0;
const played = (program: Program, ...interventions: readonly Intervention[]): Promise<History> =>
  execute(ground, planOf(program, interventions, { needs: ['client'] }), {
    folder: join(folder, `case-${++cases}`),
    path: undefined,
  });
/** What was asked by the plan, and how it was answered; a run's own launch and decision left out. */
const answers = (history: History): readonly string[] =>
  read(history)
    .exchanges.filter(
      ({ command }) => !['launch', 'decide'].includes(command.type) || command.key.startsWith('launch-'),
    )
    .map(
      ({ command, outcome }) => `${command.type}: ${outcome.status === 'refused' ? outcome.reason : outcome.status}`,
    );
const missed = ({ observations }: History): readonly string[] =>
  observations.flatMap(({ event }) => (event.type === 'intervention.missed' ? [event.because] : []));
const last = (history: History, run: string): RunView | undefined =>
  read(history).sights.findLast((sight) => sight.run === run)?.view;

describe('several runs in one plan', () => {
  it('are launched under ids of their own, served side by side and decided, and the case ends when all have', async () => {
    const history = await played(asked, at('call.received', 'launch-another', 'draft'));
    expect(history.ended).toBe('settled');
    expect(answers(history)).toEqual(['launch: ok']);
    expect(read(history).runs.toSorted()).toEqual(['run-1', 'run-2']);
    expect([last(history, 'run-1')?.status, last(history, 'run-2')?.status]).toEqual(['succeeded', 'succeeded']);
    const keys = read(history).exchanges.flatMap(({ command }) =>
      command.type === 'launch' ? [command.startKey] : [],
    );
    expect(new Set(keys).size).toBe(2);
  });
  it('are told apart at their boundaries', async () => {
    const history = await played(sent, at('call.received', 'launch-another', 'draft'), {
      at: { at: 'effect.applied', run: 'run-2', step: 'send', nth: 1 },
      do: 'kill',
    });
    const death = history.observations.find(({ event }) => event.type === 'process.died' && event.by === 'plan');
    const held = read(history).calls.findLast(({ seq }) => seq < (death?.seq ?? 0));
    expect(missed(history)).toEqual([]);
    expect([held?.run, held?.step]).toEqual(['run-2', 'send']);
  });
  it('rest where each of them is, and one that is unfinished is said to be', () => {
    const views = (...statuses: readonly RunView['status'][]) =>
      new Map(statuses.map((status, nth) => [`run-${nth + 1}`, { status, steps: {} }] as const));
    const nobody = { hasDecided: () => false, isHeld: () => false };
    const by = (commander: typeof nobody) => ({ commander, owners: { hasTold: false } });
    const how = (given: ReturnType<typeof views>, more = nobody) =>
      restsOf(given, 'stuck', by(more)).map(({ as }) => as);
    expect(how(views('succeeded', 'running'))).toEqual(['finished', 'stuck']);
    expect(how(views('waiting', 'running'))).toEqual(['waiting', 'stuck']);
    expect(how(views('waiting'), { ...nobody, hasDecided: () => true })).toEqual(['stuck']);
    expect(how(views('running'), { ...nobody, isHeld: () => true })).toEqual(['waiting']);
    expect(restsOf(views('waiting'), 'livelock', by(nobody))).toEqual([{ run: 'run-1', as: 'livelock' }]);
  });
});

describe('a command at a boundary', () => {
  it('is answered as the specification has it, while a worker lives', async () => {
    const claimed = await played(sent, at('call.received', 'claim', 'draft'));
    expect(answers(claimed)).toEqual(['claim: slot-not-claimable']);
    expect(answers(await played(sent, at('call.done', 'revoke', 'draft')))).toEqual(['revoke: ok']);
    expect(answers(await played(sent, at('call.done', 'expire', 'draft')))[0]).toBe('expire: lease-not-due');
  });
  it('ends the lease of a worker that stands still, once its time has come', async () => {
    const history = await played(
      sent,
      at('call.done', 'stop', 'draft'),
      at('call.done', 'expire', 'draft'),
      at('takeover.rested', 'continue'),
    );
    expect(missed(history)).toEqual([]);
    expect(answers(history)).toEqual(
      expect.arrayContaining(['expire: lease-not-due', 'expire: ok', 'report-lost: ok']),
    );
    expect(last(history, 'run-1')?.status).toBe('succeeded');
  });
  it('reassigns for the owner, claims what is due and retries at once, between two attempts', async () => {
    const swept = [at('call.done', 'kill', 'draft'), at('retry-wait', 'expire')];
    const reassigned = await played(sent, ...swept, at('retry-wait', 'reassign'), at('retry-wait.reassigned', 'kill'));
    expect(answers(reassigned).at(-1)).toBe('reassign: ok');
    expect(answers(await played(sent, ...swept, at('retry-wait.due', 'claim'))).at(-1)).toBe('claim: ok');
    expect(answers(await played(sent, ...swept, at('retry-wait', 'retry'))).at(-1)).toBe('retry: ok');
    for (const history of [reassigned]) expect([history.ended, missed(history)]).toEqual(['settled', []]);
  });
  it('holds a run until it is released', async () => {
    const history = await played(sent, at('run.ready', 'hold'), at('run.rested', 'release'));
    expect(answers(history)).toEqual(['hold: ok', 'release: ok']);
    expect(read(history).rests.map(({ event }) => event.as)).toEqual(['waiting', 'finished']);
    const kept = await played(sent, at('run.ready', 'hold'));
    expect([kept.ended, read(kept).rests.at(-1)?.event.as]).toEqual(['settled', 'waiting']);
  });
  it('branches with the first result changed, and kills right after that', async () => {
    const history = await played(sent, at('run.rested', 'branch'), at('branch.created', 'kill'));
    const [branch] = read(history).exchanges.flatMap(({ command }) => (command.type === 'branch' ? [command] : []));
    expect([branch?.as, branch?.changes]).toEqual(['run-2', { draft: { corrected: 'draft' } }]);
    expect(missed(history)).toEqual([]);
    expect(last(history, 'run-2')?.status).toBe('succeeded');
  });
  it('says what became of an effect before it resumes', async () => {
    const history = await played(opaque, at('effect.applied', 'kill', 'send'), at('run.rested', 'resume'));
    expect(answers(history)).toEqual(['resolve: ok', 'resume: ok']);
    expect(last(history, 'run-1')?.status).toBe('succeeded');
  });
  it('finds a worker right after its claim', async () => {
    const history = await played(sent, at('attempt.claimed', 'kill'));
    expect(missed(history)).toEqual([]);
    expect(last(history, 'run-1')?.attempts?.map(({ outcome }) => outcome)).toEqual(['lost', 'succeeded']);
  });
  it('is missed where it should follow one that was refused', async () => {
    const history = await played(sent, at('call.done', 'kill', 'draft'), at('retry-wait', 'reassign'), {
      ...at('retry-wait.reassigned', 'kill'),
    });
    expect(missed(history)[0]).toContain('no reassign was accepted');
  });
});

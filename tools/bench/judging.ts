import { judge } from '../../model/index.ts';
import { type History, historySchema, type Observation, subjectSchema } from '../../model/vocabulary.ts';
import { controlOf } from '../../scenarios/plans.ts';
import { scenarios } from '../../scenarios/programs.ts';

/**
 * A run whose tool answers with an error for a very long time: every try is three observations more, and every 40th takes its worker with
 * it. Most requirements have something to look at in it.
 */
const longHistory = (length: number): History => {
  const program = scenarios.find(({ program: { id } }) => id === 'model-tool-effect')?.program;
  if (program === undefined) throw new Error('The program "model-tool-effect" is gone: choose another one.');
  const observations: Observation[] = [];
  let worker = 0;
  const add = (witness: Observation['witness'], event: Observation['event']): void =>
    void observations.push({
      seq: observations.length,
      atMs: observations.length,
      witness,
      worker: `worker-${worker}`,
      event,
    });
  for (let nth = 1; observations.length < length; nth++) {
    if (nth % 40 === 1) {
      if (worker > 0) add('harness', { type: 'process.died', code: null, signal: 'SIGKILL', by: 'plan' });
      worker += 1;
      add('harness', { type: 'process.ready', role: 'worker' });
      add('harness', { type: 'process.working' });
    }
    const call = { call: nth, run: 'run-1', step: 'look-up' } as const;
    add('world', {
      type: 'call.received',
      ...call,
      op: 'tool',
      nth,
      inputs: { draft: 'a draft' },
      nonce: `nonce ${nth}`,
    });
    add('world', { type: 'call.answered', ...call, status: 503, value: 'not now' });
    add('runtime', {
      type: 'view.read',
      run: 'run-1',
      why: 'change',
      view: { status: 'running', steps: { draft: { commits: [{ by: 'worker-1', at: '1', value: 'a draft' }] } } },
    });
  }
  const subject = subjectSchema.parse({ name: 'long', can: ['model', 'tool', 'effect', 'cancel', 'lease'] });
  return historySchema.parse({
    schema: 'killpoint.history/1',
    plan: controlOf(program, 1),
    subject,
    observations,
    ended: 'moving',
  });
};

/** The time that it takes to judge histories of these lengths, per observation, each against the first. */
export const judgingCost = (lengths: readonly number[]): readonly { readonly length: number; readonly ms: number }[] =>
  lengths.map((length) => {
    const history = longHistory(length);
    const before = process.cpuUsage();
    judge([{ history, file: '' }], history.subject);
    const { user, system } = process.cpuUsage(before);
    return { length, ms: (user + system) / 1000 };
  });

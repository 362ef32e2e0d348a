import { randomUUID } from 'node:crypto';
import type { CallStep, Json } from '../model/vocabulary.ts';
import { revisionOf } from './approved-revision.ts';
import type { Desk, Ended, Report } from './attempt.ts';
import { DefiniteRefusal } from './perform.ts';
import type { Work } from './worklist.ts';

/** What an act on the outside is done with: the attempt that it belongs to. */
export interface Act {
  readonly desk: Desk;
  readonly work: Work;
  must(report: Report): Json;
  advance(report: (revision: number) => Report): void;
  given(step: CallStep): Readonly<Record<string, Json>>;
}

/** How the work on a step ended. */
export type Acted = Ended | { readonly status: 'done'; readonly value: Json };

/** Does one step: its call on the outside, and what has to be durable before and after. Throws what its call throws. */
export const perform = (act: Act, step: CallStep): Promise<Acted> => {
  switch (step.op) {
    case 'model':
    case 'tool':
      return sample(act, step);
    case 'effect':
      return send(act, step);
    case 'output':
      return Promise.reject(new Error(`the reference does not offer outputs yet: no plan may ask it for ${step.id}`));
    case 'approval':
      return ask(act, step);
    default:
      return step satisfies never;
  }
};

const sample = async (act: Act, step: CallStep): Promise<Acted> => {
  const value = await act.desk.perform({ run: act.work.callRun, step, results: act.given(step) });
  act.advance((revision) => ({ type: 'commit', step: step.id, revision, value }));
  return { status: 'done', value };
};

/**
 * The intent is durable before anything is sent, and what is sent is what the intent says. The store answers a later attempt's intent
 * with the first one's, so that every attempt sends the same key and the same arguments. A refusal is not written down here: it ends the
 * attempt, and what is done beside it must be written first.
 */
const send = async (act: Act, step: CallStep): Promise<Acted> => {
  const { conduct, perform: performs } = act.desk;
  const { callRun, attempt, isRecovery } = act.work;
  const moment = { step, attempt, isRecovery };
  const mine = { actionKey: randomUUID(), arguments: act.given(step) };
  const intent = intentOf(act.must({ type: 'intend', step: step.id, ...mine }));
  act.must({ type: 'dispatch', step: step.id });
  if (conduct.presumes(moment)) record(act, step, { presumed: step.id });
  try {
    const key = conduct.keyFor(moment, intent.key);
    const receipt = await performs({ run: callRun, step, results: intent.given, key });
    if (!conduct.presumes(moment)) record(act, step, receipt);
    return { status: 'done', value: receipt };
  } catch (error) {
    if (!(error instanceof DefiniteRefusal)) throw error;
    return { status: 'refused', answer: error.answer };
  }
};

const record = (act: Act, { id }: CallStep, receipt: Json): void =>
  act.advance((revision) => ({ type: 'record', step: id, revision, outcome: 'applied', receipt }));

/** Shows the prompt, then registers the wait. The slot is given up with it; whoever claims it after the decision goes on. */
const ask = async (act: Act, step: CallStep): Promise<Acted> => {
  const results = act.given(step);
  await act.desk.perform({ run: act.work.callRun, step, results });
  act.must({ type: 'request-approval', step: step.id, revision: revisionOf(results) });
  return { status: 'parked' };
};

type Results = Readonly<Record<string, Json>>;

const intentOf = (answer: Json): { readonly key: string; readonly given: Results } => {
  const given = memberOf(answer, 'arguments');
  return { key: String(memberOf(answer, 'actionKey')), given: isObject(given) ? given : {} };
};

const memberOf = (value: Json, name: string): Json | undefined => (isObject(value) ? value[name] : undefined);

const isObject = (value: Json | undefined): value is Results =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

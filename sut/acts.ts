import { type CallStep, type Json, referenceIn } from '../model/vocabulary.ts';
import { revisionOf } from './approved-revision.ts';
import type { Moment } from './conduct.ts';
import type { Desk, Ended, Report, Statement } from './desk.ts';
import { pause } from './host.ts';
import { ArtifactLost, DefiniteRefusal, type Performance } from './perform.ts';
import type { StoreAnswer } from './store.ts';
import type { Work } from './worklist.ts';

/** What an act on the outside is done with: the attempt that it belongs to. */
export interface Act {
  readonly desk: Desk;
  readonly work: Work;
  must(report: Report): Json;
  advance(report: (revision: number) => Report): void;
  given(step: CallStep): Readonly<Record<string, Json>>;
  says(statement: Statement): StoreAnswer;
  /** The result of a step that is no longer due, because somebody else brought it. */
  settled(step: CallStep): Json | undefined;
  /** The step that is due once this one is done, as far as the attempt knows, where it is another call. */
  following(step: CallStep): CallStep | undefined;
  /** Answers that came before the step was due. */
  readonly early: Map<string, Json>;
}

/** The moment at which an attempt does a step. */
export const momentOf = ({ attempt, isRecovery, isRetry }: Work, step: CallStep): Moment => ({
  ...{ step, attempt, isRecovery, isRetry },
});

/** How long an owner that does not know yet is left alone. */
const ASK_AGAIN_MS = 50;

/** How the work on a step ended. */
export type Acted = Ended | { readonly status: 'done'; readonly value: Json };

/** Does one step: its call on the outside, and what has to be durable before and after. Throws what its call throws. */
export const perform = async (act: Act, step: CallStep): Promise<Acted> => {
  await readUsed(act, step);
  switch (step.op) {
    case 'model':
    case 'tool':
      return sample(act, step);
    case 'effect':
      return send(act, step);
    case 'output':
      return upload(act, step);
    case 'approval':
      return ask(act, step);
    default:
      return step satisfies never;
  }
};

/** What a step is about to be given by reference must be there, or the run stops with that. */
const readUsed = async (act: Act, step: CallStep): Promise<void> => {
  for (const [used, value] of Object.entries(act.given(step))) {
    const reference = referenceIn(value);
    if (reference === undefined) continue;
    try {
      await act.desk.read({ run: act.work.callRun, reference });
    } catch (error) {
      if (error instanceof ArtifactLost) act.says({ type: 'report-artifact', step: used, state: 'missing' });
      throw error;
    }
  }
};

const sample = async (act: Act, step: CallStep): Promise<Acted> => {
  const early = act.early.get(step.id);
  const value = early === undefined ? await call(act, step) : early;
  const { conduct } = act.desk;
  if (conduct.runsAhead(momentOf(act.work, step))) await runAhead(act, step, value);
  try {
    act.advance((revision) => ({ type: 'commit', step: step.id, revision, value }));
  } catch (error) {
    if (conduct.outruns(momentOf(act.work, step))) await runAhead(act, step, value);
    throw error;
  }
  return { status: 'done', value };
};

/** One call on the outside for a step, with what it is given, under the revisions that it is bound to. */
export const call = (act: Act, step: CallStep, more: Partial<Performance> = {}): Promise<Json> => {
  const pinned = act.work.configuration(step.id);
  const configuration = pinned && act.desk.conduct.runsUnder(momentOf(act.work, step), pinned);
  const bound = configuration && { configuration };
  return act.desk.perform({ run: act.work.callRun, step, results: act.given(step), ...bound, ...more });
};

/** For who acts wrongly: the call of the next model or tool step leaves with a result that is not committed. */
const runAhead = async (act: Act, step: CallStep, value: Json): Promise<void> => {
  const next = act.following(step);
  if (next?.op !== 'model' && next?.op !== 'tool') return;
  const results = { ...act.given(next), ...(next.uses.includes(step.id) && { [step.id]: value }) };
  act.early.set(next.id, await call(act, next, { results }));
};

/** The upload is known before it begins, so that one that nobody commits can be listed; only a whole one becomes the result. */
const upload = async (act: Act, step: CallStep): Promise<Acted> => {
  act.must({ type: 'begin-upload', step: step.id });
  const value = await call(act, step, { isTrusting: act.desk.conduct.trusts(momentOf(act.work, step)) });
  const reference = referenceIn(value);
  if (reference === undefined) throw new Error(`expected a reference from the upload of ${step.id}, found none`);
  act.must({ type: 'store-upload', step: step.id, reference });
  act.advance((revision) => ({ type: 'commit', step: step.id, revision, value }));
  return { status: 'done', value };
};

type EffectStep = Extract<CallStep, { readonly op: 'effect' }>;

/**
 * The intent is durable before anything is sent, and what is sent is what the intent says. The store answers a later attempt's intent
 * with the first one's, so that every attempt sends the same key and the same arguments.
 */
const send = async (act: Act, step: EffectStep): Promise<Acted> => {
  let intent = intended(act, step);
  for (; intent.status === 'ambiguous' && step.contract === 'lookup'; intent = intended(act, step)) {
    const known = await askOwner(act, step, intent.key);
    if (known !== undefined) return known;
  }
  return intent.status === 'accepted' ? awaitWord(act, step) : dispatch(act, step, intent);
};

const intended = (act: Act, step: EffectStep): Intent => {
  const mine = { actionKey: act.desk.conduct.names(momentOf(act.work, step)), arguments: act.given(step) };
  return intentOf(act.must({ type: 'intend', step: step.id, ...mine }));
};

/** Until its owner knows, or could no longer get it, the action is neither done nor not done. */
const askOwner = async (act: Act, step: EffectStep, key: string): Promise<Acted | undefined> => {
  const askedAtMs = act.desk.now();
  const told = await act.desk.ask({ run: act.work.callRun, key });
  const answer = act.says({ type: 'look-up', step: step.id, askedAtMs, ...told });
  const status = answer.status === 'ok' ? memberOf(answer.value, 'status') : answer.reason;
  if (status === 'applied') return { status: 'done', value: told.receipt };
  if (status !== 'ambiguous' && status !== 'intended') return { status: 'parked' };
  if (status === 'ambiguous') await pause(act.desk, ASK_AGAIN_MS);
  return undefined;
};

/** A refusal is not written down here: it ends the attempt, and what is done beside it must be written first. */
const dispatch = async (act: Act, step: EffectStep, intent: Intent): Promise<Acted> => {
  const { conduct } = act.desk;
  const moment = momentOf(act.work, step);
  const authority = act.must({ type: 'dispatch', step: step.id });
  const key = conduct.keyFor(moment, intent.key);
  if (conduct.presumes(moment)) record(act, step, { presumed: step.id });
  try {
    const guard = step.contract === 'guarded' ? { authority: conduct.authorityFor(moment, authority) } : {};
    const results = conduct.argumentsFor(moment, intent.given);
    const receipt = await call(act, step, { results, key, ...guard });
    if (step.contract === 'async') return acknowledged(act, step);
    if (!conduct.presumes(moment)) record(act, step, receipt);
    return { status: 'done', value: receipt };
  } catch (error) {
    if (!(error instanceof DefiniteRefusal)) throw error;
    const { existing, answer } = error;
    const isOwn = existing !== undefined && conduct.recognises(moment, { sent: key, existing: existing.key });
    if (!isOwn) return { status: 'refused', answer };
    record(act, step, existing.receipt);
    return { status: 'done', value: existing.receipt };
  }
};

/** The owner has the action, and its word may have come already. */
const acknowledged = (act: Act, step: EffectStep): Acted => {
  act.must({ type: 'acknowledge', step: step.id });
  return awaitWord(act, step);
};
const awaitWord = (act: Act, step: EffectStep): Acted => {
  const value = act.settled(step);
  return value === undefined ? { status: 'awaits' } : { status: 'done', value };
};

const record = (act: Act, { id }: CallStep, receipt: Json): void =>
  act.advance((revision) => ({ type: 'record', step: id, revision, outcome: 'applied', receipt }));

/** Shows the prompt, then registers the wait. The slot is given up with it; whoever claims it after the decision goes on. */
const ask = async (act: Act, step: CallStep): Promise<Acted> => {
  const results = act.given(step);
  await call(act, step, { results });
  act.must({ type: 'request-approval', step: step.id, revision: revisionOf(results) });
  return { status: 'parked' };
};

type Results = Readonly<Record<string, Json>>;

type Intent = { readonly key: string; readonly given: Results; readonly status: string };

const intentOf = (answer: Json): Intent => {
  const given = memberOf(answer, 'arguments');
  return {
    key: String(memberOf(answer, 'actionKey')),
    given: isObject(given) ? given : {},
    status: String(memberOf(answer, 'status')),
  };
};

const memberOf = (value: Json, name: string): Json | undefined => (isObject(value) ? value[name] : undefined);

const isObject = (value: Json | undefined): value is Results =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import canonicalize from 'canonicalize';
import type { Json, WorkStep } from '../../model/vocabulary.ts';
import { refusalOf } from './authority.ts';
import type { WorldCall, WorldDecision } from './decision.ts';
import type { Ledger } from './ledger.ts';

/** A step on an effect owner. */
export type EffectStep = Extract<WorkStep, { op: 'effect' }>;

/** The effect owner, under the contract that the program names. */
export const own = (step: EffectStep, call: WorldCall, ledger: Ledger): WorldDecision => {
  switch (step.contract) {
    case 'idempotent':
      return keyed(apply)(step, call, ledger);
    case 'opaque':
      return apply(step, call, ledger);
    case 'lookup':
      return keyless(call, ledger) ?? apply(step, call, ledger);
    case 'async':
      return keyed(accept)(step, call, ledger);
    case 'guarded':
      return guard(step, call, ledger);
    default:
      return step.contract satisfies never;
  }
};

/** What an owner that can be asked says of a key. Whether a request with it is on the owner's table, only its server knows. */
export const lookUp = (
  key: string,
  isPending: boolean,
  ledger: Ledger,
): { readonly found: 'applied' | 'pending' | 'unknown'; readonly receipt: Json } => {
  const applied = ledger.outcomes.get(key);
  if (applied !== undefined) return { found: 'applied', receipt: applied.value };
  return { found: isPending ? 'pending' : 'unknown', receipt: null };
};

/** Carries out what an owner that calls back has taken. Done once, it is done: then the outcome is the first one. */
export const carryOut = (step: EffectStep, call: WorldCall, ledger: Ledger): WorldDecision => {
  const first = ledger.outcomes.get(call.key ?? '');
  return first === undefined
    ? apply(step, call, ledger)
    : { status: 200, value: first.value, did: 'deduplicated', ledger };
};

/** The owner says that somebody else has made what it is asked for, or that who asks has: whose it is tells the key. */
export const exists = (key: string, receipt: Json): Json => ({ exists: { key, receipt } });

type Take = (step: EffectStep, call: WorldCall, ledger: Ledger) => WorldDecision;

/** An owner that knows a key again (the IETF Idempotency-Key draft; equality as in RFC 8785). What it does with a new one is `take`. */
const keyed =
  (take: Take): Take =>
  (step, call, ledger) => {
    const { key = '' } = call;
    const first = ledger.outcomes.get(key);
    const body = first?.action ?? ledger.accepted.get(key);
    if (body !== undefined && body !== bodyOf(call))
      return refused(ledger, 422, `the key '${key}' was used before with other arguments`);
    if (first !== undefined && step.contract === 'async') return { ...later(ledger), did: 'deduplicated' };
    if (first === undefined) return keyless(call, ledger) ?? take(step, call, ledger);
    return step.repeats === 'conflict'
      ? { status: 409, value: exists(key, first.value), did: 'deduplicated', ledger }
      : { status: 200, value: first.value, did: 'deduplicated', ledger };
  };

/** An owner that checks, each time, whether who asks may have it done now. */
const guard = (step: EffectStep, call: WorldCall, ledger: Ledger): WorldDecision => {
  const { refusal, tokens } = refusalOf(call, ledger);
  const noted = { ...ledger, tokens };
  return refusal === undefined ? keyed(apply)(step, call, noted) : refused(noted, refusal.status, refusal.because);
};

const apply: Take = (step, call, ledger) => {
  const samples = ledger.samples + 1;
  const value = { receipt: `${step.id}, application ${samples}` };
  const outcomes =
    call.key === undefined
      ? ledger.outcomes
      : new Map([...ledger.outcomes, [call.key, { action: bodyOf(call), value }]]);
  return { status: 200, value, did: 'applied', ledger: { ...ledger, samples, outcomes } };
};

/** Taken now, carried out later. */
const accept: Take = (_, call, ledger) => {
  const accepted = new Map([...ledger.accepted, [call.key ?? '', bodyOf(call)]]);
  return { ...later({ ...ledger, accepted }), did: 'accepted' };
};
const later = (ledger: Ledger): Omit<WorldDecision, 'did'> => ({ status: 202, value: 'accepted', ledger });

const keyless = ({ key }: WorldCall, ledger: Ledger): WorldDecision | undefined =>
  key === undefined || key === ''
    ? refused(ledger, 400, 'expected an Idempotency-Key header; there is none')
    : undefined;

const refused = (ledger: Ledger, status: number, value: Json): WorldDecision => ({
  ...{ status, value, ledger },
  did: 'nothing',
});

/** What makes an action: its run, its step and its arguments. What a worker hands on about itself is none of it. */
const bodyOf = ({ run, step, inputs }: WorldCall): string =>
  canonicalize({
    run,
    step,
    inputs: Object.fromEntries(Object.entries(inputs).filter(([id]) => !id.startsWith('$'))),
  }) ?? '';

import canonicalize from 'canonicalize';
import { type Json, type Program, type ScriptedAnswer, type Step, stepOf } from '../../model/vocabulary.ts';
import type { Ledger } from './ledger.ts';

/** One call on the world, after its envelope was understood. */
export type WorldCall = {
  readonly run: string;
  readonly step: string;
  readonly inputs: Readonly<Record<string, Json>>;
  readonly key: string | undefined;
};

/** What the world does with a call: the answer that it will give, what it will have done, and what it remembers then. */
export type WorldDecision = {
  readonly status: number;
  readonly value: Json;
  readonly did: 'sampled' | 'applied' | 'deduplicated' | 'nothing';
  readonly ledger: Ledger;
};

/** The whole behaviour of the world's servers, pure: `node:http` carries it to processes, msw to code in this process. */
export const answer = (program: Program, call: WorldCall, ledger: Ledger): WorldDecision => {
  const step = stepOf(program, call.step);
  if (step === undefined)
    return { status: 404, value: `no step '${call.step}' in program '${program.id}'`, did: 'nothing', ledger };
  switch (step.op) {
    case 'model':
      return sample(ledger, step.answers, (n) => ({
        text: `${step.id}, sample ${n}`,
        tokens: { input: 200 + 10 * n, output: 40 + n },
      }));
    case 'tool':
      return sample(ledger, step.answers, (n) => ({ found: `${step.id}, look ${n}` }));
    case 'approval':
      return { status: 200, value: 'shown', did: 'nothing', ledger };
    case 'effect':
      return step.contract === 'idempotent' ? applyOnce(step, call, ledger) : apply(step, ledger);
    default:
      return step satisfies never;
  }
};

/** The body of a step's call: its path names the step, the envelope carries the rest. */
export const pathOf: Readonly<Record<Step['op'], string>> = {
  model: 'model',
  tool: 'tool',
  effect: 'effects',
  approval: 'approvals',
};

const sample = (ledger: Ledger, answers: ScriptedAnswer | undefined, make: (n: number) => Json): WorldDecision => {
  const samples = ledger.samples + 1;
  const value = answers === undefined ? make(samples) : scripted(answers);
  return { status: 200, value, did: 'sampled', ledger: { ...ledger, samples } };
};

const scripted = (answers: ScriptedAnswer): Json =>
  'value' in answers
    ? answers.value
    : answers.text.repeat(Math.ceil(answers.bytes / answers.text.length)).slice(0, answers.bytes);

/** An owner that keeps the first outcome of each key (the IETF Idempotency-Key draft; equality as in RFC 8785). */
const applyOnce = (step: Step, call: WorldCall, ledger: Ledger): WorldDecision => {
  const refused = (status: number, value: Json): WorldDecision => ({ status, value, did: 'nothing', ledger });
  if (call.key === undefined || call.key === '')
    return refused(400, 'expected an Idempotency-Key header; there is none');
  const action = canonicalize({ run: call.run, step: call.step, inputs: call.inputs }) ?? '';
  const first = ledger.outcomes.get(call.key);
  if (first?.action === action) return { status: 200, value: first.value, did: 'deduplicated', ledger };
  if (first !== undefined) return refused(422, `the key '${call.key}' was used before with other arguments`);
  const applied = apply(step, ledger);
  return {
    ...applied,
    ledger: {
      ...applied.ledger,
      outcomes: new Map([...ledger.outcomes, [call.key, { action, value: applied.value }]]),
    },
  };
};

const apply = (step: Step, ledger: Ledger): WorldDecision => {
  const decision = sample(ledger, undefined, (n) => ({ receipt: `${step.id}, application ${n}` }));
  return { ...decision, did: 'applied' };
};

/** The bare or quoted form of an Idempotency-Key header. */
export const keyOf = (header: string | undefined): string | undefined => header?.replace(/^"(.*)"$/, '$1');

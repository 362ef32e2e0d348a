import {
  type CallStep,
  callStepOf,
  type Json,
  type Program,
  type ScriptedAnswer,
  type WorkStep,
} from '../../model/vocabulary.ts';
import { store } from './artifacts.ts';
import type { WorldCall, WorldDecision } from './decision.ts';
import type { Ledger } from './ledger.ts';
import { own } from './owners.ts';

/** The whole behaviour of the world's servers, pure: `node:http` carries it to processes, msw to code in this process. */
export const answer = (program: Program, call: WorldCall, ledger: Ledger): WorldDecision => {
  const step = callStepOf(program, call.step);
  if (step === undefined)
    return { status: 404, value: `no step '${call.step}' in program '${program.id}'`, did: 'nothing', ledger };
  switch (step.op) {
    case 'model':
    case 'tool':
      return sample(step, call, ledger);
    case 'approval':
      return { status: 200, value: 'shown', did: 'nothing', ledger };
    case 'effect':
      return own(step, call, ledger);
    case 'output':
      return store(step, call.upload, ledger);
    default:
      return step satisfies never;
  }
};

/** The body of a step's call: its path names the step, the envelope carries the rest. */
export const pathOf: Readonly<Record<CallStep['op'], string>> = {
  model: 'model',
  tool: 'tool',
  effect: 'effects',
  output: 'outputs',
  approval: 'approvals',
};

/** A model's or a tool's answer: a fresh sample, or what the program scripts for this call. */
const sample = (step: SampledStep, call: WorldCall, ledger: Ledger): WorldDecision => {
  const nth = (ledger.asked.get(`${call.run} ${step.id}`) ?? 0) + 1;
  const asked = new Map([...ledger.asked, [`${call.run} ${step.id}`, nth]]);
  const answers = step.answers;
  if (answers !== undefined && 'fails' in answers && nth <= answers.times)
    return {
      status: answers.fails,
      value: `${step.id} fails, call ${nth}`,
      did: 'nothing',
      ledger: { ...ledger, asked },
    };
  const samples = ledger.samples + 1;
  const given = scripted(answers, nth);
  const value = given === undefined ? plain(step, samples) : given;
  return { status: 200, value, did: 'sampled', ledger: { ...ledger, asked, samples } };
};
type SampledStep = Extract<WorkStep, { op: 'model' | 'tool' }>;

/** The n-th sample of all that the world gave: another one each time. */
const plain = ({ op, id }: SampledStep, n: number): Json =>
  op === 'model'
    ? { text: `${id}, sample ${n}`, tokens: { input: 200 + 10 * n, output: 40 + n } }
    : { found: `${id}, look ${n}` };

/** What the program scripts for the `nth` call of a step; nothing where it wants a plain sample. */
const scripted = (answers: ScriptedAnswer | undefined, nth: number): Json | undefined => {
  if (answers === undefined || 'fails' in answers) return undefined;
  if ('value' in answers) return answers.value;
  if ('inTurn' in answers) return answers.inTurn[(nth - 1) % answers.inTurn.length];
  return answers.text.repeat(Math.ceil(answers.bytes / answers.text.length)).slice(0, answers.bytes);
};

/** The bare or quoted form of an Idempotency-Key header. */
export const keyOf = (header: string | undefined): string | undefined => header?.replace(/^"(.*)"$/, '$1');

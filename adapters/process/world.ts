import { randomUUID } from 'node:crypto';
import { type CallStep, type Json, missing } from '../../model/vocabulary.ts';

/** A definite answer that the world gave instead of a result, such as an owner's 422: asking again cannot help. */
export class WorldRefusal extends Error {
  readonly status: number;
  constructor(step: string, status: number, body: Json) {
    super(`the world answered ${status} to ${step}: ${JSON.stringify(body)}`);
    this.status = status;
  }
}

/** An error of the world that may pass, such as a 503: the step's retry policy says what to do. */
export class WorldTrouble extends Error {
  readonly status: number;
  constructor(step: string, status: number, body: Json) {
    super(`the world answered ${status} to ${step}, which may pass: ${JSON.stringify(body)}`);
    this.status = status;
  }
}

/** What a step's call carries: its run, the results so far by step id, and, for an effect, the idempotency key. */
export type Call = {
  readonly run: string;
  readonly step: CallStep;
  readonly results: Readonly<Record<string, Json>>;
  readonly key?: string;
};

const paths = { model: 'model', tool: 'tool', effect: 'effects', output: 'outputs', approval: 'approvals' } as const;

/**
 * Performs one step's call on the world at `base` and returns its result. The values of the steps that it uses go with it, so that the
 * world sees what was handed on; a result that is not there goes as `missing`. One try, no retry. Throws `WorldRefusal` on a definite
 * refusal, `WorldTrouble` on an error that may pass, and whatever `fetch` throws when the connection breaks.
 */
export const perform = async (base: string, call: Call): Promise<Json> => {
  const { run, step, results, key } = call;
  const inputs = Object.fromEntries(
    step.uses.map((used) => [used, results[used] === undefined ? missing : results[used]]),
  );
  const response = await fetch(`${base}/${paths[step.op]}/${encodeURIComponent(step.id)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: JSON.stringify({ run, inputs, nonce: randomUUID() }),
  });
  const { value }: { value: Json } = JSON.parse(await response.text());
  if (response.ok) return value;
  throw mayPass(response.status)
    ? new WorldTrouble(step.id, response.status, value)
    : new WorldRefusal(step.id, response.status, value);
};

/** Spec, section Effect owner contracts: what to retry later. */
const mayPass = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

import { createHash, randomUUID } from 'node:crypto';
import {
  type ArtifactReference,
  artifactOf,
  type CallStep,
  type Fetch,
  type Json,
  missing,
  referenceIn,
} from '../../model/vocabulary.ts';

/** A definite answer that the world gave instead of a result, such as an owner's 422: asking again cannot help. */
export class WorldRefusal extends Error {
  readonly status: number;
  readonly answer: Json;
  constructor(step: string, status: number, body: Json) {
    super(`the world answered ${status} to ${step}: ${JSON.stringify(body)}`);
    this.status = status;
    this.answer = body;
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

/**
 * What a step's call carries: its run, the results so far by step id, and, for an effect, the idempotency key. An owner that guards itself
 * asks for whom its effect is sent, and under which fencing token: `{ principal, token }`.
 */
export type Call = {
  readonly run: string;
  readonly step: CallStep;
  readonly results: Readonly<Record<string, Json>>;
  readonly key?: string;
  readonly authority?: Json;
  /** The revisions under which the step is done, where the runtime knows them: the world sees them beside the values. */
  readonly configuration?: Json | undefined;
  /** For who acts wrongly: what the artifact store says that it has is not looked at. */
  readonly isTrusting?: boolean | undefined;
};

const paths = { model: 'model', tool: 'tool', effect: 'effects', approval: 'approvals' } as const;

/**
 * Performs one step's call on the world at `base` and returns its result; that of an output is the reference to what it uploaded. The
 * values of the steps that it uses go with it, so that the world sees what was handed on; a result that is not there goes as `missing`.
 * An upload that the store does not hold whole is sent again. Else one try, no retry. `via` is another way to the world than the network. Throws `WorldRefusal` on a definite refusal, `WorldTrouble` on an error that may pass, and whatever `fetch` throws
 * when the connection breaks.
 */
export const perform = async (base: string, call: Call, via: Fetch = fetch): Promise<Json> => {
  for (let tries = 1; ; tries++) {
    const value = await performOnce(base, call, via);
    const reference = call.step.op === 'output' && call.isTrusting !== true ? referenceIn(value) : undefined;
    if (reference === undefined || (await isStored(base, { run: call.run, reference }, via))) return value;
    if (tries === UPLOADS) throw new ArtifactMissing(reference, `it was stored ${tries} times, and never whole`);
  }
};

/** So often an artifact is uploaded that its store does not keep whole. */
const UPLOADS = 3;

/** Whether the store holds what was just sent to it: until it was read again nothing but the store's own word says so. */
const isStored = async (base: string, wanted: Parameters<typeof readArtifact>[1], via: Fetch): Promise<boolean> => {
  try {
    await readArtifact(base, wanted, via);
    return true;
  } catch (error) {
    if (error instanceof ArtifactMissing) return false;
    throw error;
  }
};

const performOnce = async (base: string, call: Call, via: Fetch): Promise<Json> => {
  const { run, step, results, key, authority, configuration } = call;
  const inputs = {
    ...Object.fromEntries(step.uses.map((used) => [used, results[used] === undefined ? missing : results[used]])),
    ...(authority === undefined ? {} : { $authority: authority }),
    ...(configuration === undefined ? {} : { $configuration: configuration }),
  };
  const envelope = { run, inputs, nonce: randomUUID() };
  const response = await (step.op === 'output'
    ? via(...uploading(base, step, envelope))
    : via(`${base}/${paths[step.op]}/${encodeURIComponent(step.id)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
        body: JSON.stringify(envelope),
      }));
  const { value }: { value: Json } = JSON.parse(await response.text());
  if (response.ok) return value;
  throw mayPass(response.status)
    ? new WorldTrouble(step.id, response.status, value)
    : new WorldRefusal(step.id, response.status, value);
};

/** An artifact's content is what its step was given: the world reads the call in it. */
const uploading = (
  base: string,
  step: Extract<CallStep, { readonly op: 'output' }>,
  envelope: Readonly<Record<string, Json>>,
): [string, RequestInit] => {
  const content = JSON.stringify({ ...envelope, step: step.id });
  const headers = { 'content-type': 'application/json', 'content-digest': `sha-256=:${sha256(content, 'base64')}:` };
  return [
    `${base}/outputs/${encodeURIComponent(artifactOf(step) ?? step.id)}`,
    { method: 'PUT', headers, body: content },
  ];
};

const sha256 = (content: string | Uint8Array, encoding: 'base64' | 'hex'): string =>
  createHash('sha256').update(content).digest(encoding);

/** A version that a reference names is not in the artifact store, or is not what the reference says. */
export class ArtifactMissing extends Error {
  readonly reference: ArtifactReference;
  constructor(reference: ArtifactReference, found: string) {
    super(`expected ${reference.name} ${reference.version} with ${reference.digest} in the artifact store; ${found}`);
    this.reference = reference;
  }
}

/**
 * Reads the version that a reference names from the artifact store, for who is about to use it. Throws `ArtifactMissing` where it is not
 * there or was altered, `WorldTrouble` where the store may have it later, and whatever `fetch` throws when the connection breaks.
 */
export const readArtifact = async (
  base: string,
  { run, reference }: { readonly run: string; readonly reference: ArtifactReference },
  via: Fetch = fetch,
): Promise<Uint8Array> => {
  const { name, version } = reference;
  const query = new URLSearchParams({ run, version });
  const response = await via(`${base}/outputs/${encodeURIComponent(name)}?${query}`);
  const content = new Uint8Array(await response.arrayBuffer());
  if (mayPass(response.status)) throw new WorldTrouble(name, response.status, null);
  if (!response.ok) throw new ArtifactMissing(reference, `the store answered ${response.status}`);
  const digest = `sha256:${sha256(content, 'hex')}`;
  if (digest !== reference.digest) throw new ArtifactMissing(reference, `it has ${digest}`);
  return content;
};

/** Spec, section Effect owner contracts: what to retry later. */
const mayPass = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

import { createHash } from 'node:crypto';
import { type ArtifactReference, artifactOf, type Json, type WorkStep } from '../../model/vocabulary.ts';
import type { Upload, WorldDecision } from './decision.ts';
import type { Artifact, Ledger } from './ledger.ts';

/** Stores a new version and answers with its reference. What is not what its headers say is refused, and nothing is stored. */
export const store = (
  step: Extract<WorkStep, { op: 'output' }>,
  upload: Upload | undefined,
  ledger: Ledger,
): WorldDecision => {
  const refused = (status: number, value: Json): WorldDecision => ({ status, value, did: 'nothing', ledger });
  const name = artifactOf(step) ?? step.id;
  if (upload === undefined) return refused(400, 'expected an upload: PUT the content to outputs/NAME');
  if (upload.name !== name) return refused(404, `step '${step.id}' writes '${name}', not '${upload.name}'`);
  const { content } = upload;
  const digest = digestOf(content);
  if (upload.bytes !== undefined && upload.bytes !== content.byteLength)
    return refused(400, `incomplete: its Content-Length is ${upload.bytes}, and ${content.byteLength} bytes came`);
  if (upload.digest === undefined) return refused(400, 'expected a Content-Digest header with sha-256; there is none');
  if (upload.digest !== digest)
    return refused(422, `altered: its Content-Digest is ${upload.digest}, and ${digest} came`);
  const versions = ledger.artifacts.get(name) ?? [];
  if (upload.isOnlyFirst && versions.length > 0) return refused(412, `there is a '${name}' already`);
  const reference = { name, version: `v${versions.length + 1}`, digest, bytes: content.byteLength };
  const artifacts = new Map([...ledger.artifacts, [name, [...versions, { ...reference, content }]]]);
  return { status: 201, value: reference, did: 'stored', ledger: { ...ledger, artifacts } };
};

/** An upload of which the store kept the first half, although its answer names the whole. */
export const cutOff = (decision: WorldDecision, { name, version }: ArtifactReference): WorldDecision => {
  const halved = (one: Artifact): Artifact => {
    if (one.version !== version) return one;
    const content = one.content.slice(0, Math.floor(one.bytes / 2));
    return { ...one, content, bytes: content.byteLength, digest: digestOf(content) };
  };
  const versions = (decision.ledger.artifacts.get(name) ?? []).map(halved);
  return {
    ...decision,
    ledger: { ...decision.ledger, artifacts: new Map([...decision.ledger.artifacts, [name, versions]]) },
  };
};

/** What somebody asks the artifact store for; the newest version where no version is named. */
export type Wanted = { readonly run: string; readonly name: string; readonly version: string | undefined };

/** The version that somebody wants, where the store has it. */
export const find = ({ name, version }: Wanted, { artifacts }: Ledger): Artifact | undefined => {
  const versions = artifacts.get(name) ?? [];
  return version === undefined ? versions.at(-1) : versions.find((one) => one.version === version);
};

/** An upload with what the headers of its request claim. */
export const uploadOf = (name: string, content: Uint8Array, header: (name: string) => string | undefined): Upload => {
  const length = header('content-length');
  return {
    name,
    content,
    digest: digestIn(header('content-digest')),
    bytes: length === undefined ? undefined : Number(length),
    isOnlyFirst: header('if-none-match') === '*',
  };
};

/** The headers under which a version is handed out. Its digest is its entity tag: content and tag change together, or never. */
export const headersOf = ({ digest, bytes, version }: Artifact): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'content-length': String(bytes),
  'content-digest': headerOf(digest),
  etag: `"${digest}"`,
  'artifact-version': version,
});

const digestOf = (content: Uint8Array): string => `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** A digest in the form of a Content-Digest header (RFC 9530). */
const headerOf = (digest: string): string =>
  `sha-256=:${Buffer.from(digest.slice('sha256:'.length), 'hex').toString('base64')}:`;

const digestIn = (header: string | undefined): string | undefined => {
  const [, base64] = header?.match(/(?:^|[\s,])sha-256=:([A-Za-z0-9+/=]+):/) ?? [];
  return base64 === undefined ? undefined : `sha256:${Buffer.from(base64, 'base64').toString('hex')}`;
};

import { uploadOf, type Wanted } from './artifacts.ts';
import type { Upload } from './decision.ts';
import { addressed, type Envelope, envelopeSchema, uploadEnvelopeSchema } from './envelope.ts';
import { keyOf, pathOf } from './handlers.ts';

/** A request as far as the world reads it, whatever carried it. `path` is what follows the base address of a process, with its query. */
export type Request = {
  readonly method: string;
  readonly path: string;
  readonly header: (name: string) => string | undefined;
};

/** A call on the world as its request says it. */
export type Called = {
  readonly service: string;
  readonly step: string;
  readonly envelope: Envelope;
  readonly key: string | undefined;
  readonly upload: Upload | undefined;
};

/** What a GET or HEAD asks the artifact store for; nothing where the request is another one. */
export const wantedBy = ({ method, path }: Request): Wanted | undefined => {
  const [place, query] = partsOf(path);
  const run = query.get('run');
  const isReading = method === 'GET' || method === 'HEAD';
  if (!isReading || place?.service !== pathOf.output || run === null) return undefined;
  return { run, name: place.name, version: query.get('version') ?? undefined };
};

/** What a look-up asks an effect owner about. */
export type Question = { readonly run: string; readonly key: string };

/** What a GET asks an effect owner about; nothing where the request is another one. */
export const questionIn = ({ method, path }: Request): Question | undefined => {
  const [place, query] = partsOf(path);
  const run = query.get('run');
  return method === 'GET' && place?.service === pathOf.effect && run !== null ? { run, key: place.name } : undefined;
};

/** The call that a POST is, or a PUT to the artifact store; nothing where it is none. */
export const callIn = ({ method, path, header }: Request, body: Uint8Array): Called | undefined => {
  const [place] = partsOf(path);
  if (place === undefined) return undefined;
  const { service, name } = place;
  const content = jsonIn(body);
  const key = keyOf(header('idempotency-key'));
  if (method === 'PUT' && service === pathOf.output) {
    const envelope = uploadEnvelopeSchema.safeParse(content).data;
    return envelope && { service, step: envelope.step, envelope, key, upload: uploadOf(name, body, header) };
  }
  const envelope = method === 'POST' ? envelopeSchema.safeParse(content).data : undefined;
  return envelope && { service, step: name, envelope, key, upload: undefined };
};

const partsOf = (path: string): readonly [ReturnType<typeof addressed>, URLSearchParams] => {
  const [place = '', query] = path.split('?');
  return [addressed(place), new URLSearchParams(query)];
};

const jsonIn = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
};

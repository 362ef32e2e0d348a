import { z } from 'zod';
import { jsonSchema } from '../../model/vocabulary.ts';

/** What every call on the world carries in its body. */
export const envelopeSchema = z.object({
  run: z.string(),
  inputs: z.record(z.string(), jsonSchema).default({}),
  nonce: z.string(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

/** The content of an upload: the envelope of its call, with the step that makes it, since its path names the artifact. */
export const uploadEnvelopeSchema = envelopeSchema.extend({ step: z.string() });

/** The service and the step, or for the artifact store the artifact, that a path below a process's base address names: `model/extract`. */
export const addressed = (path: string): { readonly service: string; readonly name: string } | undefined => {
  const [service, name, ...rest] = path.replace(/^\//, '').split('/');
  return service !== undefined && name !== undefined && rest.length === 0
    ? { service, name: decodeURIComponent(name) }
    : undefined;
};

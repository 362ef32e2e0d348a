import { z } from 'zod';
import { jsonSchema } from '../../model/vocabulary.ts';

/** What every call on the world carries in its body. */
export const envelopeSchema = z.object({
  run: z.string(),
  inputs: z.record(z.string(), jsonSchema).default({}),
  nonce: z.string(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

/** The service and the step that a path names, below a process's base address: `model/extract`. */
export const addressed = (path: string): { readonly service: string; readonly step: string } | undefined => {
  const [service, step, ...rest] = path.replace(/^\//, '').split('/');
  return service !== undefined && step !== undefined && rest.length === 0
    ? { service, step: decodeURIComponent(step) }
    : undefined;
};

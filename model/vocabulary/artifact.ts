import { z } from 'zod';
import type { Json } from './json.ts';

/**
 * What names one version in the artifact store for ever: the result of an `output` step. `digest` is `sha256:` and the SHA-256 of the
 * content in hexadecimal digits, `bytes` its length.
 */
export const artifactReferenceSchema = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
});
export type ArtifactReference = z.infer<typeof artifactReferenceSchema>;

/** The reference that a value is, where it is one. */
export const referenceIn = (value: Json | undefined): ArtifactReference | undefined =>
  artifactReferenceSchema.safeParse(value).data;

/** Every reference among the values that a step is given. */
export const referencesAmong = (values: Readonly<Record<string, Json>>): readonly ArtifactReference[] =>
  Object.values(values).flatMap((value) => referenceIn(value) ?? []);

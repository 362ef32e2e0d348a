import { z } from 'zod';
import { type Json, pinsSchema } from '../vocabulary.ts';
import type { Call } from './calls.ts';

/*
 * What a worker hands on about itself beside the values of the steps that it uses. No step can have such a name, so they never meet.
 */

const configurationSchema = z.object({
  ...pinsSchema.partial().shape,
  agent: z.string().optional(),
  attachments: z.array(z.string()).readonly().optional(),
});
/** The configuration under which a worker says that it makes a call: its input `$configuration`. */
type Configuration = z.infer<typeof configurationSchema>;

const authoritySchema = z.object({ principal: z.string().min(1), token: z.union([z.number(), z.string().min(1)]) });
/** For whom a worker acts, and its fencing token: its input `$authority`. */
type Authority = z.infer<typeof authoritySchema>;

/** The configuration that a call carries; nothing where its worker hands none on. */
export const configurationOf = (call: Call): Configuration | undefined =>
  configurationSchema.safeParse(call.inputs.$configuration).data;

/** The authority that a call carries; nothing where it is not there or not whole. */
export const authorityOf = (call: Pick<Call, 'inputs'>): Authority | undefined => authorityIn(call.inputs);

/** The authority among the inputs of a call. */
export const authorityIn = (inputs: Readonly<Record<string, Json>>): Authority | undefined =>
  authoritySchema.safeParse(inputs.$authority).data;

/** The arguments among the inputs of a call: all but what its worker hands on about itself. */
export const argumentsOf = ({ inputs }: Pick<Call, 'inputs'>): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => !name.startsWith('$')));

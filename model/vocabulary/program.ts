import { z } from 'zod';
import { jsonSchema } from './json.ts';

/** The contracts under which an effect owner serves. `idempotent` deduplicates by key; `opaque` can neither do that nor be asked. */
export const contractSchema = z.enum(['idempotent', 'opaque']);
export type Contract = z.infer<typeof contractSchema>;

/** What the world answers where a plain sample will not do: a literal value, or text of a stated size. */
const answerSchema = z.union([
  z.object({ value: jsonSchema }),
  z.object({ text: z.string().min(1), bytes: z.number().int().positive() }),
]);
export type ScriptedAnswer = z.infer<typeof answerSchema>;

const named = { id: z.string().min(1), uses: z.array(z.string()).readonly() };

/** One step of a program. `uses` names the earlier steps whose results it is given: what "depends on" means everywhere. */
export const stepSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('model'), ...named, answers: answerSchema.optional() }),
  z.object({ op: z.literal('tool'), ...named, answers: answerSchema.optional() }),
  z.object({ op: z.literal('effect'), ...named, contract: contractSchema }),
  z.object({ op: z.literal('approval'), ...named }),
]);
export type Step = z.infer<typeof stepSchema>;
/** The kinds of step that a program is made of. */
export type StepOp = Step['op'];

/** A scenario as data, interpreted by one small handler per runtime. The steps run in order, in one slot. */
export const programSchema = z.object({
  id: z.string().min(1),
  title: z.string(),
  steps: z.array(stepSchema).readonly(),
});
export type Program = z.infer<typeof programSchema>;

/** The step of that id, if the program has one. */
export const stepOf = (program: Program, id: string): Step | undefined => program.steps.find((step) => step.id === id);

/** Every step whose result must have existed before `id` could start, directly or through others. */
export const dependenciesOf = (program: Program, id: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (step: string): void => {
    for (const used of stepOf(program, step)?.uses ?? [])
      if (!found.has(used)) {
        found.add(used);
        visit(used);
      }
  };
  visit(id);
  return found;
};

import { z } from 'zod';
import { historySchema } from './history.ts';
import { planSchema } from './plan.ts';

/** What a correct runtime did under the plan of a counterexample: its history, or why there is none. */
export const besideSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ran'), history: historySchema }),
  z.object({ status: z.literal('not run'), because: z.string() }),
]);
export type Beside = z.infer<typeof besideSchema>;

/** What a counterexample was before it was made smaller: its plan, and how many events the history had in which that failed. */
export const largerSchema = z.object({ plan: planSchema, events: z.number().int().nonnegative() });
export type Larger = z.infer<typeof largerSchema>;

/** What stands in a counterexample beside the failure itself: the same plan on a correct runtime, and what it was before it was made smaller. */
export type Companions = {
  readonly reference?: Beside | undefined;
  readonly larger?: Larger | undefined;
};

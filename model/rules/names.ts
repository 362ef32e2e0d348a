/** Under which id an entity is kept. Runs, slots and launch specifications have the ids that commands give them. */

/** An attempt, and with it its lease and its worker. */
export const attemptOf = (slot: string, nth: number): string => `${slot}/${nth}`;
/** The result of a step. */
export const outputOf = (slot: string, step: string): string => `${slot}/${step}`;
/** The effect of a step. */
export const effectOf = (slot: string, step: string): string => `${slot}/${step}`;
/** An approval. Commands call it by its step, which is its name within its run. */
export const approvalOf = (run: string, step: string): string => `${run}/${step}`;
/** A start key, which counts within its tenant. */
export const startOf = (tenant: string, startKey: string): string => `${tenant}/${startKey}`;
/** A timer, named by its step within its run. */
export const timerOf = (run: string, step: string): string => `${run}/${step}`;
/** The run of a child step. */
export const childOf = (run: string, step: string): string => `${run}/${step}`;
/** The one slot of the run of a child step. */
export const childSlotOf = (slot: string, step: string): string => `${slot}/${step}`;
/** What an attempt uploads for a step. */
export const artifactOf = (attempt: string, step: string): string => `${attempt}/${step}`;

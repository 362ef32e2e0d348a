import { z } from 'zod';
import { jsonSchema } from './json.ts';

/**
 * The contracts under which an effect owner serves. `idempotent` deduplicates by key; `lookup` does not, and can be asked by key what
 * became of an action; `opaque` can neither do that nor be asked; `async` accepts, and says the outcome later, at least once; `guarded`
 * checks current authority or a fencing token before it applies.
 */
export const contractSchema = z.enum(['idempotent', 'lookup', 'opaque', 'async', 'guarded']);
export type Contract = z.infer<typeof contractSchema>;

/**
 * What the world answers where a plain sample will not do: a literal value, text of a stated size, values in turn (the n-th sample is
 * the n-th of them, round and round: a second sample of a choice goes another way), or errors before the first sample.
 */
const answerSchema = z.union([
  z.object({ value: jsonSchema }),
  z.object({ text: z.string().min(1), bytes: z.number().int().positive() }),
  z.object({ inTurn: z.array(jsonSchema).min(1).readonly() }),
  z.object({ fails: z.number().int().min(400).max(599), times: z.number().int().positive() }),
]);
export type ScriptedAnswer = z.infer<typeof answerSchema>;

/** How often a step is tried when the world answers it with an error that may pass (5xx), and how long is waited before the next try. */
export const retrySchema = z.object({
  attempts: z.number().int().positive(),
  backoffMs: z.number().int().nonnegative(),
});
export type RetryPolicy = z.infer<typeof retrySchema>;

const named = { id: z.string().min(1), uses: z.array(z.string()).readonly() };
const sampled = { ...named, answers: answerSchema.optional(), retry: retrySchema.optional() };

const workSteps = [
  z.object({ op: z.literal('model'), ...sampled }),
  z.object({ op: z.literal('tool'), ...sampled }),
  /** `repeats` is what its owner says to a repeat that it recognises, where that is not the first outcome: that it exists already. */
  z.object({
    op: z.literal('effect'),
    ...named,
    contract: contractSchema,
    repeats: z.literal('conflict').optional(),
    retry: retrySchema.optional(),
  }),
  /**
   * Writes an artifact into the artifact store, under the name `artifact` or else the step's id; its result is the reference to that
   * version, `{ name, version, digest, bytes }`.
   */
  z.object({
    op: z.literal('output'),
    ...named,
    artifact: z.string().min(1).optional(),
    retry: retrySchema.optional(),
  }),
] as const;
const workStepSchema = z.discriminatedUnion('op', [...workSteps]);
/** A step that is one call on the world and has a result of its own. */
export type WorkStep = z.infer<typeof workStepSchema>;

/** Where `reviewer` is set nobody else may decide; after `deadlineMs` from the request on nobody may. */
const approvalStepSchema = z.object({
  op: z.literal('approval'),
  ...named,
  reviewer: z.string().optional(),
  deadlineMs: z.number().int().positive().optional(),
});
const several = z.array(workStepSchema).min(1).readonly();

/**
 * Steps that hold others, or only wait. The result of a `timer` is null; of `parallel`, an object of its members' results by id; of
 * `choose`, the value that it chose by; of `child`, the result of its last step. The steps inside have results of their own under
 * their own ids, which are unique in the whole program.
 */
const structureSteps = [
  z.object({ op: z.literal('timer'), ...named, ms: z.number().int().positive() }),
  /** All members at once; the next step begins when each has ended. */
  z.object({ op: z.literal('parallel'), ...named, members: several }),
  /** The case named by the text that step `by` gave, and no other. */
  z.object({ op: z.literal('choose'), ...named, by: z.string(), cases: z.record(z.string(), several) }),
  /** A run of its own, tied to this one, that does its steps in order. Its calls on the world carry the id of the parent's run. */
  z.object({ op: z.literal('child'), ...named, steps: several }),
] as const;

/** One step of a program. `uses` names the earlier steps whose results it is given: what "depends on" means everywhere. */
export const stepSchema = z.discriminatedUnion('op', [...workSteps, approvalStepSchema, ...structureSteps]);
export type Step = z.infer<typeof stepSchema>;
/** The kinds of step that a program is made of. */
export type StepOp = Step['op'];
/** A step that calls the world. An approval's call shows its prompt. */
export type CallStep = WorkStep | z.infer<typeof approvalStepSchema>;
/** What a call on the world can be for. */
export type CallOp = CallStep['op'];

/**
 * A scenario as data, interpreted by one small handler per runtime. The steps run in order, in one slot. `limits.attempts` bounds how
 * often the run is taken up at all, however its attempts end: the runtime's own setting for it is set to that number. `revision` tells
 * versions of one program apart, as a deployed workflow has them: without it, it is the first.
 */
export const programSchema = z.object({
  id: z.string().min(1),
  title: z.string(),
  revision: z.number().int().positive().optional(),
  steps: z.array(stepSchema).readonly(),
  limits: z
    .object({
      attempts: z.number().int().positive().optional(),
      /** From the launch on: after it no effect starts. */
      deadlineMs: z.number().int().positive().optional(),
      /** Time at work, over all attempts; waiting does not count. */
      executionMs: z.number().int().positive().optional(),
    })
    .optional(),
});
export type Program = z.infer<typeof programSchema>;

/** The id of the workflow revision that a program is: what a run pins, and what a worker has the code of. */
export const workflowOf = ({ id, revision = 1 }: Pick<Program, 'id' | 'revision'>): string => `${id}@${revision}`;

/** The steps directly inside another one. */
export const insideOf = (step: Step): readonly WorkStep[] => {
  switch (step.op) {
    case 'parallel':
      return step.members;
    case 'choose':
      return Object.values(step.cases).flat();
    case 'child':
      return step.steps;
    default:
      return [];
  }
};

/** Every step of a program at any depth, each before those inside it. */
export const allSteps = ({ steps }: Pick<Program, 'steps'>): readonly Step[] =>
  steps.flatMap((step) => [step, ...insideOf(step)]);

/** The steps that call the world, at any depth, in the order of the program. */
export const callSteps = (program: Pick<Program, 'steps'>): readonly CallStep[] => allSteps(program).filter(isCallStep);

/** Whether a step calls the world, rather than holding others or only waiting. */
export const isCallStep = (step: Step): step is CallStep =>
  ['model', 'tool', 'effect', 'output', 'approval'].includes(step.op);

/** The step of that id, at any depth, if the program has one. */
export const stepOf = (program: Pick<Program, 'steps'>, id: string): Step | undefined =>
  allSteps(program).find((step) => step.id === id);

/** The step that calls the world under that id, if there is one. */
export const callStepOf = (program: Pick<Program, 'steps'>, id: string): CallStep | undefined =>
  callSteps(program).find((step) => step.id === id);

/** The step that holds another one, if any does. */
export const holderOf = (program: Pick<Program, 'steps'>, id: string): Step | undefined =>
  program.steps.find((step) => insideOf(step).some((inner) => inner.id === id));

/** The name under which a step writes into the artifact store, if it does. */
export const artifactOf = (step: Step | undefined): string | undefined =>
  step?.op === 'output' ? (step.artifact ?? step.id) : undefined;

/** The longest time in milliseconds that a program itself stands still: its longest timer, or backoff between two tries. */
export const longestPause = (program: Pick<Program, 'steps'>): number =>
  Math.max(
    0,
    ...allSteps(program).map((step) => ('ms' in step ? step.ms : 'retry' in step ? (step.retry?.backoffMs ?? 0) : 0)),
  );

/** Every step whose result must have existed before `id` could start, directly or through others. */
export const dependenciesOf = (program: Program, id: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (step: string): void => {
    for (const used of usedBy(program, step))
      if (!found.has(used)) {
        found.add(used);
        visit(used);
      }
  };
  visit(id);
  return found;
};

/** What a step is given, what chose it, and, for one that holds others, those whose results make up its own. */
const usedBy = (program: Program, id: string): readonly string[] => {
  const step = stepOf(program, id);
  const holder = holderOf(program, id);
  const isJoin = step?.op === 'parallel' || step?.op === 'child';
  return [
    ...(step?.uses ?? []),
    ...(step?.op === 'choose' ? [step.by] : []),
    ...(isJoin ? insideOf(step).map((inner) => inner.id) : []),
    ...(holder === undefined ? [] : [...holder.uses, ...(holder.op === 'choose' ? [holder.by] : [])]),
  ];
};

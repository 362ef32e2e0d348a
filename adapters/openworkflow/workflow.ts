import { defineWorkflow, type RetryPolicy, type Workflow } from 'openworkflow';
import type { CallStep, Json, Program, RetryPolicy as Retry } from '../../model/vocabulary.ts';
import { type Idiom, interpret, perform, type Results, type StepOf } from '../process/index.ts';

/** What a workflow is started with. The run's name stands in it, since OpenWorkflow gives every run an id of its own. */
export type Input = { readonly run: string; readonly before: Results };
/** A workflow of OpenWorkflow that does a program or a part of one. */
export type Defined = Workflow<Input, Json, Input>;
type Context = Parameters<Defined['fn']>[0];

/** The signal that an approval of a run waits for; the documentation asks for names that hold an entity's id. */
export const signalOf = (run: string, approval: string): string => `approval:${run}:${approval}`;
/** The step that shows an approval's prompt; the wait itself bears the approval's own name. */
export const promptOf = (approval: string): string => `${PROMPT}${approval}`;
/** Whether that is the name of a step that shows a prompt. */
export const isPrompt = (name: string): boolean => name.startsWith(PROMPT);
const PROMPT = 'ask for ';

/** A program as OpenWorkflow workflows: its own, and one for each child in it. */
export const workflowsOf = (program: Program, world: string): readonly [Defined, ...Defined[]] => [
  workflowOf(program.id, program, world),
  ...program.steps.flatMap((step) =>
    step.op === 'child' ? [workflowOf(childName(program.id, step), { steps: step.steps }, world)] : [],
  ),
];

const childName = (parent: string, step: Pick<StepOf<'child'>, 'id'>): string => `${parent}/${step.id}`;

const workflowOf = (name: string, program: Pick<Program, 'steps'>, world: string): Defined =>
  defineWorkflow<Input, Json, Input>({ name }, async (context) => {
    const results = await interpret(program, idiomOf(name, world, context), context.input.before);
    return results[program.steps.at(-1)?.id ?? ''] ?? null;
  });

const idiomOf = (name: string, world: string, { input, step: api }: Context): Idiom => ({
  call: async (step, results) => {
    const call = () => perform(world, { run: input.run, step, results, ...keyOf(input.run, step) });
    if (step.op !== 'approval') return api.run<Json>({ name: step.id, ...policyOf(step.retry) }, call);
    await api.run<Json>({ name: promptOf(step.id) }, call);
    return approvedBy(await api.waitForSignal<Json>({ name: step.id, signal: signalOf(input.run, step.id) }));
  },
  timer: (step) => api.sleep(step.id, `${step.ms}ms`),
  child: (step, results) =>
    api.runWorkflow<Input, Json>(
      { name: childName(name, step) },
      { run: input.run, before: results },
      { name: step.id },
    ),
});

/**
 * What a reviewer decided, where it is to go on. Else it throws: an error outside a step ends the run as failed, and no step that was gated
 * begins. A wait of a year that nobody ended has null.
 */
export const approvedBy = (given: { readonly data: Json } | null): Json => {
  if (given?.data === 'approve') return given.data;
  throw new Error(given === null ? 'nobody decided within a year' : `the reviewer said: ${JSON.stringify(given.data)}`);
};

/** The key names the action, not the try. */
const keyOf = (run: string, step: CallStep): { key?: string } =>
  step.op === 'effect' ? { key: `${run}:${step.id}` } : {};

/** A step without a policy of its own keeps OpenWorkflow's default: ten attempts, the first retry after a second. */
const policyOf = (retry: Retry | undefined): { retryPolicy?: Partial<RetryPolicy> } =>
  retry === undefined
    ? {}
    : {
        retryPolicy: {
          maximumAttempts: retry.attempts,
          initialInterval: `${retry.backoffMs}ms`,
          maximumInterval: `${retry.backoffMs}ms`,
          backoffCoefficient: 1,
        },
      };

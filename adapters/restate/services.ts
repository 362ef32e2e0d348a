import {
  type EndpointOptions,
  TerminalError,
  type WorkflowContext,
  type WorkflowOptions,
  type WorkflowSharedContext,
  workflow,
} from '@restatedev/restate-sdk';
import type { Json, Program } from '../../model/vocabulary.ts';
import { callSteps, stepOf } from '../../model/vocabulary.ts';
import { interpret, isReview, type Results } from '../process/index.ts';
import { type Children, idiomOf } from './idiom.ts';
import { runReview } from './review.ts';
import type { Variant } from './variant.ts';

/** What the code of one case is made from. `service` is the name of its workflow; that of its children's is `service` and `-child`. */
export type Code = {
  readonly service: string;
  readonly program: Program;
  readonly world: string;
  readonly variant: Variant;
};
/** What a reviewer sends to the workflow. */
export type Decision = { readonly approval: string; readonly decision: string };

/** The services of one case: a workflow whose ID is the run's, with a handler that takes decisions, and one for child runs. */
export const servicesOf = (code: Code): EndpointOptions['services'] => {
  const { service, program, world, variant } = code;
  const children = childrenOf(code);
  const options = optionsOf(program);
  const run =
    variant.program === 'native' && isReview(program)
      ? (ctx: WorkflowContext): Promise<Results> => runReview(ctx, world)
      : (ctx: WorkflowContext): Promise<Results> => interpret(program, idiomOf(ctx, { run: ctx.key, world, children }));
  return [workflow({ name: service, handlers: { run, decide: decideFor(program) }, options }), children];
};
const childrenOf = ({ service, program, world }: Code): Children =>
  workflow({
    name: `${service}-child`,
    handlers: {
      run: async (ctx: WorkflowContext, { run, step: id, results }): Promise<Json> => {
        const step = stepOf(program, id);
        if (step?.op !== 'child') throw new TerminalError(`${program.id} has no child '${id}'`, { errorCode: 404 });
        const given = await interpret(step, idiomOf(ctx, { run, world }), results);
        return given[step.steps.at(-1)?.id ?? ''] ?? null;
      },
    },
    options: optionsOf(program),
  });

/** The first decision completes the workflow's durable promise; Restate refuses a second one. */
const decideFor =
  (program: Program) =>
  async (ctx: WorkflowSharedContext, { approval, decision }: Decision): Promise<void> => {
    const isAsked = callSteps(program).some(({ op, id }) => op === 'approval' && id === approval);
    if (!isAsked) throw new TerminalError(`${program.id} asks for no '${approval}'`, { errorCode: 404 });
    await ctx.promise<string>(approval).resolve(decision);
  };

/**
 * A program's limit is the retry policy of its services, and a run that reached it is ended rather than paused: paused, it would wait for
 * a person who resumes it. A try that finds no worker counts too, so there is time for one to come up.
 */
const optionsOf = ({ limits }: Program): WorkflowOptions =>
  limits?.attempts === undefined
    ? {}
    : {
        retryPolicy: {
          maxAttempts: limits.attempts,
          onMaxAttempts: 'kill',
          initialInterval: REPLACED_MS,
          maxInterval: REPLACED_MS,
        },
      };

/** How long a dead worker's successor may take until it serves. */
const REPLACED_MS = 3_000;

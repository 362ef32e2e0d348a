import {
  isRestatePromise,
  RestatePromise,
  type RunOptions,
  TerminalError,
  type WorkflowContext,
  type WorkflowDefinition,
} from '@restatedev/restate-sdk';
import type { CallStep, Json } from '../../model/vocabulary.ts';
import { type Idiom, perform, type Results, WorldRefusal } from '../process/index.ts';
import { promptOf } from './names.ts';

/** What a child is started with. It calls the world in its parent's name. */
type ChildInput = { readonly run: string; readonly step: string; readonly results: Results };
type ChildHandlers = { readonly run: (ctx: WorkflowContext, input: ChildInput) => Promise<Json> };
/** The workflow of child runs, as their parents call it. */
export type Children = WorkflowDefinition<string, ChildHandlers>;

/** Where an interpreted program runs: in whose name it calls the world, and what starts its children. */
export type Scene = { readonly run: string; readonly world: string; readonly children?: Children };

/** How Restate says each kind of step: `ctx.run`, `ctx.sleep`, a durable promise, `RestatePromise.all`, a call of another workflow. */
export const idiomOf = (ctx: WorkflowContext, { run, world, children }: Scene): Idiom => ({
  call: (step, results) => {
    if (step.op === 'approval') return approvalOf(ctx, { world, run, step, results });
    return callWorld(ctx, { world, run, step, results });
  },
  timer: async (step) => ctx.sleep(step.ms, step.id),
  together: async (members) => RestatePromise.all(members.map((member) => durable(member()))),
  ...(children === undefined
    ? {}
    : {
        child: async (step, results) =>
          ctx.workflowClient<ChildHandlers>(children, `${run}/${step.id}`).run({ run, step: step.id, results }),
      }),
});

/** One call on the world and what it takes along. */
export type Asking = {
  readonly world: string;
  readonly run: string;
  readonly step: CallStep;
  readonly results: Results;
};

/**
 * One durable step around one call on the world. An effect's key is a UUID of Restate's, the same in every replay, as the documentation
 * has it for idempotency keys.
 */
export const callWorld = (ctx: WorkflowContext, { world, run, step, results }: Asking): RestatePromise<Json> => {
  const key = step.op === 'effect' ? { key: ctx.rand.uuidv4() } : {};
  const name = step.op === 'approval' ? promptOf(step.id) : step.id;
  return ctx.run(
    name,
    () => perform(world, { run, step, results, ...key }).catch(asRestateHasIt),
    step.op === 'approval' ? {} : policyOf(step),
  );
};

/** Shows the prompt, once, and waits for the workflow's durable promise. */
const approvalOf = async (ctx: WorkflowContext, asking: Asking): Promise<Json> => {
  await callWorld(ctx, asking);
  return ctx.promise<Json>(asking.step.id);
};

/** What no further try can help is terminal; Restate tries everything else again. */
const asRestateHasIt = (error: unknown): never => {
  if (error instanceof WorldRefusal) throw new TerminalError(error.message, { errorCode: error.status });
  throw error;
};

const policyOf = ({ retry }: Exclude<CallStep, { op: 'approval' }>): RunOptions<Json> =>
  retry === undefined
    ? {}
    : {
        maxRetryAttempts: retry.attempts,
        initialRetryInterval: retry.backoffMs,
        maxRetryInterval: retry.backoffMs,
        retryIntervalFactor: 1,
      };

const durable = (promise: Promise<Json>): RestatePromise<Json> => {
  if (!isRestatePromise(promise)) throw new Error('expected the members of a group to be durable steps');
  return promise;
};

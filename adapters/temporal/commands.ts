import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { Command, CommandOf, Json } from '../../model/vocabulary.ts';
import { type Answer, isReview } from '../process/index.ts';
import { type Store, workflowIdOf } from './variant.ts';
import { inputOf } from './workflow-input.ts';

/** Answers one command through Temporal's client. None of them needs a worker. */
export const answer = async (client: Client, store: Store, command: Command): Promise<Answer> => {
  switch (command.type) {
    case 'launch':
      return launch(client, store, command);
    case 'decide': {
      const { approval, decision } = command;
      return told(handle(client, store, command).signal<[Json]>('decide', { approval, decision }));
    }
    case 'cancel':
      return told(handle(client, store, command).cancel());
    default:
      return { refused: `Temporal has no ${command.type}` };
  }
};

/**
 * The run is the workflow id, and a workflow id is what makes a start unique: one that runs is used as it is, one that has ended is not
 * started anew. Either way there is the one run that was asked for.
 */
const launch = async (client: Client, store: Store, { run, program }: CommandOf<'launch'>): Promise<Answer> => {
  const input = inputOf(run, store);
  const isNative = store.program === 'native' && isReview(program);
  try {
    await client.workflow.start(isNative ? 'documentReview' : 'program', {
      workflowId: workflowIdOf(store.name, run),
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      taskQueue: store.name,
      args: [isNative ? input : { ...input, program }],
      ...input.timing.workflow,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  return { ok: null };
};

const handle = (client: Client, store: Store, { run }: { readonly run: string }) =>
  client.workflow.getHandle(workflowIdOf(store.name, run));

/** The server's word that there is no such run, or that it has ended, is a definite no; anything else is thrown. */
const told = async (request: Promise<unknown>): Promise<Answer> => {
  try {
    await request;
    return { ok: null };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { refused: error.message };
    throw error;
  }
};

import { DBOS, DBOSClient, Error as Errors } from '@dbos-inc/dbos-sdk';
import type { CommandOf, OpenMessage } from '../../model/vocabulary.ts';
import { type Answer, isReview } from '../process/index.ts';
import { logger } from './logger.ts';
import { APPLICATION, QUEUE, WORKFLOW } from './names.ts';
import { registerReview } from './review.ts';
import { storeSchema } from './variant.ts';
import { registerProgram, type Workflow } from './workflow.ts';

/** What a process does with runs: a worker through its launched DBOS, any other through a client. */
export interface Application {
  /** Launches DBOS, which recovers what this executor left and then serves its queues. */
  work(): Promise<void>;
  launch(command: CommandOf<'launch'>): Promise<Answer>;
  decide(command: CommandOf<'decide'>): Promise<Answer>;
  cancel(command: CommandOf<'cancel'>): Promise<Answer>;
}

/** Registers the program of `message`; nothing is connected before it works or is given a command. */
export const openApplication = ({ store, program, world, name }: OpenMessage): Application => {
  const { url, executor, program: written } = storeSchema.parse(store);
  const workflow = written === 'native' && isReview(program) ? registerReview(world) : registerProgram(program, world);
  let commands: Promise<Commands> | undefined;
  const through = (): Promise<Commands> => {
    commands ??= clientCommands(url);
    return commands;
  };
  return {
    async work() {
      DBOS.setConfig({
        name: APPLICATION,
        systemDatabaseUrl: url,
        logger,
        ...(executor === 'own' ? { executorID: name } : {}),
      });
      await DBOS.launch();
      commands = Promise.resolve(workerCommands(workflow));
    },
    async launch({ run, program: { id } }) {
      await (await through()).start(run, id);
      return { ok: null };
    },
    async decide({ run, approval, decision, key }) {
      try {
        await (await through()).send(run, decision, { topic: approval, key });
        return { ok: null };
      } catch (error) {
        if (error instanceof Errors.DBOSNonExistentWorkflowError) return { refused: error.message };
        throw error;
      }
    },
    async cancel({ run }) {
      await (await through()).cancel(run);
      return { ok: null };
    },
  };
};

type Addressed = { readonly topic: string; readonly key: string };
type Commands = {
  readonly start: (run: string, about: string) => Promise<unknown>;
  readonly send: (run: string, message: string, to: Addressed) => Promise<void>;
  readonly cancel: (run: string) => Promise<void>;
};

/** A run and its children are one, so a cancellation goes to all of them; DBOS leaves children alone unless it is asked. */
const whole = { cancelChildren: true };

const workerCommands = (workflow: Workflow): Commands => ({
  start: (run, about) => DBOS.startWorkflow(workflow, { workflowID: run })(about),
  send: (run, message, { topic, key }) => DBOS.send(run, message, topic, key),
  cancel: (run) => DBOS.cancelWorkflow(run, whole),
});

/** Outside the application a workflow is known by its name, and started by way of a queue. */
const clientCommands = async (url: string): Promise<Commands> => {
  const client = await DBOSClient.create({ systemDatabaseUrl: url, applicationName: APPLICATION, logger });
  return {
    start: (run, about) => client.enqueue({ workflowName: WORKFLOW, queueName: QUEUE, workflowID: run }, about),
    send: (run, message, { topic, key }) => client.send(run, message, topic, key),
    cancel: (run) => client.cancelWorkflow(run, whole),
  };
};

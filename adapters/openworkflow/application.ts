import { OpenWorkflow } from 'openworkflow';
import { BackendPostgres } from 'openworkflow/postgres';
import type { CommandOf, Measured, OpenMessage } from '../../model/vocabulary.ts';
import { type Answer, isReview } from '../process/index.ts';
import { installedVersion } from './installed.ts';
import { shortenLease } from './lease.ts';
import { reviewWorkflow } from './review.ts';
import { storeSchema } from './variant.ts';
import { type Defined, signalOf, workflowsOf } from './workflow.ts';

/** What an application of OpenWorkflow does: it starts runs, signals and cancels them; some of its processes are workers too. */
export interface Application {
  /** The release and the lease that are at work here. */
  readonly measured: Measured;
  launch(command: CommandOf<'launch'>): Promise<Answer>;
  decide(command: CommandOf<'decide'>): Promise<Answer>;
  cancel(command: CommandOf<'cancel'>): Promise<Answer>;
  /** Polls for runs that are due, the unfinished ones of a dead worker among them, until the process ends. */
  work(): Promise<void>;
  /** Polls no more, and resolves once what it executes has ended or was put away. */
  drain(): Promise<void>;
}

/** Connects to the store of `message` and defines its program. The tables are there already: they were made with the database. */
export const openApplication = async (message: OpenMessage): Promise<Application> => {
  const { url, lease, program } = storeSchema.parse(message.store);
  const backend = await BackendPostgres.connect(url, { runMigrations: false });
  if (lease === 'short') shortenLease(backend);
  const ow = new OpenWorkflow({ backend });
  const [main, ...children] = definitionsOf(message, program === 'native');
  for (const { spec, fn } of [main, ...children]) ow.implementWorkflow(spec, fn);

  const worker = ow.newWorker();

  return {
    measured: { version: installedVersion(), variant: { lease } },
    async launch({ run, startKey }) {
      await ow.runWorkflow(main.spec, { run, before: {} }, { idempotencyKey: startKey });
      return { ok: null };
    },
    async decide({ run, approval, decision, key }) {
      const signal = signalOf(run, approval);
      const { workflowRunIds } = await ow.sendSignal({ signal, data: decision, idempotencyKey: key });
      return workflowRunIds.length > 0 ? { ok: null } : { refused: `no workflow waits for the signal ${signal}` };
    },
    async cancel({ run }) {
      const id = await idOf(backend, main, run);
      if (id === undefined) return { refused: `${run} does not exist` };
      return ow.cancelWorkflowRun(id).then(() => ({ ok: null }), refusal);
    },
    work: () => worker.start(),
    drain: () => worker.stop(),
  };
};

const definitionsOf = (message: OpenMessage, isNative: boolean): readonly [Defined, ...Defined[]] =>
  isNative && isReview(message.program)
    ? [reviewWorkflow(message.program.id, message.world)]
    : workflowsOf(message.program, message.world);

/** The client's own handle of a run is lost with its process, so whoever cancels looks the run up by what it was started with. */
const idOf = async (backend: BackendPostgres, { spec }: Defined, run: string): Promise<string | undefined> => {
  const { data } = await backend.listWorkflowRuns({ workflowName: spec.name });
  return data.find(({ input }) => isRecord(input) && input.run === run)?.id;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** "Cannot cancel workflow run ... with status completed" is a definite no; anything else leaves the outcome open. */
const refusal = (error: unknown): Answer => {
  if (error instanceof Error && error.message.startsWith('Cannot cancel')) return { refused: error.message };
  throw error;
};

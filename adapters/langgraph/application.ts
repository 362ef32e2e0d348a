import { setTimeout as pause } from 'node:timers/promises';
import {
  type BaseCheckpointSaver,
  Command,
  type LangGraphRunnableConfig,
  type StateSnapshot,
} from '@langchain/langgraph';
import type { CommandOf, OpenMessage } from '../../model/vocabulary.ts';
import { type Answer, isReview } from '../process/index.ts';
import { programGraph } from './graph.ts';
import { reviewGraph } from './review.ts';
import { type Store, storeSchema, type Variant } from './variant.ts';

/** The application that LangGraph, a library, is part of: what starts threads, resumes them and looks for unfinished ones. */
export interface Application {
  launch(command: CommandOf<'launch'>): Promise<Answer>;
  decide(command: CommandOf<'decide'>): Promise<Answer>;
  /** Goes on with every thread that is unfinished and waits for nobody, each once. */
  recover(): Promise<void>;
}

/** What both graphs are to their application. */
interface Workflow {
  invoke(input: Input | Resume | null, config: Settings): Promise<unknown>;
  getState(config: LangGraphRunnableConfig): Promise<StateSnapshot>;
}
type Settings = LangGraphRunnableConfig & Pick<Variant, 'durability'>;
type Input = { document: string };
type Resume = Command<unknown, Record<string, never>, never>;

/** Opens the store of `message` and compiles its program. */
export const openApplication = async (message: OpenMessage): Promise<Application> => {
  const store = storeSchema.parse(message.store);
  const saver = await saverOf(store);
  const native = store.program === 'native' && isReview(message.program);
  const graph: Workflow = native
    ? reviewGraph(message.world, saver)
    : programGraph(message.program, message.world, saver);
  return applicationOn(graph, { saver, store });
};

/** Only the saver that is asked for is loaded: each brings a driver of its own, and processes boot by the hundred. */
const saverOf = async ({ saver, at }: Store): Promise<BaseCheckpointSaver> => {
  if (saver === 'sqlite')
    return (await import('@langchain/langgraph-checkpoint-sqlite')).SqliteSaver.fromConnString(at);
  return (await import('@langchain/langgraph-checkpoint-postgres')).PostgresSaver.fromConnString(at);
};

const applicationOn = (
  graph: Workflow,
  { saver, store }: { saver: BaseCheckpointSaver; store: Store },
): Application => {
  const { durability, unfinished } = store;
  const thread = (run: string) => ({ configurable: { thread_id: run } });
  const settings = (run: string): Settings => ({ ...thread(run), durability });
  const isStored = async (run: string): Promise<boolean> => (await saver.getTuple(thread(run))) !== undefined;

  const goOn = async (run: string): Promise<void> => {
    const state = await graph.getState(thread(run));
    if (state[unfinished].length > 0 && waitsFor(state).length === 0) await graph.invoke(null, settings(run));
  };

  return {
    async launch({ run, program: { id } }) {
      if (await isStored(run)) return { ok: null };
      const going = graph.invoke({ document: id }, settings(run));
      await firstOf(going, () => isStored(run));
      going.catch(failing(run));
      return { ok: null };
    },
    async decide({ run, approval, decision }) {
      const waits = waitsFor(await graph.getState(thread(run)));
      if (!waits.includes(approval))
        return { refused: `${run} waits for ${waits.join(', ') || 'nothing'}, not ${approval}` };
      await graph.invoke(new Command<unknown, Record<string, never>, never>({ resume: decision }), settings(run));
      return { ok: null };
    },
    async recover() {
      const runs = new Set<string>();
      for await (const { config } of saver.list({})) runs.add(String(config.configurable?.thread_id));
      for (const run of runs) await goOn(run).catch(failing(run));
    },
  };
};

const LOOK_AGAIN_MS = 2;

/**
 * Resolves when `going` ends or a look says yes, whichever comes first: LangGraph tells nobody when the first checkpoint of a new thread
 * is durable. Rejects when `going` fails before that.
 */
const firstOf = async (going: Promise<unknown>, look: () => Promise<boolean>): Promise<void> => {
  let isOver = false;
  const over = going.then(() => {
    isOver = true;
  });
  const seen = (async () => {
    while (!isOver && !(await look())) await pause(LOOK_AGAIN_MS);
  })();
  await Promise.race([over, seen]);
  over.catch(() => undefined);
};

/** The steps of a thread's pending interrupts. */
const waitsFor = (state: StateSnapshot): readonly string[] =>
  state.tasks.flatMap((task) => task.interrupts.map(({ value }) => String(value?.step)));

/** After a launch was accepted nobody waits for its run any more: its error must not vanish. */
const failing =
  (run: string) =>
  (error: unknown): void =>
    void process.stderr.write(`${run}: ${error instanceof Error ? error.stack : String(error)}\n`);

import { Command, type LangGraphRunnableConfig, type StateSnapshot } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import type { CommandOf, OpenMessage } from '../../model/vocabulary.ts';
import type { Answer } from '../process/index.ts';
import { programGraph } from './graph.ts';
import { isReview, reviewGraph } from './review.ts';
import { storeSchema, type Variant } from './variant.ts';

/** The application that LangGraph, a library, is part of: what starts threads, resumes them and looks for unfinished ones. */
export interface Application {
  launch(command: CommandOf<'launch'>): Promise<Answer>;
  decide(command: CommandOf<'decide'>): Promise<Answer>;
  /** Goes on with every thread that is unfinished and waits for nobody, each once. */
  recover(): Promise<void>;
}

/** What both graphs are to their application. */
interface Workflow {
  invoke(input: Resume | null, config: Settings): Promise<unknown>;
  stream(input: Input, config: Settings & { streamMode: 'checkpoints' }): Promise<AsyncIterable<unknown>>;
  getState(config: LangGraphRunnableConfig): Promise<StateSnapshot>;
}
type Settings = LangGraphRunnableConfig & Pick<Variant, 'durability'>;
type Input = { document: string };
type Resume = Command<unknown, Record<string, never>, never>;

/** Opens the store of `message` and compiles its program. */
export const openApplication = (message: OpenMessage): Application => {
  const { file, durability, unfinished, program } = storeSchema.parse(message.store);
  const saver = SqliteSaver.fromConnString(file);
  const native = program === 'native' && isReview(message.program);
  const graph: Workflow = native
    ? reviewGraph(message.world, saver)
    : programGraph(message.program, message.world, saver);
  const thread = (run: string) => ({ configurable: { thread_id: run } });

  const start = async (run: string, input: Input, accept: () => void): Promise<void> => {
    for await (const _ of await graph.stream(input, { ...thread(run), durability, streamMode: 'checkpoints' }))
      if ((await saver.getTuple(thread(run))) !== undefined) accept();
  };
  const goOn = async (run: string): Promise<void> => {
    const state = await graph.getState(thread(run));
    if (state[unfinished].length > 0 && waitsFor(state).length === 0)
      await graph.invoke(null, { ...thread(run), durability });
  };

  return {
    async launch({ run, program: { id } }) {
      if ((await saver.getTuple(thread(run))) !== undefined) await goOn(run);
      else
        await new Promise<void>((accept, fail) =>
          start(run, { document: id }, accept).then(accept, failing(run, fail)),
        );
      return { ok: null };
    },
    async decide({ run, approval, decision }) {
      const waits = waitsFor(await graph.getState(thread(run)));
      if (!waits.includes(approval))
        return { refused: `${run} waits for ${waits.join(', ') || 'nothing'}, not ${approval}` };
      await graph.invoke(new Command<unknown, Record<string, never>, never>({ resume: decision }), {
        ...thread(run),
        durability,
      });
      return { ok: null };
    },
    async recover() {
      const runs = new Set<string>();
      for await (const { config } of saver.list({})) runs.add(String(config.configurable?.thread_id));
      for (const run of runs) await goOn(run).catch(failing(run));
    },
  };
};

/** The steps of a thread's pending interrupts. */
const waitsFor = (state: StateSnapshot): readonly string[] =>
  state.tasks.flatMap((task) => task.interrupts.map(({ value }) => String(value?.step)));

/** After a launch was accepted nobody waits for its run any more: its error must not vanish. */
const failing =
  (run: string, tell?: (error: unknown) => void) =>
  (error: unknown): void => {
    process.stderr.write(`${run}: ${error instanceof Error ? error.stack : String(error)}\n`);
    tell?.(error);
  };

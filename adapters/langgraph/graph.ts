import {
  Annotation,
  type BaseCheckpointSaver,
  END,
  interrupt,
  type LangGraphRunnableConfig,
  START,
  StateGraph,
} from '@langchain/langgraph';
import type { Json, Program, Step } from '../../model/vocabulary.ts';
import { perform } from '../process/index.ts';

type Results = Readonly<Record<string, Json>>;

/** The state channel that holds what a run was launched with; every other one is named for the step whose result it holds. */
const inputChannel = 'document';

/** A program as a LangGraph graph: one node and one state channel for each step, in a row. */
export const programGraph = (program: Program, world: string, checkpointer: BaseCheckpointSaver) => {
  const channels = [inputChannel, ...program.steps.map((step) => step.id)];
  if (new Set(channels).size < channels.length)
    throw new Error(
      `a step of ${program.id} is named twice, or "${inputChannel}", which this adapter keeps for itself`,
    );
  const State = Annotation.Root(Object.fromEntries(channels.map((channel) => [channel, Annotation<Json>()])));
  const graph = new StateGraph<typeof State.spec, typeof State.State, typeof State.Update, string>(State);
  for (const step of program.steps) graph.addNode(nodeOf(step), runner(world, step));
  const path = [START, ...program.steps.map(nodeOf), END];
  for (const [at, node] of path.slice(1).entries()) graph.addEdge(path[at] ?? START, node);
  return graph.compile({ checkpointer });
};

/** A node may not be named like a channel. */
const nodeOf = (step: Step): string => `do ${step.id}`;

/** A resumed node runs again from its top, so a prompt is shown twice; the key names the action, not the try. */
const runner =
  (world: string, step: Step) =>
  async (results: Results, config: LangGraphRunnableConfig): Promise<Record<string, Json>> => {
    const run = String(config.configurable?.thread_id);
    const result = await perform(world, {
      run,
      step,
      results,
      ...(step.op === 'effect' ? { key: `${run}:${step.id}` } : {}),
    });
    return { [step.id]: step.op === 'approval' ? interrupt<unknown, Json>({ step: step.id, shown: result }) : result };
  };

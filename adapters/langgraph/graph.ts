import {
  Annotation,
  type BaseCheckpointSaver,
  END,
  interrupt,
  type LangGraphRunnableConfig,
  type RetryPolicy,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { allSteps, type CallStep, insideOf, type Json, type Program, type Step } from '../../model/vocabulary.ts';
import { perform, type Results, type StepOf, WorldTrouble } from '../process/index.ts';

/** The state channel that holds what a run was launched with; every other one is named for the step whose result it holds. */
const inputChannel = 'document';

/** A program as a LangGraph graph: one node and one state channel for each step. */
export const programGraph = (program: Program, world: string, checkpointer: BaseCheckpointSaver) => {
  const channels = [inputChannel, ...allSteps(program).map((step) => step.id)];
  if (new Set(channels).size < channels.length)
    throw new Error(
      `a step of ${program.id} is named twice, or "${inputChannel}", which this adapter keeps for itself`,
    );
  return graphOf(program.steps, { channels, world }).compile({ checkpointer });
};

type Making = { readonly channels: readonly string[]; readonly world: string };

/** Each step begins where the one before it ends, which is one node for every kind of step. */
const graphOf = (steps: readonly Step[], making: Making) => {
  const graph = emptyGraph(making.channels);
  for (const step of steps) for (const [node, work, retry] of nodesOf(step, making)) add(graph, node, { work, retry });
  for (const [at, step] of steps.entries()) connect(graph, steps[at - 1], step);
  const last = steps.at(-1);
  lead(graph, last, last === undefined ? [] : [END]);
  return graph;
};

const emptyGraph = (channels: readonly string[]) => {
  const State = Annotation.Root(Object.fromEntries(channels.map((channel) => [channel, Annotation<Json>()])));
  return new StateGraph<typeof State.spec, typeof State.State, typeof State.Update, string>(State);
};
type Graph = ReturnType<typeof emptyGraph>;

type Work = (results: Results, config: LangGraphRunnableConfig) => Json | Promise<Json>;
type Node = readonly [step: Step, work: Work, retry?: RetryPolicy | undefined];

const add = (graph: Graph, step: Step, { work, retry }: { work: Work; retry: RetryPolicy | undefined }): void => {
  const node = async (results: Results, config: LangGraphRunnableConfig) => ({
    [step.id]: await work(results, config),
  });
  graph.addNode(nodeOf(step), node, retry === undefined ? {} : { retryPolicy: retry });
};

/** A node may not be named like a channel. */
const nodeOf = (step: Step): string => `do ${step.id}`;

const nodesOf = (step: Step, making: Making): readonly Node[] => {
  const inner = step.op === 'child' ? [] : insideOf(step);
  return [...inner.map((each) => caller(each, making)), ...ownNode(step, making)];
};

const ownNode = (step: Step, making: Making): readonly Node[] => {
  switch (step.op) {
    case 'parallel':
      return [[step, (results) => Object.fromEntries(step.members.map(({ id }) => [id, results[id] ?? null]))]];
    case 'choose':
      return [[step, (results) => results[step.by] ?? null]];
    case 'child':
      return [[step, childOf(step, making)]];
    case 'timer':
      throw new Error("LangGraph has no timer; this adapter leaves 'timer' out of its 'can'");
    default:
      return [caller(step, making)];
  }
};

/** A resumed node runs again from its top, so a prompt is shown twice; the key names the action, not the try. */
const caller = (step: CallStep, { world }: Making): Node => {
  const call: Work = async (results, config) => {
    const run = String(config.configurable?.thread_id);
    const key = step.op === 'effect' ? { key: `${run}:${step.id}` } : {};
    const result = await perform(world, { run, step, results, ...key });
    return step.op === 'approval' ? interrupt<unknown, Json>({ step: step.id, shown: result }) : result;
  };
  return [step, call, policyOf(step)];
};

/** LangGraph's own retry, with what the program says of attempts and waiting; nothing is retried where it says nothing. */
const policyOf = (step: CallStep): RetryPolicy | undefined =>
  step.op === 'approval' || step.retry === undefined
    ? undefined
    : {
        maxAttempts: step.retry.attempts,
        initialInterval: step.retry.backoffMs,
        backoffFactor: 1,
        jitter: false,
        logWarning: false,
        retryOn: (error: unknown) => error instanceof WorldTrouble,
      };

/** A subgraph called inside a node. It has no checkpointer of its own and so uses its parent's. */
const childOf = (step: StepOf<'child'>, making: Making): Work => {
  const subgraph = graphOf(step.steps, making).compile();
  return async (results) => (await subgraph.invoke(results))[step.steps.at(-1)?.id ?? ''] ?? null;
};

/** From the end of `before` to the beginning of `step`, and inside `step` from there to its own end. */
const connect = (graph: Graph, before: Step | undefined, step: Step): void => {
  if (step.op !== 'choose') {
    lead(graph, before, step.op === 'parallel' ? step.members.map(nodeOf) : [nodeOf(step)]);
    if (step.op === 'parallel') for (const member of step.members) graph.addEdge(nodeOf(member), nodeOf(step));
    return;
  }
  for (const chosen of Object.values(step.cases)) {
    const path = [...chosen, step].map(nodeOf);
    for (const [at, node] of path.slice(1).entries()) graph.addEdge(path[at] ?? END, node);
  }
  const entries = Object.fromEntries(
    Object.entries(step.cases).map(([name, [first]]) => [name, nodeOf(first ?? step)]),
  );
  const choose = (results: Results): string => entryOf(entries, step, results[step.by] ?? null);
  graph.addConditionalEdges(
    before === undefined ? START : nodeOf(before),
    (results: Results) => (isRejected(before, results) ? END : choose(results)),
    [...new Set(Object.values(entries)), END],
  );
};

const entryOf = (entries: Readonly<Record<string, string>>, step: StepOf<'choose'>, value: Json): string => {
  const entry = typeof value === 'string' ? entries[value] : undefined;
  if (entry !== undefined) return entry;
  throw new Error(`expected the result of ${step.by} to name a case of ${step.id}; it is ${JSON.stringify(value)}`);
};

/** After an approval the graph goes on only where it was approved, as the documentation's approve-or-reject does. */
const lead = (graph: Graph, before: Step | undefined, nodes: readonly string[]): void => {
  if (before?.op === 'approval')
    graph.addConditionalEdges(nodeOf(before), (results: Results) => (isRejected(before, results) ? END : [...nodes]), [
      ...new Set([...nodes, END]),
    ]);
  else for (const node of nodes) graph.addEdge(before === undefined ? START : nodeOf(before), node);
};

const isRejected = (step: Step | undefined, results: Results): boolean =>
  step?.op === 'approval' && results[step.id] !== 'approve';

import {
  type BaseCheckpointSaver,
  END,
  type GraphNode,
  interrupt,
  type LangGraphRunnableConfig,
  START,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph';
import { z } from 'zod';
import { type CallStep, type Json, jsonSchema, type Program, type Step } from '../../model/vocabulary.ts';
import { perform } from '../process/index.ts';

const result = jsonSchema.optional();
const Review = new StateSchema({
  document: z.string(),
  extract: result,
  analyse: result,
  approve: result,
  publish: result,
});
type Node = GraphNode<typeof Review>;
type State = typeof Review.State;

const steps = {
  extract: { op: 'model', id: 'extract', uses: [] },
  analyse: { op: 'model', id: 'analyse', uses: ['extract'] },
  approve: { op: 'approval', id: 'approve', uses: ['analyse'] },
  publish: { op: 'effect', id: 'publish', uses: ['analyse', 'approve'], contract: 'idempotent' },
} as const satisfies Record<string, CallStep>;

/** Whether the hand-written review below is this program: the same steps in the same order, each using the same results. */
export const isReview = (program: Program): boolean =>
  JSON.stringify(program.steps.map(shape)) === JSON.stringify(Object.values(steps).map(shape));

const shape = ({ op, id, uses }: Step) => [op, id, uses];

/** The document review as a person would write it with LangGraph: named nodes over a typed state. */
export const reviewGraph = (world: string, checkpointer: BaseCheckpointSaver) => {
  const ask = (step: CallStep, state: State, { configurable }: LangGraphRunnableConfig) => {
    const run = String(configurable?.thread_id);
    const key = step.op === 'effect' ? { key: `${run}:${step.id}` } : {};
    return perform(world, { run, step, results: present(state), ...key });
  };
  const extractText: Node = async (state, config) => ({ extract: await ask(steps.extract, state, config) });
  const analyseText: Node = async (state, config) => ({ analyse: await ask(steps.analyse, state, config) });
  const askReviewer: Node = async (state, config) => {
    const shown = await ask(steps.approve, state, config);
    return { approve: interrupt<unknown, Json>({ step: 'approve', shown }) };
  };
  const publishReview: Node = async (state, config) => ({ publish: await ask(steps.publish, state, config) });

  return new StateGraph(Review)
    .addNode('extractText', extractText)
    .addNode('analyseText', analyseText)
    .addNode('askReviewer', askReviewer)
    .addNode('publishReview', publishReview)
    .addEdge(START, 'extractText')
    .addEdge('extractText', 'analyseText')
    .addEdge('analyseText', 'askReviewer')
    .addConditionalEdges('askReviewer', ({ approve }) => (approve === 'approve' ? 'publishReview' : END), [
      'publishReview',
      END,
    ])
    .addEdge('publishReview', END)
    .compile({ checkpointer });
};

/** A field that was never set stays out, so that the world sees it missing and not null. */
const present = (state: State): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(state).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

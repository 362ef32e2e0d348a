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
import { type CallStep, type Json, jsonSchema } from '../../model/vocabulary.ts';
import { perform, reviewSteps } from '../process/index.ts';

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

/** The document review as a person would write it with LangGraph: named nodes over a typed state. */
export const reviewGraph = (world: string, checkpointer: BaseCheckpointSaver) => {
  const ask = (step: CallStep, state: State, { configurable }: LangGraphRunnableConfig) => {
    const run = String(configurable?.thread_id);
    const key = step.op === 'effect' ? { key: `${run}:${step.id}` } : {};
    return perform(world, { run, step, results: present(state), ...key });
  };
  const extractText: Node = async (state, config) => ({ extract: await ask(reviewSteps.extract, state, config) });
  const analyseText: Node = async (state, config) => ({ analyse: await ask(reviewSteps.analyse, state, config) });
  const askReviewer: Node = async (state, config) => {
    const shown = await ask(reviewSteps.approve, state, config);
    return { approve: interrupt<unknown, Json>({ step: 'approve', shown }) };
  };
  const publishReview: Node = async (state, config) => ({ publish: await ask(reviewSteps.publish, state, config) });

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

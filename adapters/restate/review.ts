import type { WorkflowContext } from '@restatedev/restate-sdk';
import type { Json } from '../../model/vocabulary.ts';
import { type Results, reviewSteps } from '../process/index.ts';
import { callWorld } from './idiom.ts';

/** The document review as a person would write it with Restate: one async function, its steps awaited in order. */
export const runReview = async (ctx: WorkflowContext, world: string): Promise<Results> => {
  const about = { world, run: ctx.key };
  const extract = await callWorld(ctx, { ...about, step: reviewSteps.extract, results: {} });
  const analyse = await callWorld(ctx, { ...about, step: reviewSteps.analyse, results: { extract } });

  await callWorld(ctx, { ...about, step: reviewSteps.approve, results: { analyse } });
  const approve = await ctx.promise<Json>('approve');

  const publish = await callWorld(ctx, { ...about, step: reviewSteps.publish, results: { analyse, approve } });
  return { extract, analyse, approve, publish };
};

import type { WorkflowContext } from '@restatedev/restate-sdk';
import type { Json, Program, Step } from '../../model/vocabulary.ts';
import type { Results } from '../process/index.ts';
import { callWorld } from './idiom.ts';

const steps = {
  extract: { op: 'model', id: 'extract', uses: [] },
  analyse: { op: 'model', id: 'analyse', uses: ['extract'] },
  approve: { op: 'approval', id: 'approve', uses: ['analyse'] },
  publish: { op: 'effect', id: 'publish', uses: ['analyse', 'approve'], contract: 'idempotent' },
} as const satisfies Record<string, Step>;

/** Whether the hand-written review below is this program: the same steps in the same order, each using the same results. */
export const isReview = (program: Program): boolean =>
  JSON.stringify(program.steps.map(shape)) === JSON.stringify(Object.values(steps).map(shape));

const shape = ({ op, id, uses }: Step) => [op, id, uses];

/** The document review as a person would write it with Restate: one async function, its steps awaited in order. */
export const runReview = async (ctx: WorkflowContext, world: string): Promise<Results> => {
  const about = { world, run: ctx.key };
  const extract = await callWorld(ctx, { ...about, step: steps.extract, results: {} });
  const analyse = await callWorld(ctx, { ...about, step: steps.analyse, results: { extract } });

  await callWorld(ctx, { ...about, step: steps.approve, results: { analyse } });
  const approve = await ctx.promise<Json>('approve');

  const publish = await callWorld(ctx, { ...about, step: steps.publish, results: { analyse, approve } });
  return { extract, analyse, approve, publish };
};

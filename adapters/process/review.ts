import type { CallStep, Program, Step } from '../../model/vocabulary.ts';

/** The steps of the seeds' document review, which every adapter also has by hand in its runtime's own idiom. */
export const reviewSteps = {
  extract: { op: 'model', id: 'extract', uses: [] },
  analyse: { op: 'model', id: 'analyse', uses: ['extract'] },
  approve: { op: 'approval', id: 'approve', uses: ['analyse'] },
  publish: { op: 'effect', id: 'publish', uses: ['analyse', 'approve'], contract: 'idempotent' },
} as const satisfies Record<string, CallStep>;

/** Whether a program is the document review: the same steps in the same order, each using the same results. */
export const isReview = (program: Program): boolean =>
  JSON.stringify(program.steps.map(shape)) === JSON.stringify(Object.values(reviewSteps).map(shape));

const shape = ({ op, id, uses }: Step) => [op, id, uses];

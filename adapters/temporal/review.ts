import type { Program, Step } from '../../model/vocabulary.ts';

/** The steps of the document review that is written by hand. */
export const steps = {
  extract: { op: 'model', id: 'extract', uses: [] },
  analyse: { op: 'model', id: 'analyse', uses: ['extract'] },
  approve: { op: 'approval', id: 'approve', uses: ['analyse'] },
  publish: { op: 'effect', id: 'publish', uses: ['analyse', 'approve'], contract: 'idempotent' },
} as const satisfies Record<string, Step>;
/** One step of the review. */
export type ReviewStep = (typeof steps)[keyof typeof steps];

/** Whether the hand-written review is this program: the same steps in the same order, each using the same results. */
export const isReview = (program: Program): boolean =>
  JSON.stringify(program.steps.map(shape)) === JSON.stringify(Object.values(steps).map(shape));

const shape = ({ op, id, uses }: Step) => [op, id, uses];

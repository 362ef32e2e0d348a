import { defineWorkflow } from 'openworkflow';
import type { CallStep, Json, Program, Step } from '../../model/vocabulary.ts';
import { perform, type Results } from '../process/index.ts';
import { approvedBy, type Defined, type Input, promptOf, signalOf } from './workflow.ts';

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

/** The document review as a person would write it with OpenWorkflow, after its page on signals. */
export const reviewWorkflow = (name: string, world: string): Defined =>
  defineWorkflow<Input, Json, Input>({ name }, async ({ input: { run }, step }) => {
    const ask = (called: CallStep, results: Results, key?: string) => () =>
      perform(world, { run, step: called, results, ...(key === undefined ? {} : { key }) });

    const extract = await step.run({ name: 'extract' }, ask(steps.extract, {}));
    const analyse = await step.run({ name: 'analyse' }, ask(steps.analyse, { extract }));
    await step.run({ name: promptOf('approve') }, ask(steps.approve, { analyse }));
    const approve = approvedBy(await step.waitForSignal<Json>({ name: 'approve', signal: signalOf(run, 'approve') }));
    return step.run({ name: 'publish' }, ask(steps.publish, { analyse, approve }, `${run}:publish`));
  });

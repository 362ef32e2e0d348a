import { defineWorkflow } from 'openworkflow';
import type { CallStep, Json } from '../../model/vocabulary.ts';
import { perform, type Results, reviewSteps } from '../process/index.ts';
import { approvedBy, type Defined, type Input, promptOf, signalOf } from './workflow.ts';

/** The document review as a person would write it with OpenWorkflow, after its page on signals. */
export const reviewWorkflow = (name: string, world: string): Defined =>
  defineWorkflow<Input, Json, Input>({ name }, async ({ input: { run }, step }) => {
    const ask = (called: CallStep, results: Results, key?: string) => () =>
      perform(world, { run, step: called, results, ...(key === undefined ? {} : { key }) });

    const extract = await step.run({ name: 'extract' }, ask(reviewSteps.extract, {}));
    const analyse = await step.run({ name: 'analyse' }, ask(reviewSteps.analyse, { extract }));
    await step.run({ name: promptOf('approve') }, ask(reviewSteps.approve, { analyse }));
    const approve = approvedBy(await step.waitForSignal<Json>({ name: 'approve', signal: signalOf(run, 'approve') }));
    return step.run({ name: 'publish' }, ask(reviewSteps.publish, { analyse, approve }, `${run}:publish`));
  });

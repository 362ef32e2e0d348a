import { DBOS } from '@dbos-inc/dbos-sdk';
import type { Json } from '../../model/vocabulary.ts';
import { perform, type Results, reviewSteps } from '../process/index.ts';
import { DECISION_LIMIT_S, prompt, WORKFLOW } from './names.ts';
import { runOf, type Workflow } from './workflow.ts';

/** The document review as a person would write it with DBOS: ordinary functions, called as steps from a workflow function. */
export const registerReview = (world: string): Workflow => {
  const extractText = (run: string) => perform(world, { run, step: reviewSteps.extract, results: {} });
  const analyseText = (run: string, extract: Json) =>
    perform(world, { run, step: reviewSteps.analyse, results: { extract } });
  const showReviewer = (run: string, analyse: Json) =>
    perform(world, { run, step: reviewSteps.approve, results: { analyse } });
  const publishReview = (run: string, results: Results) =>
    perform(world, { run, step: reviewSteps.publish, results, key: `${run}:publish` });

  return DBOS.registerWorkflow(
    async (document: string) => {
      const run = runOf(DBOS.workflowID);
      const extract = await DBOS.runStep(() => extractText(run), { name: 'extract' });
      const analyse = await DBOS.runStep(() => analyseText(run, extract), { name: 'analyse' });
      await DBOS.runStep(() => showReviewer(run, analyse), { name: prompt('approve') });
      const approve = await DBOS.recv<string>('approve', DECISION_LIMIT_S);
      if (approve === null) throw new Error(`nobody reviewed ${document}`);
      return DBOS.runStep(() => publishReview(run, { analyse, approve }), { name: 'publish' });
    },
    { name: WORKFLOW },
  );
};

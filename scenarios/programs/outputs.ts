import type { Scenario } from './scenario.ts';
import { effect, model, output } from './steps.ts';

/** What agents write: artifacts in a store of their own, and references to them in the run. */
export const outputs: readonly Scenario[] = [
  {
    program: {
      id: 'report-output',
      title: 'a model call, a report in the artifact store, an effect that is given the reference to it',
      steps: [model('draft'), output('report', ['draft']), effect('publish', ['report'])],
    },
    coverage: ['every', 'nodes', 'artifacts'],
    exercises: [
      'commit.references-exact-versions',
      'commit.orphans-are-never-consumed',
      'commit.refuses-incomplete-output',
      'commit.missing-artifact-stops-recovery/stops',
    ],
  },
  {
    program: {
      id: 'two-versions',
      title: 'two reports under one name, and an effect that is given the reference to the first',
      steps: [
        model('draft'),
        output('first', ['draft'], 'report'),
        output('second', ['first'], 'report'),
        effect('publish', ['first']),
      ],
    },
    coverage: ['kills'],
    exercises: ['commit.references-exact-versions/names-a-version'],
  },
];

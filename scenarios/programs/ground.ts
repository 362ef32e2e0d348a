import type { Scenario } from './scenario.ts';
import { approval, effect, model } from './steps.ts';

/** What is run on ground that shakes. */
export const ground: readonly Scenario[] = [
  {
    program: {
      id: 'shaken-review',
      title: 'a model call, a decision on it, an effect, while the store comes and goes',
      steps: [model('draft'), approval('approve', ['draft']), effect('publish', ['draft', 'approve'])],
    },
    coverage: ['outages'],
    exercises: [
      'recovery.store-outage-loses-nothing',
      'identity.admission-is-atomic/store-away',
      'identity.admission-is-atomic/store-full',
    ],
  },
  {
    program: {
      id: 'upgraded',
      title: 'a model call and an effect, while newer code comes',
      steps: [model('draft'), effect('send', ['draft'])],
    },
    coverage: ['upgrades'],
    exercises: [
      'recovery.refuses-incompatible-code',
      'recovery.stranded-run-is-shown',
      'identity.replacement-uses-pinned-configuration/worker-runs-under-them',
      'identity.node-gets-its-bound-revisions',
    ],
  },
];

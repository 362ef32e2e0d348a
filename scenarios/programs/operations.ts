import type { Scenario } from './scenario.ts';
import { approval, effect, model } from './steps.ts';

/** What operators and clients do to runs that are on their way. */
export const operations: readonly Scenario[] = [
  {
    program: {
      id: 'sign-off',
      title: 'a wait for a decision, and nothing else',
      steps: [approval('approve', [])],
    },
    coverage: ['neighbours'],
    exercises: ['approval.wait-frees-capacity/serves-others'],
  },
  {
    program: {
      id: 'draft-and-send',
      title: 'a model call, and an effect that uses it: what operators do to such a run on its way',
      steps: [model('draft'), effect('send', ['draft'])],
    },
    coverage: ['operations'],
    exercises: [
      'recovery.branch-inherits-no-authority/action-key',
      'recovery.branch-is-a-linked-new-run/evidence-reused',
    ],
  },
  {
    program: {
      id: 'child-in-backoff',
      title:
        'a child whose only tool fails once and may be tried again four seconds later, and an effect that uses its result',
      steps: [
        {
          op: 'child',
          id: 'research',
          uses: [],
          steps: [
            {
              op: 'tool',
              id: 'find',
              uses: [],
              answers: { fails: 503, times: 1 },
              retry: { attempts: 3, backoffMs: 4_000 },
            },
          ],
        },
        effect('report', ['research']),
      ],
    },
    coverage: ['time'],
    exercises: ['recovery.child-keeps-its-parent/one-child'],
  },
];

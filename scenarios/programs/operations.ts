import type { Scenario } from './scenario.ts';
import { approval } from './steps.ts';

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
];

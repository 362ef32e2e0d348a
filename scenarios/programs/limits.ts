import type { Scenario } from './scenario.ts';
import { approval, effect, model } from './steps.ts';

/** What a program has only so much time for. */
export const limits: readonly Scenario[] = [
  {
    program: {
      id: 'review-in-time',
      title: 'a review that has to be decided in little more than a second',
      steps: [
        model('draft'),
        approval('approve', ['draft'], { reviewer: 'reviewer', deadlineMs: 1_200 }),
        effect('publish', ['draft', 'approve']),
      ],
    },
    coverage: ['late'],
    exercises: ['approval.expires-at-its-deadline'],
  },
  {
    program: {
      id: 'run-in-time',
      title: 'a review in a run that has five seconds in all',
      steps: [model('draft'), approval('approve', ['draft']), effect('publish', ['draft', 'approve'])],
      limits: { deadlineMs: 5_000 },
    },
    coverage: ['late'],
    exercises: ['limit.deadline-never-moves'],
  },
  {
    program: {
      id: 'time-at-work',
      title: 'a run that waits for longer than it may be at work',
      steps: [model('draft'), { op: 'timer', id: 'cool-off', uses: [], ms: 3_600 }, effect('send', ['draft'])],
      limits: { executionMs: 3_200 },
    },
    coverage: ['long-work'],
    exercises: ['limit.execution-time-is-bounded'],
  },
];

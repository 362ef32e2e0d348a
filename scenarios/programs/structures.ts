import type { Scenario } from './scenario.ts';
import { effect, model, tool } from './steps.ts';

/** Groups, choices, timers, children, and steps that fail. */
export const structures: readonly Scenario[] = [
  {
    program: {
      id: 'fan-out',
      title: 'three tool calls at once, and an effect that uses all three',
      steps: [
        model('plan'),
        {
          op: 'parallel',
          id: 'search',
          uses: ['plan'],
          members: [tool('north', ['plan']), tool('east', ['plan']), tool('south', ['plan'])],
        },
        effect('merge', ['north', 'east', 'south']),
      ],
    },
    coverage: ['kills', 'drains'],
    exercises: ['recovery.parallel-runs-only-the-missing'],
  },
  {
    program: {
      id: 'choice',
      title: 'a model that answers differently each time chooses one of two ways',
      steps: [
        { op: 'model', id: 'route', uses: [], answers: { inTurn: ['left', 'right'] } },
        {
          op: 'choose',
          id: 'way',
          uses: [],
          by: 'route',
          cases: { left: [tool('go-left')], right: [tool('go-right')] },
        },
        effect('arrive', ['route']),
      ],
    },
    coverage: ['kills'],
    exercises: ['recovery.takes-one-path'],
  },
  {
    program: {
      id: 'timer',
      title: 'a model call, two seconds of waiting, an effect',
      steps: [model('draft'), { op: 'timer', id: 'cool-off', uses: [], ms: 2_000 }, effect('send', ['draft'])],
    },
    coverage: ['kills', 'time', 'clocks'],
    exercises: ['recovery.timer-fires-once'],
  },
  {
    program: {
      id: 'child',
      title: 'a child that looks up and sums up, and an effect that uses its result',
      steps: [
        model('brief'),
        { op: 'child', id: 'research', uses: ['brief'], steps: [tool('find', ['brief']), model('sum-up', ['find'])] },
        effect('report', ['brief', 'research']),
      ],
    },
    coverage: ['kills'],
    exercises: ['recovery.child-keeps-its-parent'],
  },
  {
    program: {
      id: 'flaky-tool',
      title: 'a tool that fails once and may be tried again four seconds later',
      steps: [
        model('draft'),
        {
          op: 'tool',
          id: 'fetch',
          uses: ['draft'],
          answers: { fails: 503, times: 1 },
          retry: { attempts: 3, backoffMs: 4_000 },
        },
        effect('store', ['fetch']),
      ],
    },
    coverage: ['time'],
    exercises: ['limit.backoff-survives-restarts', 'recovery.retry-keeps-inputs/after-an-error'],
  },
  {
    program: {
      id: 'hopeless-tool',
      title: 'a tool that never succeeds and may be tried three times',
      steps: [
        {
          op: 'tool',
          id: 'fetch',
          uses: [],
          answers: { fails: 503, times: 1_000 },
          retry: { attempts: 3, backoffMs: 100 },
        },
      ],
    },
    coverage: [],
    exercises: ['limit.attempts-are-bounded/polite-failures'],
  },
  {
    program: {
      id: 'poison',
      title: 'a step that takes its worker with it, in a run that may be taken up three times',
      steps: [model('draft'), tool('explode', ['draft'])],
      limits: { attempts: 3 },
    },
    coverage: ['poison'],
    exercises: ['limit.attempts-are-bounded/crashes'],
  },
];

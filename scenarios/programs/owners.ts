import type { RetryPolicy, WorkStep } from '../../model/vocabulary.ts';
import type { Scenario } from './scenario.ts';
import { approval, effect, model, output } from './steps.ts';

const patient: { readonly retry: RetryPolicy } = { retry: { attempts: 3, backoffMs: 100 } };
const patiently = (step: WorkStep): WorkStep => ({ ...step, ...patient });

/** Owners that answer otherwise than with the outcome, and whom a worker has to ask, to hear, or to show its authority. */
export const owners: readonly Scenario[] = [
  {
    program: {
      id: 'unsteady-world',
      title: 'a model call and an effect, each of which may be tried three times',
      steps: [patiently(model('draft')), patiently(effect('publish', ['draft']))],
    },
    coverage: ['answers'],
    exercises: ['effect.refusal-is-final'],
  },
  {
    program: {
      id: 'unsteady-upload',
      title: 'an upload and an effect that is given it, each of which may be tried three times',
      steps: [patiently(output('report')), patiently(effect('publish', ['report']))],
    },
    coverage: ['answers'],
    exercises: ['commit.orphans-are-never-consumed/listed'],
  },
  {
    program: {
      id: 'lookup-effect',
      title: 'an effect on an owner that cannot deduplicate and can be asked',
      steps: [effect('publish', [], 'lookup')],
    },
    coverage: ['lookups'],
    exercises: ['effect.asks-before-repeating'],
  },
  {
    program: {
      id: 'called-back',
      title: 'two effects at once on owners that call back, and a model call that is given what they said',
      steps: [
        {
          op: 'parallel',
          id: 'orders',
          uses: [],
          members: [effect('ship', [], 'async'), effect('bill', [], 'async')],
        },
        model('close', ['ship', 'bill']),
      ],
    },
    coverage: ['callbacks'],
    exercises: ['effect.duplicate-callback-counts-once'],
  },
  {
    program: {
      id: 'guarded-effect',
      title: 'an effect on an owner that checks who asks',
      steps: [effect('publish', [], 'guarded')],
    },
    coverage: ['guards'],
    exercises: ['effect.carries-its-authority'],
  },
  {
    program: {
      id: 'guarded-review',
      title: 'an approval, and an effect on an owner that checks who asks',
      steps: [approval('approve', []), effect('publish', ['approve'], 'guarded')],
    },
    coverage: ['guards'],
    exercises: ['approval.rechecks-access'],
  },
  {
    program: {
      id: 'made-once',
      title: 'an effect whose owner says that it exists already, rather than give the first outcome again',
      steps: [{ op: 'effect', id: 'publish', uses: [], contract: 'idempotent', repeats: 'conflict', ...patient }],
    },
    coverage: ['conflicts'],
    exercises: ['effect.own-duplicate-is-success'],
  },
];

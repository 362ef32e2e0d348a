import { approvalOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { Conduct } from '../conduct.ts';
import type { Mutant } from './mutant.ts';

type Sent = ReturnType<Conduct['argumentsFor']>;

/** As where one thread serves whatever comes, and stands still with the wait. */
const servesOneAtATime: Mutant = {
  id: 'serves-one-at-a-time',
  defect: 'A worker whose run waits for a decision takes no other run up until it has one.',
  fails: ['approval.wait-frees-capacity'],
  decide: (plain) => {
    let asked: { readonly run: string; readonly wait: string } | undefined;
    return (view, command) => {
      const isKept = asked !== undefined && is(view.get('approval', asked.wait), 'requested');
      if (command.type === 'claim' && isKept && command.run !== asked?.run)
        return { answer: { status: 'refused', reason: 'slot-not-claimable' }, writes: [] };
      const decision = plain(view, command);
      const run = command.type === 'request-approval' ? view.get('attempt', command.attempt)?.context.run : undefined;
      if (command.type === 'request-approval' && run !== undefined && decision.answer.status === 'ok')
        asked = { run, wait: approvalOf(run, command.step) };
      return decision;
    };
  },
};

/** Only a process that served both runs does it, so a run alone is served well. */
const remembersByStep: Mutant = {
  id: 'remembers-by-step',
  defect:
    'A worker keeps in memory, by the name of its step, what an effect was sent with, for whichever run comes next.',
  fails: ['identity.runs-share-nothing'],
  reports: ['swarms-checkpoints-shared-between-workflows'],
  plot: () => {
    const sent = new Map<string, Sent>();
    return {
      conduct: {
        argumentsFor: ({ step }, intended) => {
          const known = sent.get(step.id) ?? intended;
          sent.set(step.id, known);
          return known;
        },
      },
    };
  },
};

/** What one run has of another one that is served beside it. */
export const neighbourMutants: readonly Mutant[] = [servesOneAtATime, remembersByStep];

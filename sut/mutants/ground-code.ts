import { ownSteps } from '../../model/machines/progress.ts';
import type { Mutant } from './mutant.ts';

/** As an interpreter that has one version of each workflow. */
const runsNewCodeOnOldWork: Mutant = {
  id: 'runs-new-code-on-old-work',
  defect: 'A worker takes up whatever there is, and first does what its own code begins with.',
  fails: ['recovery.refuses-incompatible-code'],
  plot: ({ store, perform, complain, code }) => ({
    conduct: {
      takesOver: () => true,
      callsFor: (_, run) => {
        const known = ownSteps(store.get('run', run)?.context.program.steps ?? []).map(({ id }) => id);
        const [step] = code[0]?.steps ?? [];
        if (step?.op === 'tool' && !known.includes(step.id)) perform({ run, step, results: {} }).catch(complain);
        return run;
      },
    },
  }),
};

const showsTheStrandedAsRunning: Mutant = {
  id: 'shows-the-stranded-as-running',
  defect: 'A run that nobody has the code of is shown as one that is at work.',
  fails: ['recovery.stranded-run-is-shown'],
  reports: ['dbos-version-hash-strands-runs'],
  shows: (view) => (view.status === 'stranded' ? { ...view, status: 'running' } : view),
};

/** As a queue whose head is whatever came first. */
const waitsForTheStranded: Mutant = {
  id: 'waits-for-the-stranded',
  defect: 'A worker that comes to a run which it has no code for takes nothing that came after it.',
  fails: ['recovery.stranded-run-is-shown'],
  reports: ['dbos-version-hash-strands-runs'],
  conduct: { waitsFor: () => true },
};

/** The next revision of what is named. */
const next = (id: string): string => id.replace(/@(\d+)$/, (_, nth: string) => `@${Number(nth) + 1}`);

const successorRunsTheNewest: Mutant = {
  id: 'successor-runs-the-newest',
  defect: 'A worker that takes a run over works under the newest package and binding that there are.',
  fails: ['identity.replacement-uses-pinned-configuration'],
  plot: ({ store }) => ({
    conduct: {
      runsUnder: ({ isRecovery }, pinned) => {
        const newest = (id: string): string => (store.get('revision', next(id)) === undefined ? id : next(id));
        return isRecovery ? { ...pinned, package: newest(pinned.package), binding: newest(pinned.binding) } : pinned;
      },
    },
  }),
};

const oneAgentForAll: Mutant = {
  id: 'one-agent-for-all',
  defect: 'Every step of a run is carried out by the agent that is bound to the first one.',
  fails: ['identity.node-gets-its-bound-revisions'],
  plot: () => {
    let first: string | undefined;
    return {
      conduct: {
        runsUnder: (_, pinned) => {
          first ??= pinned.agent;
          return { ...pinned, ...(first !== undefined && { agent: first }) };
        },
      },
    };
  },
};

const successorHasNothingAttached: Mutant = {
  id: 'successor-has-nothing-attached',
  defect: 'What is attached to an agent is resolved by the first worker of a run, and not for those that follow it.',
  fails: ['identity.node-gets-its-bound-revisions'],
  conduct: { runsUnder: ({ isRecovery }, pinned) => (isRecovery ? { ...pinned, attachments: [] } : pinned) },
};

/** What becomes of a run when newer code and newer revisions come. */
export const codeMutants: readonly Mutant[] = [
  runsNewCodeOnOldWork,
  showsTheStrandedAsRunning,
  waitsForTheStranded,
  successorRunsTheNewest,
  oneAgentForAll,
  successorHasNothingAttached,
];

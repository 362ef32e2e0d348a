import { type Program, stepOf } from '../../model/vocabulary.ts';
import { firstOf } from './landmarks.ts';
import { approvalsOf, at, planOf } from './make.ts';
import type { Generate } from './signals.ts';

/** Several decisions on one parked wait, each from a process of its own, at once; and the same one again after the end. */
export const decideTogether: Generate = (program) =>
  approvalsOf(program).flatMap((step) => {
    const decide = at({ at: 'approval.requested', step }, 'decide');
    return [
      ...[2, 3].map((count) =>
        planOf(program, Array(count).fill(decide), { judges: ['approval.concurrent-resumes-act-once'] }),
      ),
      planOf(program, [decide, at({ at: 'run.rested' }, 'decide')], { judges: standing }),
    ];
  });

/** Decisions before the wait, twice, against each other, and after the end; and one about what is then made anew. */
export const decideOddly: Generate = (program, landmarks) =>
  approvalsOf(program).flatMap((step) => {
    const requested = { at: 'approval.requested', step } as const;
    const rested = { at: 'run.rested' } as const;
    return [
      ...firstOf(landmarks, 'call.received').map((early) =>
        planOf(program, [{ at: early, do: 'decide' }], { judges: ['approval.early-decision-is-not-lost'] }),
      ),
      planOf(program, [at(requested, 'decide'), at(rested, 'reject')], { judges: standing }),
      planOf(program, [at(requested, 'decide'), at(requested, 'reject')], { judges: standing }),
      planOf(program, [at(requested, 'reject'), at(requested, 'decide')], { judges: standing }),
      planOf(program, [at(rested, 'decide')], { judges: standing }),
      planOf(program, [at({ at: 'approval.decided', step }, 'kill'), at({ at: 'retry-wait' }, 'kill')], {
        needs: ['client'],
      }),
      planOf(program, [at(requested, 'kill')]),
      planOf(program, [at({ at: 'approval.decided', step }, 'kill'), at({ at: 'retry-wait' }, 'redo')], {
        needs: ['client', 'resume'],
        judges: ['approval.binds-one-revision'],
      }),
      // Between two waits: the one that it could be about is closed, and the next is not asked yet.
      ...shownBy(program, step).map((shown) =>
        planOf(program, [at(requested, 'redo'), at({ at: 'call.received', step: shown, nth: 2 }, 'decide')], {
          needs: ['resume'],
          judges: ['approval.early-decision-is-not-lost'],
        }),
      ),
    ];
  });
/** The first model or tool step whose result a wait shows. */
const shownBy = (program: Program, wait: string): readonly string[] =>
  (stepOf(program, wait)?.uses ?? [])
    .filter((id) => ['model', 'tool'].includes(stepOf(program, id)?.op ?? ''))
    .slice(0, 1);
const standing = ['approval.first-decision-stands', 'approval.late-one-restarts-nothing'];

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Command } from '../../model/vocabulary.ts';
import type { StoreAnswer } from '../store.ts';
import { troubleIn } from '../trouble.ts';
import type { Mutant, Scene } from './mutant.ts';

/** What the store did with a command, or that it could not be written. */
const triedOn = ({ store }: Scene, command: Command): StoreAnswer | 'trouble' => {
  try {
    return store.apply(command);
  } catch (error) {
    if (troubleIn(error) === undefined) throw error;
    return 'trouble';
  }
};

/** As a queue before a database that is slow. */
const saysYesAndWritesLater: Mutant = {
  id: 'says-yes-and-writes-later',
  defect: 'A decision that the store cannot take now is answered with ok, and written when it can.',
  fails: ['recovery.store-outage-loses-nothing'],
  plot: (scene) => {
    const waiting: Command[] = [];
    return {
      answers: (command) => {
        while (waiting[0] !== undefined && triedOn(scene, waiting[0]) !== 'trouble') waiting.shift();
        const answer = triedOn(scene, command);
        if (answer !== 'trouble' || command.type !== 'decide') return answer === 'trouble' ? undefined : answer;
        waiting.push(command);
        return { status: 'ok', value: null };
      },
    };
  },
};

const givesUpOnAStoreThatIsAway: Mutant = {
  id: 'gives-up-on-a-store-that-is-away',
  defect: 'A worker that once could not write to its store looks for no work any more, and lives on.',
  fails: ['recovery.store-outage-loses-nothing'],
  plot: ({ store }) => {
    let hasGivenUp = false;
    return {
      looks: () => {
        if (hasGivenUp) throw new Error('the store was away');
        hasGivenUp = true;
        store.undone(() => undefined);
        hasGivenUp = false;
      },
    };
  },
};

const admitsWhatItCannotKeep: Mutant = {
  id: 'admits-what-it-cannot-keep',
  defect: 'A launch that the store cannot take is accepted, and forgotten.',
  fails: ['identity.admission-is-atomic'],
  reports: ['atomic-store-lost-during-admission', 'kue-store-full-half-written-job'],
  plot: (scene) => ({
    answers: (command) => {
      if (command.type !== 'launch') return undefined;
      const answer = triedOn(scene, command);
      return answer === 'trouble' ? { status: 'ok', value: { run: command.run, slot: command.slot } } : answer;
    },
  }),
};

/** As a retention that takes whatever it finds at its start for old. */
const clearsUpWhenItStarts: Mutant = {
  id: 'clears-up-when-it-starts',
  defect: 'A worker that starts clears away the results of every run that has ended.',
  fails: ['identity.state-outlives-workers', 'commit.crash-leaves-before-or-after', 'evidence.success-needs-its-proof'],
  explained:
    'A run that has succeeded without a result shows neither the state before nor the one after, and no proof.',
  plot: ({ file }) => ({
    starts: () => {
      const db = new Database(file, { timeout: 5_000 });
      db.exec(
        "DELETE FROM entity WHERE kind = 'output' AND run IN (SELECT id FROM entity WHERE kind = 'run' AND leaf = 'succeeded')",
      );
      db.close();
    },
  }),
};

/** As a cache of results in the working folder, with a row in the database that says only that there is one. */
const keepsProgressOnItsNode: Mutant = {
  id: 'keeps-progress-on-its-node',
  defect: 'The results of steps stand in the working folder of their worker: where that is gone they are made again.',
  fails: ['commit.survives-node-loss', 'recovery.committed-step-runs-once', 'evidence.recoverable-prefix-is-shown'],
  explained: 'What is made again was committed, and listed as not to be repeated.',
  plot: ({ disk }) => {
    const placeOf = (step: string): string => join(disk(), `result-of-${step}`);
    return {
      conduct: {
        repeats: ({ step }) => (step.op === 'model' || step.op === 'tool') && !existsSync(placeOf(step.id)),
        runsAhead: ({ step }) => {
          writeFileSync(placeOf(step.id), '');
          return false;
        },
      },
    };
  },
};

const takesTheStoreAtItsWord: Mutant = {
  id: 'takes-the-store-at-its-word',
  defect: 'An upload is committed as soon as the artifact store says that it has it.',
  fails: ['commit.refuses-incomplete-output'],
  conduct: { trusts: () => true },
};

/** What becomes of a run when what it stands on is shaken: its store, its engine, its node, its artifacts. */
export const groundMutants: readonly Mutant[] = [
  saysYesAndWritesLater,
  givesUpOnAStoreThatIsAway,
  admitsWhatItCannotKeep,
  clearsUpWhenItStarts,
  keepsProgressOnItsNode,
  takesTheStoreAtItsWord,
];

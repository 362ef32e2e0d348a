import { isSure, type Reading, type Sight } from '../../reading.ts';
import { type Commit, holderOf, type RunView } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** With each output, and with the run, stands where it comes from. */
export const outputsCarryProvenance = requirement({
  id: 'evidence.outputs-carry-provenance',
  since: '2026-12',
  title: 'Outputs carry their provenance',
  statement:
    'Each committed result says of which task it is, which state revision it made, which attempt brought it, what execution stands above it, and from which source revision it was made.',
  duty: 'runtime',
  level: 4,
  profile: 'evidence',
  reach: 'outside',
  needs: ['provenance'],
  clauses: [
    { id: 'with-each-output', statement: 'Every committed result carries its provenance, complete.' },
    { id: 'attempt', statement: 'The attempt that it names is one of the run.' },
    { id: 'revision', statement: 'No two results of calls of a run made the same state revision.' },
    { id: 'with-the-run', statement: 'The run shows its tenant and pins, and a branch its parent.' },
  ],
  source: 'Durable execution for AI agents, section Configure infrastructure recovery in Polyaxon',
  // A runtime that shows no provenance at all has nothing to be held to, unless it says that it does.
  occasions: (reading) =>
    !isOffered(reading)
      ? []
      : [...new Set(reading.sights.map((sight) => sight.run))].flatMap((run) => {
          const last = reading.sights.findLast(
            (sight) => sight.run === run && isSure(sight) && commitsOf(sight).length > 0,
          );
          return last === undefined ? [] : occasionsOf(reading, last);
        }),
});

const isOffered = ({ history, sights }: Reading): boolean =>
  history.subject.can.includes('provenance') ||
  sights.some((sight) => commitsOf(sight).some(({ commit }) => commit.provenance !== undefined));

type Shown = { readonly step: string; readonly commit: Commit };

const commitsOf = ({ view }: Sight): readonly Shown[] =>
  Object.entries(view.steps).flatMap(([step, { commits }]) => commits.map((commit) => ({ step, commit })));

/** What a branch took over carries the provenance of its parent, so only its own results are held against its attempts. */
const occasionsOf = (reading: Reading, last: Sight): readonly Occasion[] => {
  const shown = commitsOf(last);
  const evidence = proof({ illegal: last.seq });
  const say = (clause: string, wrong: string | undefined): Occasion =>
    wrong === undefined ? kept(clause) : broken(clause, `${last.run} shows ${wrong}`, evidence);
  const bare = shown.find(({ commit }) => !isComplete(commit));
  const own = shown.filter(({ commit }) => commit.provenance?.task === last.run || last.view.parent === undefined);
  return [
    say('with-each-output', bare && `a result of ${bare.step} without whole provenance`),
    ...(last.view.attempts === undefined ? [] : [say('attempt', strayIn(reading, last, own))]),
    say('revision', doubleIn(own.filter(({ step }) => isWork(reading, step)))),
    say('with-the-run', lackOf(last.view)),
  ];
};

const isComplete = ({ provenance }: Commit): boolean =>
  provenance !== undefined &&
  [provenance.task, provenance.attempt, provenance.source].every((text) => text.trim() !== '');

/** A decision is nobody's attempt, nor is a person's evidence, nor the word of an owner: such results name who gave them. */
const strayIn = (reading: Reading, { run, view: { attempts } }: Sight, own: readonly Shown[]): string | undefined => {
  const isResolved = (step: string): boolean =>
    reading.exchanges.some(({ command }) => command.type === 'resolve' && command.run === run && command.step === step);
  const stray = own.find(
    ({ step, commit: { provenance } }) =>
      isWork(reading, step) &&
      !isResolved(step) &&
      !isSaidByOwner(reading, run, step) &&
      provenance !== undefined &&
      !attempts?.some(({ id }) => id === provenance.attempt),
  );
  return stray && `a result of ${stray.step} by ${stray.commit.provenance?.attempt}, which is no attempt of it`;
};

/** Its owner called back, or was asked; that need not be the attempt which had sent it. */
const isSaidByOwner = (reading: Reading, run: string, step: string): boolean =>
  reading.calls.some((call) => call.run === run && call.step === step && call.told.length > 0) ||
  reading.history.observations.some(
    ({ event }) => event.type === 'effect.looked-up' && event.run === run && event.step === step,
  );

/** A group or a choice ends with its last step, and has no revision of its own; a child's attempts and revisions are another slot's. */
const isWork = (reading: Reading, step: string): boolean =>
  reading.steps.some(({ id }) => id === step) && holderOf(reading.program, step)?.op !== 'child';

const doubleIn = (own: readonly Shown[]): string | undefined => {
  const revisions = own.flatMap(({ commit }) => commit.provenance?.revision ?? []);
  const double = revisions.find((revision, at) => revisions.indexOf(revision) < at);
  return double === undefined ? undefined : `two results that made state revision ${double}`;
};

const lackOf = ({ identity }: RunView): string | undefined =>
  identity === undefined || Object.values(identity.pins).some((pin) => pin.trim() === '')
    ? 'not under which tenant and pins it runs'
    : undefined;

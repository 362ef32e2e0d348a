import {
  committedReference,
  isSure,
  isWorked,
  names,
  type Reading,
  referenceIn,
  type Sight,
  type Upload,
  uploadsFor,
} from '../../reading.ts';
import { isOf } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** An upload that no committed reference names is never consumed, and can be listed. */
export const orphansAreNeverConsumed = requirement({
  id: 'commit.orphans-are-never-consumed',
  since: '2026-12',
  title: 'Orphans are never consumed',
  statement: 'An upload whose reference was not committed serves nobody as a result, and is listed as an orphan.',
  duty: 'shared',
  level: 3,
  profile: 'recover',
  reach: 'world',
  needs: ['output'],
  clauses: [
    { id: 'not-consumed', statement: 'No later step is given, and nobody reads, the upload that was left behind.' },
    { id: 'listed', statement: 'The run lists the upload, and not as committed.' },
  ],
  source: 'Durable execution for AI agents, section Commit outputs before acknowledging progress',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.steps.filter((step) => step.op === 'output').flatMap((step) => occasionsOf(reading, run, step.id)),
        )
      : [],
});

/** Beside the version that the run ended with, every other one was left behind. A successor may well take over an upload that it finds. Of what a transport sent twice nobody knows. */
const occasionsOf = (reading: Reading, run: string, step: string): readonly Occasion[] => {
  const uploads = uploadsFor(reading, run, step);
  const last = reading.sights.findLast(
    (one) => one.run === run && isSure(one) && committedReference(one, step) !== undefined,
  );
  const inForce = last && committedReference(last, step);
  const chosen = uploads.find((upload) => names(inForce, upload));
  if (last === undefined || chosen === undefined) return [];
  const orphans = uploads.filter(
    (upload) => upload !== chosen && upload.stored.seq < last.seq && !upload.call.isResend,
  );
  return [
    ...orphans.map((orphan) => notConsumed(reading, { run, step, orphan, chosen })),
    ...listed(last, step, orphans),
  ];
};

type Orphan = { readonly run: string; readonly step: string; readonly orphan: Upload; readonly chosen: Upload };

/** A worker may read what it brought itself, to see whether it was kept. Once another version is there too, nobody else has a reason to. */
const notConsumed = (reading: Reading, { run, step, orphan, chosen }: Orphan): Occasion => {
  const user = reading.honest.find((call) => call.run === run && names(referenceIn(call.inputs[step]), orphan));
  const evidence = { first: orphan.stored.seq, committed: chosen.stored.seq };
  if (user !== undefined) {
    const message = `${user.step} was given version ${orphan.stored.event.version} of ${step}, which was never committed`;
    return broken('not-consumed', message, proof({ ...evidence, illegal: user.seq }));
  }
  const after = Math.max(orphan.stored.seq, chosen.call.answered?.seq ?? Infinity);
  const read = reading.history.observations
    .filter((seen) => isOf(seen, 'artifact.read'))
    .find(
      ({ seq, worker, event }) =>
        seq > after &&
        worker !== orphan.stored.worker &&
        event.run === run &&
        names({ ...event, digest: undefined, bytes: undefined }, orphan),
    );
  if (read === undefined) return kept('not-consumed');
  const message = `version ${orphan.stored.event.version} of ${step} was read, which was never committed`;
  return broken('not-consumed', message, proof({ ...evidence, illegal: read.seq }));
};

/**
 * A runtime that shows no artifacts at all says nothing about them. It cannot know the version of an upload whose answer was lost: then it
 * lists one of its step without a version, each for one upload.
 */
const listed = ({ view, seq }: Sight, step: string, orphans: readonly Upload[]): readonly Occasion[] => {
  if (view.artifacts === undefined) return [];
  const shown = view.artifacts;
  const entryOf = ({ stored: { event } }: Upload) =>
    shown.find((one) => one.name === event.name && one.version === event.version);
  const nameless = shown.filter((one) => one.step === step && one.version === '' && one.state !== 'committed').length;
  const unnamed = orphans.filter((orphan) => entryOf(orphan) === undefined);
  return orphans.map((orphan) => {
    const entry = entryOf(orphan);
    if (entry === undefined ? unnamed.indexOf(orphan) < nameless : entry.state !== 'committed') return kept('listed');
    const words = entry === undefined ? 'it is not listed' : 'it is listed as committed';
    const message = `version ${orphan.stored.event.version} of ${step} was left behind, and ${words}`;
    return broken('listed', message, proof({ first: orphan.stored.seq, illegal: seq }));
  });
};

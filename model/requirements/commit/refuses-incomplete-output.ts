import {
  type Call,
  callsFor,
  committedReference,
  isSteady,
  isWhole,
  isWorked,
  names,
  type Reading,
  type Reference,
  referenceIn,
  uploadsFor,
  windowsOf,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** An upload that is incomplete, or that is not what it says, is never committed. */
export const refusesIncompleteOutput = requirement({
  id: 'commit.refuses-incomplete-output',
  since: '2026-12',
  title: 'An incomplete output is never committed',
  statement: 'What is committed of an output is whole: the store holds all of it, and it is what its reference says.',
  duty: 'shared',
  level: 3,
  profile: 'recover',
  reach: 'world',
  needs: ['output'],
  clauses: [
    {
      id: 'cut-short',
      statement: 'After an upload that was cut short, what is committed is another one that is whole.',
    },
    {
      id: 'altered',
      statement: 'Digest and size of a committed reference are those of what the store holds.',
    },
  ],
  source: 'Durable execution for AI agents, section Commit outputs before acknowledging progress',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.steps.filter((step) => step.op === 'output').flatMap((step) => occasionsOf(reading, run, step.id)),
        )
      : [],
});

type Said = { readonly seq: number; readonly reference: Reference };

/** What was shown as committed, and what later steps were given. */
const occasionsOf = (reading: Reading, run: string, step: string): readonly Occasion[] => {
  const cut = callsFor(reading.calls, run, step).find((call) => isCut(reading, call));
  const torn = windowsOf(reading, 'torn')[0];
  const uploads = uploadsFor(reading, run, step);
  return sayings(reading, run, step).flatMap(({ seq, reference }) => {
    const stored = uploads.find((upload) => upload.stored.seq < seq && names(reference, upload));
    const said = `version ${reference.version} of ${step} is committed`;
    const evidence = proof({ first: cut?.seq ?? torn?.from, committed: stored?.stored.seq, illegal: seq });
    const isTorn = torn !== undefined && (stored?.stored.seq ?? 0) > torn.from;
    return [
      ...(cut !== undefined && cut.seq < seq
        ? [
            stored === undefined
              ? broken('cut-short', `an upload was cut short, and ${said}, which the store does not hold`, evidence)
              : kept('cut-short'),
          ]
        : []),
      ...(stored !== undefined && !isWhole(reference, stored)
        ? [broken('altered', `${said}, and the store holds something else under it`, evidence)]
        : isTorn && stored !== undefined
          ? [kept('altered')]
          : []),
    ];
  });
};

/** It began, and its worker was gone before the store had all of it. */
const isCut = (reading: Reading, call: Call): boolean =>
  call.answered === undefined &&
  !uploadsFor(reading, call.run, call.step).some((upload) => upload.call === call) &&
  (call.lost !== undefined || reading.losses.some((loss) => loss.worker === call.worker && loss.seq > call.seq));

const sayings = (reading: Reading, run: string, step: string): readonly Said[] =>
  [
    ...reading.sights
      .filter((sight) => sight.run === run && isSteady(sight))
      .map((sight) => ({ seq: sight.seq, reference: committedReference(sight, step) })),
    ...reading.honest
      .filter((call) => call.run === run)
      .map((call) => ({ seq: call.seq, reference: referenceIn(call.inputs[step]) })),
  ].flatMap(({ seq, reference }) => (reference === undefined ? [] : [{ seq, reference }]));

import {
  commitmentOf,
  committedReference,
  isSteady,
  isWorked,
  names,
  type Reading,
  type Reference,
  referenceIn,
  uploadsFor,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** What is committed of an output is the reference to one immutable version of it. */
export const referencesExactVersions = requirement({
  id: 'commit.references-exact-versions',
  since: '2026-12',
  title: 'A commit references an exact version',
  statement:
    'A committed output names one version that the artifact store holds, and what is written later under the same name changes nothing of it.',
  duty: 'shared',
  level: 3,
  profile: 'recover',
  reach: 'world',
  needs: ['output'],
  clauses: [
    {
      id: 'names-a-version',
      statement: 'What is committed, or handed on, names a version that the store had by then.',
    },
    {
      id: 'later-write',
      statement: 'After a later write of the same step, what is committed is still the version from before.',
    },
  ],
  source: 'Durable execution for AI agents, section Commit outputs before acknowledging progress',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.steps
            .filter((step) => step.op === 'output')
            .flatMap((step) => [...namesVersion(reading, run, step.id), ...laterWrite(reading, run, step.id)]),
        )
      : [],
});

type Said = { readonly seq: number; readonly reference: Reference | undefined; readonly words: string };

/** Every time that something said what the output is: a reading that shows it as committed, and a call that uses it. */
const sayings = (reading: Reading, run: string, step: string): readonly Said[] =>
  [
    ...reading.sights
      .filter((sight) => sight.run === run && isSteady(sight) && (sight.view.steps[step]?.commits.length ?? 0) > 0)
      .map((sight) => ({ seq: sight.seq, reference: committedReference(sight, step), words: `${run} showed` })),
    ...reading.honest
      .filter((call) => call.run === run && call.inputs[step] !== undefined)
      .map(({ seq, inputs, step: user }) => ({
        seq,
        reference: referenceIn(inputs[step]),
        words: `${user} was given`,
      })),
  ].sort((one, other) => one.seq - other.seq);

const namesVersion = (reading: Reading, run: string, step: string): readonly Occasion[] => {
  const uploads = uploadsFor(reading, run, step);
  return sayings(reading, run, step).map(({ seq, reference, words }) => {
    const isHeld = uploads.some((upload) => upload.stored.seq < seq && names(reference, upload));
    if (isHeld) return kept('names-a-version');
    const what =
      reference === undefined ? 'no version' : `version ${reference.version}, which the store does not hold,`;
    return broken('names-a-version', `${words} ${what} as ${step}`, proof({ illegal: seq }));
  });
};

/** From the commitment on, a version that is stored later is another one, whoever brought it. */
const laterWrite = (reading: Reading, run: string, step: string): readonly Occasion[] => {
  const committed = commitmentOf(reading, run, step);
  const uploads = uploadsFor(reading, run, step);
  const late = uploads.find(({ stored }) => stored.seq > (committed?.seq ?? Infinity));
  if (committed === undefined || late === undefined) return [];
  const after = sayings(reading, run, step).filter(({ seq }) => seq > late.stored.seq);
  const other = after.find(({ reference }) => names(reference, late));
  if (after.length === 0) return [];
  if (other === undefined) return [kept('later-write')];
  const message = `${step} was committed, ${late.call.worker} wrote it again, and ${other.words} the later version`;
  return [
    broken('later-write', message, proof({ committed: committed.seq, first: late.stored.seq, illegal: other.seq })),
  ];
};

import { type Call, type Commitment, commitmentOf, isWorked, type Reading } from '../../reading.ts';
import { type Json, type Step, sameJson } from '../../vocabulary.ts';
import { brief, broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Exactly one branch of a choice is followed: the one that the committed value selects. */
export const takesOnePath = requirement({
  id: 'recovery.takes-one-path',
  since: '2026-12',
  title: 'A choice takes one path',
  statement: 'Exactly one branch of a choice is followed, the one that the committed value selects.',
  duty: 'runtime',
  level: 2,
  profile: 'recover',
  reach: 'world',
  needs: ['choose'],
  clauses: [
    { id: 'only-one', statement: 'Once the value is committed, steps of one branch alone are begun.' },
    { id: 'the-chosen', statement: 'A successor follows the branch that the committed value names.' },
  ],
  source:
    'Durable execution for AI agents, section Distinguish retry, resume, and a new branch; report flowise-resume-runs-both-branches',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.program.steps.flatMap((step) => (step.op === 'choose' ? occasionsOf(reading, run, step) : [])),
        )
      : [],
});

type Choice = Extract<Step, { op: 'choose' }>;
type Taken = { readonly name: string; readonly call: Call };

/** A value that was not committed may be sampled again and lead elsewhere: only what was begun since the commit counts. */
const occasionsOf = (reading: Reading, run: string, choice: Choice): readonly Occasion[] => {
  const commit = commitmentOf(reading, run, choice.by);
  if (commit === undefined) return [];
  const taken = branchesTaken(reading, run, choice).filter(({ call }) => call.seq >= commit.seq);
  const loss = reading.losses.find(
    (one) => one.seq > commit.seq && reading.honest.some((call) => call.run === run && call.seq > one.seq),
  );
  return [
    ...onlyOne({ choice, commit, taken }, loss !== undefined),
    ...taken.flatMap((branch) => theChosen({ choice, commit, taken }, branch, reading)),
  ];
};

const branchesTaken = (reading: Reading, run: string, { cases }: Choice): readonly Taken[] =>
  reading.honest.flatMap((call) => {
    const found = Object.entries(cases).find(([, steps]) => steps.some((step) => step.id === call.step));
    return call.run === run && found !== undefined ? [{ name: found[0], call }] : [];
  });

type Facts = { readonly choice: Choice; readonly commit: Commitment; readonly taken: readonly Taken[] };

/** Only a successor has to choose anew. */
const onlyOne = ({ choice, commit, taken }: Facts, isRecovered: boolean): readonly Occasion[] => {
  const [first] = taken;
  const other = taken.find(({ name }) => name !== first?.name);
  if (first === undefined) return [];
  if (other === undefined) return isRecovered ? [kept('only-one')] : [];
  const message = `${choice.id} was followed into ${first.name} and into ${other.name}`;
  const evidence = proof({ committed: commit.seq, first: first.call.seq, illegal: other.call.seq });
  return [broken('only-one', message, evidence)];
};

/** A worker that had the value from the world itself recovered nothing, but must not go elsewhere either. */
const theChosen = ({ choice, commit }: Facts, { name, call }: Taken, reading: Reading): readonly Occasion[] => {
  const heard = reading.calls.some(
    (one) => one.step === choice.by && one.worker === call.worker && one.run === call.run,
  );
  const isChosen = commit.values.length === 0 || commit.values.some((value) => sameJson(value, name));
  if (isChosen) return heard || commit.values.length === 0 ? [] : [kept('the-chosen')];
  const message = `${choice.by} was committed as ${brief(oneOf(commit.values))}, and ${call.worker} followed ${name}`;
  return [broken('the-chosen', message, proof({ committed: commit.seq, illegal: call.seq }))];
};

const oneOf = ([first]: readonly Json[]): Json | undefined => first;

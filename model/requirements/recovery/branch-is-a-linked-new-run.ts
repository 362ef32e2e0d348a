import {
  type Branch,
  bracketsOf,
  branchesOf,
  callsFor,
  firstAnswer,
  isAbout,
  isAccepted,
  isChanged,
  isSameState,
  isSteady,
  isSure,
  isWorked,
  type Reading,
  sameShown,
} from '../../reading.ts';
import type { RunView } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A branch is a new run, linked to the one that it came from, which stays as it is. */
export const branchIsALinkedNewRun = requirement({
  id: 'recovery.branch-is-a-linked-new-run',
  since: '2026-12',
  title: 'A branch is a new, linked run',
  statement:
    'A branch is a run of its own that names its parent: what rests on the change runs again, all other evidence is reused, and the parent is left as it was.',
  duty: 'runtime',
  level: 3,
  profile: 'recover',
  reach: 'outside',
  needs: ['branch', 'client'],
  clauses: [
    { id: 'linked', statement: 'The branch is shown, and names its parent.' },
    { id: 'parent-unchanged', statement: 'The parent is shown after the branch as it was before.' },
    { id: 'dependents-run-again', statement: 'No result of a step that rests on the change is taken over.' },
    {
      id: 'evidence-reused',
      statement: 'No step that the change does not touch runs again, and its result is the one of the parent.',
    },
  ],
  source: 'Durable execution for AI agents, section Distinguish retry, resume, and a new branch',
  occasions: (reading) =>
    branchesOf(reading).flatMap((branch) => [
      ...linked(reading, branch),
      ...parentUnchanged(reading, branch),
      ...stepsOf(reading, branch),
    ]),
});

const linked = (reading: Reading, { command, sent, answered }: Branch): readonly Occasion[] => {
  const shown = reading.sights.filter((sight) => sight.run === command.as && sight.seq > answered && isSure(sight));
  const wrong = shown.find(({ view }) => view.status === 'absent' || view.parent?.run !== command.run);
  if (shown.length === 0) return [];
  if (wrong === undefined) return [kept('linked')];
  const words =
    wrong.view.status === 'absent'
      ? 'it was not there'
      : `it named ${wrong.view.parent?.run ?? 'nobody'} as its parent`;
  const message = `${command.as} was branched from ${command.run}, and ${words}`;
  return [broken('linked', message, proof({ command: sent, answer: answered, illegal: wrong.seq }))];
};

/** In a script nothing else moves the parent; where workers work, only one that had come to its end is surely at rest. */
const parentUnchanged = (reading: Reading, branch: Branch): readonly Occasion[] => {
  const { command, sent, answered } = branch;
  const own = reading.sights.filter((sight) => sight.run === command.run && isSure(sight));
  const alone = bracketsOf(reading).find(
    (one) => one.run === command.run && one.exchanges.length === 1 && one.exchanges[0] === branch,
  );
  const before = isWorked(reading) ? own.findLast((sight) => sight.seq < sent && sight.why === 'rest') : alone?.before;
  const after = isWorked(reading) ? own.findLast((sight) => sight.seq > answered) : alone?.after;
  if (before === undefined || after === undefined) return [];
  if (isSameState(workOf(before.view), workOf(after.view))) return [kept('parent-unchanged')];
  const message = `${command.as} was branched from ${command.run}, and ${command.run} changed`;
  return [broken('parent-unchanged', message, proof({ before: before.seq, command: sent, illegal: after.seq }))];
};

/** That somebody chose to branch belongs to the record of what had failed, and is no change of it. */
const workOf = ({ recoveries: _, ...view }: RunView): RunView => view;

/** Steps whose results the parent had, each as the branch has it: by what the world saw, and by what is shown of it first. */
const stepsOf = (reading: Reading, branch: Branch): readonly Occasion[] => {
  const { command, sent, answered } = branch;
  const parent = reading.sights.findLast((one) => one.run === command.run && one.seq < sent && isSteady(one));
  const first = reading.sights.find((sight) => sight.run === command.as && sight.seq > answered && isSteady(sight));
  return reading.steps.flatMap(({ id }): readonly Occasion[] => {
    const had = parent?.view.steps[id]?.commits.at(-1);
    if (had === undefined || id in command.changes) return [];
    const call = callsFor(reading.calls, command.as, id).find((one) => one.seq > answered);
    const taken = first?.view.steps[id]?.commits.at(-1);
    const gave = firstAnswer(reading.calls, command.as, id)?.seq ?? Infinity;
    const isTaken = first !== undefined && taken !== undefined && first.seq < gave;
    const evidence = { before: parent?.seq, command: sent };
    if (isChanged(reading, branch, id)) {
      const message = `${id} rests on what ${command.as} changed, and it has the result of ${command.run}`;
      if (isTaken) return [broken('dependents-run-again', message, proof({ ...evidence, illegal: first.seq }))];
      return first === undefined && call === undefined ? [] : [kept('dependents-run-again')];
    }
    const again = `${id} rests on nothing that ${command.as} changed, and it ran again`;
    const other = `${id} rests on nothing that ${command.as} changed, and it has another result`;
    if (command.program !== undefined) return [];
    const redone = call?.seq ?? committedAgain(reading, branch, id);
    if (redone !== undefined) return [broken('evidence-reused', again, proof({ ...evidence, illegal: redone }))];
    if (isTaken && !sameShown(taken.value, had.value))
      return [broken('evidence-reused', other, proof({ ...evidence, illegal: first.seq }))];
    return isTaken || endedAs(reading, command.as) ? [kept('evidence-reused')] : [];
  });
};

/** Where commands say what is done: a result of the step was accepted from an attempt of the branch. */
const committedAgain = (reading: Reading, { command: { slot } }: Branch, step: string): number | undefined =>
  reading.exchanges
    .filter((one) => isAbout(one, 'commit'))
    .filter(isAccepted)
    .find(({ command }) => command.step === step && command.attempt.startsWith(`${slot}/`))?.answered;

const endedAs = (reading: Reading, run: string): boolean =>
  reading.rests.some((rest) => rest.event.run === run && rest.event.as === 'finished');

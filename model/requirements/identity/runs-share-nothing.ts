import {
  bracketsOf,
  branchesOf,
  type Call,
  callsFor,
  type Exchange,
  gaveResult,
  isAbout,
  isAccepted,
  isSameState,
  isWorked,
  type Reading,
  sureSights,
} from '../../reading.ts';
import { type Json, sameJson } from '../../vocabulary.ts';
import { brief, broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** No result and no command of one run reaches another, except the evidence that a branch took. */
export const runsShareNothing = requirement({
  id: 'identity.runs-share-nothing',
  since: '2026-12',
  title: 'Runs share nothing',
  statement: 'A step is given results of its own run only, and a command on one run moves no other.',
  duty: 'runtime',
  level: 2,
  profile: 'identity',
  reach: 'world',
  needs: [],
  clauses: [
    { id: 'results', statement: 'No step is given what only the same step of another run had brought.' },
    {
      id: 'commands',
      statement: 'A cancellation, decision or other command on one run leaves the others as they were.',
    },
  ],
  source:
    'Durable Execution Across Agent Lifecycles, section Crash-recovery model and persistence boundary; reports mastra-cancel-hits-every-run and swarms-checkpoints-shared-between-workflows',
  occasions: (reading) =>
    isWorked(reading)
      ? [...reading.calls.flatMap((call) => resultsOf(reading, call)), ...cancellationsOf(reading)]
      : scripted(reading),
});

/** Each value that a call rests on, where another run had another result of that step by then. A branch may be given its parent's. */
const resultsOf = (reading: Reading, call: Call): readonly Occasion[] =>
  Object.entries(call.inputs).flatMap(([step, handed]): readonly Occasion[] => {
    const foreign = reading.calls.find(
      (other) =>
        other.step === step &&
        other.run !== call.run &&
        gaveResult(other) &&
        (other.answered?.seq ?? Infinity) < call.seq &&
        !areRelated(reading, call.run, other.run) &&
        !isOwn(reading, call, { step, value: other.answered?.event.value ?? null }),
    );
    if (foreign === undefined) return [];
    if (!sameJson(foreign.answered?.event.value ?? null, handed)) return [kept('results')];
    const message = `${call.step} of ${call.run} was given ${brief(handed)}, the ${step} of ${foreign.run}`;
    return [broken('results', message, proof({ first: foreign.answered?.seq, illegal: call.seq }))];
  });

const isOwn = (reading: Reading, { run, seq }: Call, of: { readonly step: string; readonly value: Json }): boolean =>
  callsFor(reading.calls, run, of.step).some(
    ({ answered }) => answered !== undefined && answered.seq < seq && sameJson(answered.event.value, of.value),
  );

const areRelated = (reading: Reading, one: string, other: string): boolean =>
  branchesOf(reading).some(
    ({ command }) => [command.run, command.as].includes(one) && [command.run, command.as].includes(other),
  );

/** A run that nobody cancelled, beside one whose cancellation was accepted. */
const cancellationsOf = (reading: Reading): readonly Occasion[] =>
  reading.exchanges
    .filter((one) => isAbout(one, 'cancel'))
    .filter(isAccepted)
    .flatMap(({ command, sent, answered }) =>
      reading.runs
        .filter((run) => run !== command.run && !isAsked(reading, run, 'cancel'))
        .flatMap((run): readonly Occasion[] => {
          const later = sureSights(reading, run).filter((sight) => sight.seq > answered);
          const hit = later.find((sight) => sight.view.status === 'cancelled');
          if (later.length === 0) return [];
          if (hit === undefined) return [kept('commands')];
          const message = `${command.run} was cancelled, and so was ${run}`;
          return [broken('commands', message, proof({ command: sent, illegal: hit.seq }))];
        }),
    );

const isAsked = (reading: Reading, run: string, type: string): boolean =>
  reading.exchanges.some(({ command }) => command.type === type && 'run' in command && command.run === run);

/** In a script nothing moves by itself: whatever changes in a run that no command between two readings named is a command's doing. */
const scripted = (reading: Reading): readonly Occasion[] =>
  bracketsOf(reading).flatMap((bracket): readonly Occasion[] => {
    const accepted = bracket.exchanges.filter(isAccepted);
    if (accepted.length === 0 || bracket.before.view.status === 'absent') return [];
    if (!bracket.exchanges.every((one) => isElsewhere(one, bracket.run))) return [];
    if (isSameState(bracket.before.view, bracket.after.view)) return [kept('commands')];
    const message = `a ${accepted[0]?.command.type} on another run changed ${bracket.run}`;
    return [
      broken(
        'commands',
        message,
        proof({ before: bracket.before.seq, command: accepted[0]?.sent, illegal: bracket.after.seq }),
      ),
    ];
  });

/** A branch reads its parent, and reports name no run. */
const isElsewhere = ({ command }: Exchange, run: string): boolean =>
  'run' in command && command.run !== run && !(command.type === 'branch' && command.as === run);

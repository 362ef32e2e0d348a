import { type Call, callsFor, commitmentOf, endingOf, gaveResult, isWorked, type Reading } from '../../reading.ts';
import { type ScriptedAnswer, sameJson } from '../../vocabulary.ts';
import { brief, broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Every value that JSON can carry is replayed as it was, or refused loudly before it is committed. */
export const replaysEveryValue = requirement({
  id: 'recovery.replays-every-value',
  since: '2026-12',
  title: 'Recovery replays every value',
  statement:
    'A committed result of any shape, up to 256 KiB, reaches the steps of a successor unchanged; what a runtime cannot keep it refuses loudly, before it commits.',
  duty: 'runtime',
  level: 1,
  profile: 'recover',
  reach: 'world',
  needs: [],
  clauses: [
    { id: 'null', statement: 'A result that is null is a result.' },
    { id: 'empty', statement: 'Empty texts, lists and objects, zero and false are results.' },
    { id: 'unicode', statement: 'Any valid Unicode comes back character for character.' },
    { id: 'nested', statement: 'Nested lists and objects come back whole.' },
    { id: 'large', statement: 'A result of 256 KiB comes back whole.' },
  ],
  source: 'Durable execution for AI agents, section Commit outputs before acknowledging progress',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.steps.flatMap((step) =>
            scripted(step).flatMap((answer) => occasionsOf(reading, run, { id: step.id, answer })),
          ),
        )
      : [],
});

const scripted = (step: Reading['steps'][number]): readonly ScriptedAnswer[] =>
  'answers' in step && step.answers !== undefined ? [step.answers] : [];

type Scripted = { readonly id: string; readonly answer: ScriptedAnswer };

/** What the world answered decides, not what the program asked for: a large value stands in a history by its digest. */
const occasionsOf = (reading: Reading, run: string, step: Scripted): readonly Occasion[] => {
  const tries = callsFor(reading.calls, run, step.id);
  const answer = tries.find(gaveResult)?.answered;
  if (answer === undefined) return [];
  const seen = [...handedOn(reading, tries, answer), ...runAgain(reading, answer)];
  const found = seen.length > 0 ? seen : refusedLoudly(reading, run, step.id) ? [kept('')] : [];
  return kindsOf(step.answer).flatMap((kind) => found.map((occasion) => ({ ...occasion, clause: kind })));
};

type Answer = NonNullable<Call['answered']>;

/** A worker that had the answer from the world replays nothing, but may not hand on another value either. */
const handedOn = (reading: Reading, tries: readonly Call[], answer: Answer): readonly Occasion[] => {
  const { run, step, value } = answer.event;
  const heard = new Set(tries.filter(gaveResult).map((call) => call.worker));
  return reading.honest
    .filter((call) => call.run === run)
    .flatMap((call): Occasion[] => {
      const handed = call.inputs[step];
      if (handed === undefined) return [];
      if (sameJson(handed, value)) return heard.has(call.worker) ? [] : [kept('')];
      const message = `${step} answered ${brief(value)}, and ${call.worker} gave ${call.step} ${brief(handed)}`;
      return [broken('', message, proof({ answer: answer.seq, illegal: call.seq }))];
    });
};

/** Run again although committed: a value that reads as none. */
const runAgain = (reading: Reading, answer: Answer): readonly Occasion[] => {
  const { run, step } = answer.event;
  const commit = commitmentOf(reading, run, step);
  const since = Math.max(answer.seq, commit?.seq ?? Infinity);
  const again = callsFor(reading.honest, run, step).find((call) => call.seq > since && !call.isResend);
  return again === undefined
    ? []
    : [broken('', `${step} had its result and was run again`, proof({ committed: commit?.seq, illegal: again.seq }))];
};

/** Nothing was interrupted, and the run failed in the open with the value uncommitted and unused. */
const refusedLoudly = (reading: Reading, run: string, step: string): boolean =>
  reading.history.plan.interventions.length === 0 &&
  endingOf(reading, run)?.as === 'failed' &&
  commitmentOf(reading, run, step) === undefined &&
  !reading.calls.some((call) => call.run === run && step in call.inputs);

const largeBytes = 200 * 1024;

const kindsOf = (answer: ScriptedAnswer): readonly string[] => {
  if ('inTurn' in answer || 'fails' in answer) return [];
  if ('text' in answer)
    return [...(answer.bytes >= largeBytes ? ['large'] : []), ...(isAscii(answer.text) ? [] : ['unicode'])];
  const { value } = answer;
  const isHolder = typeof value === 'object' && value !== null;
  return [
    ...(value === null ? ['null'] : []),
    ...(value === '' || value === 0 || value === false || (isHolder && Object.keys(value).length === 0)
      ? ['empty']
      : []),
    ...(isAscii(JSON.stringify(value)) ? [] : ['unicode']),
    ...(isHolder && Object.values(value).some((member) => typeof member === 'object' && member !== null)
      ? ['nested']
      : []),
    ...(JSON.stringify(value).length >= largeBytes ? ['large'] : []),
  ];
};

const isAscii = (text: string): boolean => [...text].every((character) => (character.codePointAt(0) ?? 0) < 128);

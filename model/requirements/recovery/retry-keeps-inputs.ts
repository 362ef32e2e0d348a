import {
  argumentsOf,
  type Call,
  callsFor,
  failed,
  gaveResult,
  isWorked,
  type Reading,
  someoneLeft,
} from '../../reading.ts';
import { dependenciesOf, sameJson } from '../../vocabulary.ts';
import { brief, broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A step that is tried again is given the inputs of its earlier try. */
export const retryKeepsInputs = requirement({
  id: 'recovery.retry-keeps-inputs',
  since: '2026-12',
  title: 'A retry keeps its inputs',
  statement: 'A step that is tried again is given what its earlier try was given, as long as that was not made anew.',
  duty: 'runtime',
  level: 2,
  profile: 'recover',
  reach: 'world',
  needs: [],
  clauses: [
    {
      id: 'after-an-error',
      statement: 'The next try after an error of the world has the same inputs.',
      features: ['retry'],
    },
    { id: 'after-a-crash', statement: 'So has the try of a successor.' },
  ],
  source: 'Durable execution for AI agents, section Distinguish retry, resume, and a new branch',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => reading.steps.flatMap((step) => occasionsOf(reading, run, step.id)))
      : [],
});

/** Each try beside the one before it. A try without inputs has none to keep. */
const occasionsOf = (reading: Reading, run: string, step: string): readonly Occasion[] => {
  const tries = callsFor(reading.honest, run, step).filter((call) => !call.isResend);
  return tries.slice(1).flatMap((again, at) => {
    const first = tries[at];
    const clause = first === undefined ? undefined : clauseOf(reading, first, again);
    return first === undefined || clause === undefined ? [] : occasionOf(reading, { first, again, clause });
  });
};

const clauseOf = (reading: Reading, first: Call, again: Call): string | undefined => {
  if (someoneLeft(reading, first.seq, again.seq)) return first.worker === again.worker ? undefined : 'after-a-crash';
  return failed(first) ? 'after-an-error' : undefined;
};

type Tries = { readonly first: Call; readonly again: Call; readonly clause: string };

/** A used step that came out anew in between was not committed, and may lead to other inputs. */
const occasionOf = (reading: Reading, { first, again, clause }: Tries): readonly Occasion[] => {
  const used = Object.keys(argumentsOf(first)).filter((step) => !cameAnew(reading, step, { first, again, clause }));
  if (used.length === 0) return [];
  const other = used.find((step) => !sameJson(first.inputs[step] ?? null, again.inputs[step] ?? null));
  if (other === undefined) return [kept(clause)];
  const message = `${again.step} was tried with ${other} as ${brief(first.inputs[other])}, and again with ${brief(again.inputs[other])}`;
  return [broken(clause, message, proof({ first: first.seq, illegal: again.seq }))];
};

/** A step that holds others is made anew with any of them. */
const cameAnew = (reading: Reading, step: string, { first, again }: Tries): boolean => {
  const isWork = reading.steps.some((one) => one.id === step);
  const sources = isWork ? new Set([step]) : new Set([step, ...dependenciesOf(reading.program, step)]);
  return reading.calls.some((call) => {
    const answered = call.answered?.seq ?? Infinity;
    const isOf = call.run === first.run && sources.has(call.step) && gaveResult(call);
    return isOf && answered > first.seq && answered < again.seq;
  });
};

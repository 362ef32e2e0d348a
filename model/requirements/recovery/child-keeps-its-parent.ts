import {
  callsAfter,
  callsFor,
  endingOf,
  firstAnswer,
  gaveResult,
  isWorked,
  type Loss,
  needlessRepeats,
  type Reading,
} from '../../reading.ts';
import { type Step, sameJson } from '../../vocabulary.ts';
import { brief, broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A child keeps its tie to its parent across restarts, and its result is delivered once. */
export const childKeepsItsParent = requirement({
  id: 'recovery.child-keeps-its-parent',
  since: '2026-12',
  title: 'A child keeps its parent',
  statement: 'Across restarts a parent keeps its one child, and is given its result once.',
  duty: 'runtime',
  level: 3,
  profile: 'recover',
  reach: 'world',
  needs: ['child'],
  clauses: [
    { id: 'one-child', statement: 'After a restart the child goes on; no second one does its steps beside it.' },
    { id: 'result-once', statement: 'The parent goes on once, after the child ended, and with its result.' },
  ],
  source:
    'Durable Execution Across Agent Lifecycles, section Crash-recovery model and persistence boundary; report temporal-reset-child-orphaned',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.program.steps.flatMap((step) =>
            step.op === 'child'
              ? reading.losses.flatMap((loss) => occasionsOf(reading, { run, child: step }, loss))
              : [],
          ),
        )
      : [],
});

type Child = Extract<Step, { op: 'child' }>;
type Place = { readonly run: string; readonly child: Child };

/** A worker was lost after the child had begun and before its parent had gone on. */
const occasionsOf = (reading: Reading, { run, child }: Place, loss: Loss): readonly Occasion[] => {
  const followers = new Set(callsAfter(reading.program, child.id).map((step) => step.id));
  const next = reading.honest.find((call) => call.run === run && followers.has(call.step));
  const hasBegun = child.steps.some((step) =>
    callsFor(reading.calls, run, step.id).some((call) => call.seq < loss.seq),
  );
  const after = reading.honest.find((call) => call.run === run && call.seq > loss.seq && call.worker !== loss.worker);
  if (!hasBegun || (next !== undefined && next.seq < loss.seq)) return [];
  const inside = new Set(child.steps.map((step) => step.id));
  const beside = needlessRepeats(reading, run).find(({ again }) => inside.has(again.step) && again.seq > loss.seq);
  const message = `${beside?.again.step} of ${child.id} was done twice at once, as by two children`;
  const evidence = proof({ kill: loss.seq, first: beside?.first.seq, illegal: beside?.again.seq });
  return [
    ...(beside !== undefined
      ? [broken('one-child', message, evidence)]
      : after === undefined
        ? []
        : [kept('one-child')]),
    ...delivered(reading, { run, child }, { loss, followers }),
  ];
};

type Delivery = { readonly loss: Loss; readonly followers: ReadonlySet<string> };

const delivered = (reading: Reading, { run, child }: Place, { loss, followers }: Delivery): readonly Occasion[] => {
  const next = reading.honest.find((call) => call.run === run && followers.has(call.step));
  const results = child.steps.map((step) => callsFor(reading.calls, run, step.id).filter(gaveResult));
  const lost = { kill: loss.seq };
  if (next === undefined) return undelivered(reading, { run, child }, loss);
  const open = child.steps.find((step) => (firstAnswer(reading.calls, run, step.id)?.seq ?? Infinity) > next.seq);
  if (open !== undefined) {
    const message = `${next.step} began, and ${open.id} of ${child.id} had not given its result`;
    return [broken('result-once', message, proof({ ...lost, illegal: next.seq }))];
  }
  const twice = needlessRepeats(reading, run).find((one) => followers.has(one.again.step))?.again;
  if (twice !== undefined)
    return [
      broken('result-once', `${twice.step} began twice after ${child.id}`, proof({ ...lost, illegal: twice.seq })),
    ];
  const handed = next.inputs[child.id];
  const given = results.at(-1)?.map((call) => call.answered?.event.value ?? null) ?? [];
  if (handed === undefined || given.some((value) => sameJson(value, handed))) return [kept('result-once')];
  const message = `${child.id} gave ${brief(given.at(-1))}, and ${next.step} was given ${brief(handed)}`;
  return [broken('result-once', message, proof({ ...lost, illegal: next.seq }))];
};

/** The child had ended, and its parent stands still. */
const undelivered = (reading: Reading, { run, child }: Place, loss: Loss): readonly Occasion[] => {
  const ending = endingOf(reading, run);
  const isDone = child.steps.every((step) => callsFor(reading.calls, run, step.id).some(gaveResult));
  if (!isDone || ending?.as !== 'stuck' || callsAfter(reading.program, child.id).length === 0) return [];
  const message = `${child.id} had ended, and its parent ${ending.words}`;
  return [broken('result-once', message, proof({ kill: loss.seq, rest: ending.seq }))];
};

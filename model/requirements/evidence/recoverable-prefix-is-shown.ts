import {
  callsFor,
  gaveResult,
  isSteady,
  isWorked,
  type Loss,
  type Reading,
  type Sight,
  sameShown,
} from '../../reading.ts';
import { stepOf } from '../../vocabulary.ts';
import { brief, broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** What is committed, from what, and what will be repeated is shown. */
export const recoverablePrefixIsShown = requirement({
  id: 'evidence.recoverable-prefix-is-shown',
  since: '2026-12',
  title: 'The recoverable prefix is shown',
  statement:
    'A run shows which of its steps are committed and from which inputs, and which ones an interruption would repeat.',
  duty: 'runtime',
  level: 4,
  profile: 'evidence',
  reach: 'outside',
  needs: ['prefix'],
  clauses: [
    {
      id: 'committed',
      statement:
        'The steps that are listed as committed are those that have a result, each from the inputs that it uses.',
    },
    { id: 'repeated', statement: 'What a successor does again was listed as what would be repeated.' },
    { id: 'not-repeated', statement: 'What was listed as committed is not done again.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Crash-recovery model and persistence boundary',
  occasions: (reading) => [
    ...reading.sights.filter(isSteady).flatMap((sight) => committed(reading, sight)),
    ...(isWorked(reading)
      ? reading.losses.flatMap((loss) => reading.runs.flatMap((run) => afterLoss(reading, loss, run)))
      : []),
  ],
});

/** Within one reading: the list against the results that stand beside it. */
const committed = (reading: Reading, { run, seq, view }: Sight): readonly Occasion[] => {
  const done = Object.entries(view.steps).filter(([, { commits }]) => commits.length > 0);
  const { prefix } = view;
  if (prefix === undefined || done.length === 0) return [];
  const hidden = done.find(([step]) => !prefix.committed.some((one) => one.step === step));
  const untrue = prefix.committed.find(({ step }) => !done.some(([id]) => id === step));
  const other = prefix.committed.find(({ step, inputs }) => {
    const uses = stepOf(reading.program, step)?.uses;
    return uses !== undefined && !sameShown([...uses].sort(), [...inputs].sort());
  });
  const wrong =
    (hidden && `does not list ${hidden[0]}, which is committed`) ??
    (untrue && `lists ${untrue.step} as committed, which has no result`) ??
    (other && `lists ${other.step} as made from ${brief(other.inputs)}`);
  return [wrong === undefined ? kept('committed') : broken('committed', `${run} ${wrong}`, proof({ illegal: seq }))];
};

/** The last list before the loss, if no step was given its result since: the world saw what was begun, and what was done again. */
const afterLoss = (reading: Reading, loss: Loss, run: string): readonly Occasion[] => {
  const last = reading.sights.findLast(
    (one) => one.run === run && one.seq < loss.seq && isSteady(one) && one.view.prefix !== undefined,
  );
  const { prefix } = last?.view ?? {};
  const moved = reading.calls.some(
    (call) => call.run === run && gaveResult(call) && isBetween(call.answered?.seq, last?.seq, loss.seq),
  );
  if (last === undefined || prefix === undefined || moved) return [];
  return reading.steps.flatMap(({ id }): readonly Occasion[] => {
    const begun = callsFor(reading.calls, run, id).find((call) => call.seq < last.seq);
    const again = callsFor(reading.honest, run, id).find((call) => call.seq > loss.seq && !call.isResend);
    const isDone = prefix.committed.some(({ step }) => step === id);
    if (begun === undefined) return [];
    const evidence = { before: last.seq, kill: loss.seq, illegal: again?.seq };
    if (isDone && again !== undefined)
      return [
        broken('not-repeated', `${id} was listed as committed, and ${again.worker} did it again`, proof(evidence)),
      ];
    if (isDone) return reading.rests.some((rest) => rest.seq > loss.seq) ? [kept('not-repeated')] : [];
    if (again === undefined) return [];
    const isListed = prefix.repeated.includes(id);
    const message = `${id} was not listed as what would be repeated, and ${again.worker} did it again`;
    return [isListed ? kept('repeated') : broken('repeated', message, proof(evidence))];
  });
};

const isBetween = (seq: number | undefined, from: number | undefined, to: number): boolean =>
  seq !== undefined && seq > (from ?? Infinity) && seq < to;

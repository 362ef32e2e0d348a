import {
  type Alone,
  aloneOf,
  isAccepted,
  isSteady,
  isSure,
  isWorked,
  type Loss,
  type Reading,
  type Sight,
  sameShown,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** What became of the worker, what is committed, and what became of an effect are three facts. */
export const threeFactsAreSeparate = requirement({
  id: 'evidence.three-facts-are-separate',
  since: '2026-12',
  title: 'Three facts are kept apart',
  statement:
    "The end of a worker, the progress of a run and the outcome of an effect are shown each for itself: none follows from another's.",
  duty: 'runtime',
  level: 4,
  profile: 'evidence',
  reach: 'outside',
  needs: ['effect', 'claim', 'lease'],
  clauses: [
    {
      id: 'effect-from-its-owner',
      statement: 'An effect whose answer reached nobody is not shown as settled because its worker ended.',
    },
    {
      id: 'progress-from-commits',
      statement: 'The committed results are the same before and after the end of a worker.',
    },
    {
      id: 'worker-from-its-end',
      statement: 'A worker that ended in the middle is not shown as one that brought its work to its end.',
    },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Crash-recovery model and persistence boundary',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.losses.flatMap((loss) => reading.runs.flatMap((run) => afterLoss(reading, loss, run)))
      : aloneOf(reading, 'exit', 'report-lost', 'fail', 'expire', 'revoke').flatMap(afterReport),
});

const settled: ReadonlySet<string> = new Set(['applied', 'refused', 'dropped']);

/** Killed with a request out. Read before the loss, and after it before anybody called again: only the worker's fate is new. */
const afterLoss = (reading: Reading, loss: Loss, run: string): readonly Occasion[] => {
  const next = reading.calls.find((call) => call.run === run && call.seq > loss.seq)?.seq ?? Infinity;
  const own = reading.sights.filter((sight) => sight.run === run);
  const before = own.findLast((sight) => sight.seq < loss.seq && isSteady(sight));
  const after = own.findLast((sight) => sight.seq > loss.seq && sight.seq < next && isSure(sight));
  const out = reading.calls.find(
    (call) =>
      call.run === run &&
      call.worker === loss.worker &&
      call.op === 'effect' &&
      call.seq < loss.seq &&
      call.answered === undefined,
  );
  if (before === undefined || after === undefined || loss.by !== 'kill' || out === undefined) return [];
  const evidence = proof({ first: out.seq, before: before.seq, kill: loss.seq, illegal: after.seq });
  return compared({ before, after, effects: [out.step], who: loss.worker }, evidence);
};

/** A report about a worker whose effect had been sent and not recorded. */
const afterReport = ({
  bracket,
  exchange,
}: Alone<'exit' | 'report-lost' | 'fail' | 'expire' | 'revoke'>): readonly Occasion[] => {
  const { before, after } = bracket;
  const { attempt } = exchange.command;
  const isOwn = before.view.attempts?.some(({ id }) => id === attempt) === true;
  const effects = Object.entries(before.view.steps)
    .filter(([, { effect }]) => effect === 'dispatched' || effect === 'ambiguous')
    .map(([step]) => step);
  if (!isAccepted(exchange) || !isOwn || effects.length === 0) return [];
  const evidence = proof({ before: before.seq, command: exchange.sent, illegal: after.seq });
  return compared({ before, after, effects, who: attempt }, evidence);
};

type Facts = {
  readonly before: Sight;
  readonly after: Sight;
  readonly effects: readonly string[];
  readonly who: string;
};

const compared = ({ before, after, effects, who }: Facts, evidence: ReturnType<typeof proof>): readonly Occasion[] => {
  const known = effects.find((step) => settled.has(after.view.steps[step]?.effect ?? ''));
  const shows = effects.every((step) => after.view.steps[step]?.effect !== undefined);
  const now = new Set(after.view.attempts?.map(({ id }) => id));
  const ended = after.view.attempts?.find(({ id, outcome }) => {
    const was = before.view.attempts?.find((one) => one.id === id);
    return outcome === 'succeeded' && was !== undefined && was.outcome !== 'succeeded';
  });
  const isSame = sameShown(commitsOf(before), commitsOf(after));
  return [
    ...(known !== undefined
      ? [
          broken(
            'effect-from-its-owner',
            `${who} ended, and ${known} is shown as ${after.view.steps[known]?.effect}`,
            evidence,
          ),
        ]
      : shows
        ? [kept('effect-from-its-owner')]
        : []),
    isSame
      ? kept('progress-from-commits')
      : broken('progress-from-commits', `${who} ended, and the committed results changed`, evidence),
    ...(ended !== undefined
      ? [broken('worker-from-its-end', `${who} ended in the middle, and ${ended.id} is shown as succeeded`, evidence)]
      : now.size > 0
        ? [kept('worker-from-its-end')]
        : []),
  ];
};

const commitsOf = ({ view }: Sight): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(view.steps).map(([step, { commits }]) => [step, commits.length]));

import {
  bracketsOf,
  isSteady,
  isSure,
  isWorked,
  landedOf,
  type Reading,
  type Sight,
  sameShown,
} from '../../reading.ts';
import { isOf, type RunView, type SlotView } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** After a crash at any operation on the store, it shows the state from before that operation or the one after it. */
export const crashLeavesBeforeOrAfter = requirement({
  id: 'commit.crash-leaves-before-or-after',
  since: '2026-12',
  title: 'A crash leaves before or after',
  statement:
    'Whatever was being written when a process died is there wholly or not at all: no reading shows a part of it.',
  duty: 'runtime',
  level: 3,
  profile: 'recover',
  reach: 'outside',
  needs: [],
  clauses: [
    { id: 'after-a-death', statement: 'Read after a worker or a client died, what is shown of the run fits together.' },
    {
      id: 'at-a-write',
      statement:
        'So it does where the process died, or its write was cut off, in the middle of an operation on the store.',
      features: ['commits'],
    },
  ],
  source:
    'Durable execution for AI agents, section Qualify the recovery behavior; report kue-store-full-half-written-job',
  occasions: (reading) =>
    isWorked(reading)
      ? [...deathsOf(reading), ...atWriteIn(reading)].flatMap((death) => afterDeath(reading, death))
      : unanswered(reading),
});

type Death = { readonly clause: string; readonly seq: number };

const deathsOf = (reading: Reading): readonly Death[] =>
  reading.history.observations
    .filter((seen) => isOf(seen, 'process.died') && seen.event.by === 'plan')
    .map(({ seq }) => ({ clause: 'after-a-death', seq }));

/** Writes that were cut off, and the moments of commits at which a process was held to die. */
const atWriteIn = (reading: Reading): readonly Death[] => {
  const held = reading.history.observations.filter(
    (seen) => isOf(seen, 'boundary.held') && /^(commit|write)\./.test(seen.event.boundary.at),
  );
  return [...held, ...landedOf(reading, 'torn')].map(({ seq }) => ({ clause: 'at-a-write', seq }));
};

/** The first reading between the death and the next call, before which it was read at least once: nobody has tidied up by then. */
const afterDeath = (reading: Reading, { clause, seq }: Death): readonly Occasion[] => {
  const next = reading.calls.find((call) => call.seq > seq)?.seq ?? Infinity;
  return [...new Set(reading.sights.map((sight) => sight.run))].flatMap((run): readonly Occasion[] => {
    const own = reading.sights.filter((sight) => sight.run === run);
    const before = own.findLast((sight) => sight.seq < seq && isSteady(sight));
    const after = own.find((sight) => sight.seq > seq && sight.seq < next && isSure(sight));
    return before === undefined || after === undefined ? [] : [judged(clause, seq, [before, after])];
  });
};

/** A command without an answer is one whose process died, as far as anybody knows. */
const unanswered = (reading: Reading): readonly Occasion[] =>
  bracketsOf(reading)
    .filter(({ exchanges }) => exchanges.some((one) => one.outcome.status === 'unknown'))
    .map(({ before, after, exchanges }) => judged('after-a-death', exchanges[0]?.sent ?? 0, [before, after]));

const judged = (clause: string, seq: number, [before, after]: readonly [Sight, Sight]): Occasion => {
  const wrong = misfitIn(after.view) ?? goneFrom(before.view, after.view);
  if (wrong === undefined) return kept(clause);
  return broken(
    clause,
    `a process died, and ${after.run} shows ${wrong}`,
    proof({ before: before.seq, kill: seq, illegal: after.seq }),
  );
};

/** What no complete operation leaves: names of attempts that are not there, states without what makes them, values that do not agree. */
const misfitIn = (view: RunView): string | undefined => {
  const slots = (view.slots ?? []).map((slot) => misfitOf(slot, view)).find((words) => words !== undefined);
  const stray = view.attempts?.find(({ slot }) => !view.slots?.some(({ id }) => id === slot));
  if (slots !== undefined) return slots;
  if (stray !== undefined && view.slots !== undefined) return `${stray.id}, whose slot is not there`;
  const step = Object.entries(view.steps).find(
    ([, { commits, inForce, pending }]) =>
      inForce !== undefined && pending === undefined && !commits.some(({ value }) => sameShown(value, inForce)),
  );
  if (step !== undefined) return `a value of ${step[0]} in force that was never committed`;
  const listed = view.prefix?.committed.find((one) => (view.steps[one.step]?.commits.length ?? 0) === 0);
  return listed && `${listed.step} as committed without a result`;
};

const misfitOf = (slot: SlotView, { attempts }: RunView): string | undefined => {
  const named = [slot.pending, slot.active, slot.prior].find(
    (id) => id !== null && attempts?.some((attempt) => attempt.id === id) === false,
  );
  if (named !== undefined) return `${slot.id} with ${named}, which is not there`;
  if (slot.state === 'claimed' && slot.pending === null) return `${slot.id} as claimed by nobody`;
  return slot.state === 'active' && slot.active === null ? `${slot.id} as worked on by nobody` : undefined;
};

const goneFrom = (before: RunView, after: RunView): string | undefined => {
  const gone = Object.entries(before.steps).find(
    ([step, { commits }]) => commits.length > (after.steps[step]?.commits.length ?? 0),
  );
  return gone && `fewer results of ${gone[0]} than before`;
};

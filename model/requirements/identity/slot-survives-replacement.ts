import { type Alone, aloneOf, isAccepted, isSteady, isWorked, type Reading, type Sight } from '../../reading.ts';
import type { SlotView } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A slot keeps its id and its obligation, and the successor serves that slot. */
export const slotSurvivesReplacement = requirement({
  id: 'identity.slot-survives-replacement',
  since: '2026-12',
  title: 'A slot outlives its attempts',
  statement: 'A slot stays the same one, of the same run, whoever serves it; a successor serves it and no other.',
  duty: 'runtime',
  level: 4,
  profile: 'identity',
  reach: 'outside',
  needs: ['claim', 'client', 'reports'],
  clauses: [
    { id: 'by-a-claim', statement: 'A claim after an ended attempt gives the same slot its next attempt.' },
    { id: 'by-a-takeover', statement: 'The slots that are shown after a worker was lost are those from before.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => byTakeover(reading, run))
      : aloneOf(reading, 'claim').flatMap(byClaim),
});

/** An accepted claim of a slot that somebody had worked on. */
const byClaim = ({ bracket, exchange }: Alone<'claim'>): readonly Occasion[] => {
  const { command, sent } = exchange;
  const before = bracket.before.view.slots?.find((slot) => slot.id === command.slot);
  if (!isAccepted(exchange) || before === undefined || before.prior === null) return [];
  const after = bracket.after.view.slots?.find((slot) => slot.id === command.slot);
  const known = new Set(bracket.before.view.attempts?.map((attempt) => attempt.id));
  const added = bracket.after.view.attempts?.filter((attempt) => !known.has(attempt.id)) ?? [];
  const stray = added.find((attempt) => attempt.slot !== before.id);
  const evidence = proof({ before: bracket.before.seq, command: sent, illegal: bracket.after.seq });
  if (after === undefined || !isSameSlot(before, after))
    return [broken('by-a-claim', `${before.id} was claimed again, and it is no longer the slot that it was`, evidence)];
  if (stray !== undefined)
    return [broken('by-a-claim', `${before.id} was claimed again, and ${stray.id} serves ${stray.slot}`, evidence)];
  return [kept('by-a-claim')];
};

/** Read before the loss, and again after a successor had called for the run. */
const byTakeover = (reading: Reading, run: string): readonly Occasion[] =>
  reading.losses.flatMap((loss): readonly Occasion[] => {
    const shown = reading.sights.filter(
      (sight) => sight.run === run && isSteady(sight) && sight.view.slots !== undefined,
    );
    const before = shown.findLast((sight) => sight.seq < loss.seq);
    const call = reading.honest.find((one) => one.run === run && one.seq > loss.seq && one.worker !== loss.worker);
    const after = shown.find((sight) => sight.seq > (call?.seq ?? Infinity));
    if (before === undefined || after === undefined || (before.view.slots ?? []).length === 0) return [];
    const wrong = changeIn(before, after);
    if (wrong === undefined) return [kept('by-a-takeover')];
    const message = `${loss.worker} was lost, and ${wrong}`;
    return [broken('by-a-takeover', message, proof({ before: before.seq, kill: loss.seq, illegal: after.seq }))];
  });

const changeIn = (before: Sight, after: Sight): string | undefined => {
  const [old, now] = [before.view.slots ?? [], after.view.slots ?? []];
  const gone = old.find((slot) => !now.some((one) => isSameSlot(slot, one)));
  if (gone !== undefined) return `${gone.id} of ${gone.run} is no longer shown as it was`;
  const added = now.find((slot) => !old.some((one) => one.id === slot.id));
  return added && `${added.id} came beside ${old.map(({ id }) => id).join(', ')}`;
};

const isSameSlot = (one: SlotView, other: SlotView): boolean =>
  one.id === other.id && one.run === other.run && one.tenant === other.tenant;

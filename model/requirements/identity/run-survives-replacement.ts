import { isSteady, isSure, isWorked, type Loss, type Reading, type Sight, sameShown } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A run keeps its identity through any number of workers. */
export const runSurvivesReplacement = requirement({
  id: 'identity.run-survives-replacement',
  since: '2026-12',
  title: 'A run outlives its workers',
  statement:
    'However often its worker is replaced, a run goes on under its own id, and stays of the same tenant and configuration.',
  duty: 'runtime',
  level: 4,
  profile: 'identity',
  reach: 'outside',
  needs: [],
  clauses: [
    { id: 'same-id', statement: 'A successor works, and is shown, under the id that the run had.' },
    {
      id: 'same-tenant-and-pins',
      statement: 'Tenant and pinned revisions are shown after a replacement as they were before.',
      features: ['registry'],
    },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Crash-recovery model and persistence boundary',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.losses.flatMap((loss) => [
          ...strangers(reading, loss),
          ...runsBefore(reading, loss).flatMap((run) => [
            ...sameId(reading, loss, run),
            ...sameIdentity(reading, loss, run),
          ]),
        ])
      : [],
});

const runsBefore = (reading: Reading, loss: Loss): readonly string[] => [
  ...new Set(reading.calls.filter((call) => call.seq < loss.seq).map((call) => call.run)),
];

/** A run that nobody asked for and that only a successor calls for is an old one under another name. */
const strangers = (reading: Reading, loss: Loss): readonly Occasion[] => {
  const known = new Set([
    ...runsBefore(reading, loss),
    ...reading.exchanges.flatMap(({ command }) => ('run' in command ? [command.run] : [])),
    ...reading.exchanges.flatMap(({ command }) => (command.type === 'branch' ? [command.as] : [])),
  ]);
  const call = reading.honest.find((one) => one.seq > loss.seq && !known.has(one.run));
  if (call === undefined || known.size === 0) return [];
  const message = `${loss.worker} was lost, and ${call.worker} went on under ${call.run}, which nobody had launched`;
  return [broken('same-id', message, proof({ kill: loss.seq, illegal: call.seq }))];
};

/** A successor that calls for the run, and a reading after it. */
const sameId = (reading: Reading, loss: Loss, run: string): readonly Occasion[] => {
  const call = reading.honest.find((one) => one.run === run && one.seq > loss.seq && one.worker !== loss.worker);
  const after = reading.sights.find(
    (sight) => sight.run === run && isSure(sight) && sight.seq > (call?.seq ?? Infinity),
  );
  if (after === undefined) return [];
  if (after.view.status !== 'absent') return [kept('same-id')];
  const message = `${loss.worker} was lost, ${call?.worker} worked on ${run}, and ${run} was shown as absent`;
  return [broken('same-id', message, proof({ kill: loss.seq, takeover: call?.seq, illegal: after.seq }))];
};

const sameIdentity = (reading: Reading, loss: Loss, run: string): readonly Occasion[] => {
  const shown = reading.sights.filter(
    (sight) => sight.run === run && sight.view.identity !== undefined && isSteady(sight),
  );
  const before = shown.findLast((sight) => sight.seq < loss.seq);
  const later = shown.filter((sight) => sight.seq > loss.seq);
  const other = later.find((sight) => !sameShown(sight.view.identity, before?.view.identity));
  if (before === undefined || later.length === 0) return [];
  if (other === undefined) return [kept('same-tenant-and-pins')];
  const message = `${run} was of ${words(before)}, and after ${loss.worker} was lost of ${words(other)}`;
  return [broken('same-tenant-and-pins', message, proof({ before: before.seq, kill: loss.seq, illegal: other.seq }))];
};

const words = ({ view: { identity } }: Sight): string =>
  identity === undefined ? 'nobody' : `${identity.tenant} under ${Object.values(identity.pins).join(', ')}`;

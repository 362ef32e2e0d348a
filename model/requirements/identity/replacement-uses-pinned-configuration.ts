import { configurationOf, isAbout, isAccepted, isSteady, type Reading, type Sight, sameShown } from '../../reading.ts';
import type { Pins } from '../../vocabulary.ts';
import { brief, broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A replacement runs under the configuration that was pinned at the launch, whatever was published since. */
export const replacementUsesPinnedConfiguration = requirement({
  id: 'identity.replacement-uses-pinned-configuration',
  since: '2026-12',
  title: 'A replacement uses the pinned configuration',
  statement:
    'A run keeps the revisions of its launch, and each later worker runs under them, although newer ones exist.',
  duty: 'runtime',
  level: 4,
  profile: 'identity',
  reach: 'outside',
  needs: ['registry', 'client'],
  clauses: [
    { id: 'pins-stay', statement: 'Once newer revisions were accepted, the run shows the pins of its launch.' },
    {
      id: 'worker-runs-under-them',
      statement: 'A worker that starts after a newer revision was accepted hands on the pinned ones.',
      features: ['upgrade'],
    },
  ],
  source:
    'Durable Execution Across Agent Lifecycles, section Crash-recovery model and persistence boundary; report airflow-run-switches-definition-version',
  occasions: (reading) =>
    launchesOf(reading).flatMap((launch) => [...pinsStay(reading, launch), ...workersUseThem(reading, launch)]),
});

type Launched = { readonly run: string; readonly pins: Pins; readonly seq: number; readonly newerSeq: number };

/** The launches that were accepted, and after which another revision was registered and accepted. */
const launchesOf = (reading: Reading): readonly Launched[] =>
  reading.exchanges
    .filter((one) => isAbout(one, 'launch'))
    .filter(isAccepted)
    .flatMap(({ command: { run, pins, tenant }, answered }) => {
      const newer = reading.exchanges.find(
        (one) =>
          (isAbout(one, 'accept') || isAbout(one, 'register')) &&
          one.command.tenant === tenant &&
          one.sent > answered &&
          isAccepted(one),
      );
      return newer === undefined ? [] : [{ run, pins, seq: answered, newerSeq: newer.answered }];
    });

/** Only after a newer revision is there anything to fall for. */
const pinsStay = (reading: Reading, { run, pins, seq, newerSeq }: Launched): readonly Occasion[] => {
  const shown = reading.sights.filter(
    (sight) => sight.run === run && sight.seq > newerSeq && isSteady(sight) && sight.view.identity !== undefined,
  );
  const other = shown.find((sight) => !sameShown(pinsOf(sight), pins));
  if (shown.length === 0) return [];
  if (other === undefined) return [kept('pins-stay')];
  const message = `${run} was launched under ${brief(pins)}, newer revisions came, and it showed ${brief(pinsOf(other))}`;
  return [broken('pins-stay', message, proof({ first: seq, command: newerSeq, illegal: other.seq }))];
};

const pinsOf = (sight: Sight): Pins | undefined => sight.view.identity?.pins;

const workersUseThem = (reading: Reading, { run, pins, seq, newerSeq }: Launched): readonly Occasion[] =>
  reading.calls
    .filter((call) => call.run === run && call.seq > newerSeq)
    .filter((call) => reading.working.some((seen) => seen.worker === call.worker && seen.seq > newerSeq))
    .flatMap((call): readonly Occasion[] => {
      const { package: content, workflow, binding } = configurationOf(call) ?? {};
      const named = Object.entries({ package: content, workflow, binding }).filter(([, id]) => id !== undefined);
      const other = named.find(([of, id]) => !Object.entries(pins).some(([pin, own]) => pin === of && own === id));
      if (named.length === 0) return [];
      if (other === undefined) return [kept('worker-runs-under-them')];
      const message = `${run} was launched under ${brief(pins)}, and ${call.worker} ran ${call.step} under ${other[0]} ${other[1]}`;
      return [broken('worker-runs-under-them', message, proof({ first: seq, command: newerSeq, illegal: call.seq }))];
    });

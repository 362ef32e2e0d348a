import { endingOf, isWorked, landedOf, type Reading } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A run that no available executor can serve is shown as such, and blocks nothing else. */
export const strandedRunIsShown = requirement({
  id: 'recovery.stranded-run-is-shown',
  since: '2026-12',
  title: 'A stranded run is shown',
  statement:
    'A run that none of the workers at hand can serve shows that it is stranded, and keeps no other run from its end.',
  duty: 'runtime',
  level: 3,
  profile: 'recover',
  reach: 'outside',
  needs: ['upgrade'],
  clauses: [
    { id: 'shown', statement: 'It does not look like a run that is being worked on.' },
    { id: 'blocks-nothing', statement: 'Another run, launched meanwhile, comes to its end.' },
  ],
  source:
    'Durable execution for AI agents, section Qualify the recovery behavior; report dbos-version-hash-strands-runs',
  occasions: (reading) =>
    isWorked(reading)
      ? landedOf(reading, 'upgrade').flatMap(({ seq }) =>
          strandedBy(reading, seq).flatMap((run) => [...shown(reading, run, seq), ...blocksNothing(reading, run, seq)]),
        )
      : [],
});

/** Begun before the upgrade, and nobody who came after it made a call for it. */
const strandedBy = (reading: Reading, upgraded: number): readonly string[] => {
  const came = reading.working.some((seen) => seen.seq > upgraded);
  const isServed = (run: string): boolean => reading.honest.some((call) => call.run === run && call.seq > upgraded);
  const isBegun = (run: string): boolean => reading.calls.some((call) => call.run === run && call.seq < upgraded);
  return came ? reading.runs.filter((run) => isBegun(run) && !isServed(run)) : [];
};

/** At rest: a run that stands still and calls itself running is the fault. One that has ended, or waits for somebody, is none. */
const shown = (reading: Reading, run: string, upgraded: number): readonly Occasion[] => {
  const last = reading.sights.findLast((sight) => sight.run === run && sight.why === 'rest' && sight.seq > upgraded);
  if (last === undefined || last.view.status === 'succeeded' || last.view.status === 'waiting') return [];
  if (last.view.status !== 'running' && last.view.status !== 'absent') return [kept('shown')];
  const message = `no worker at hand can serve ${run}, and it shows itself as ${last.view.status}`;
  return [broken('shown', message, proof({ command: upgraded, illegal: last.seq }))];
};

const blocksNothing = (reading: Reading, stranded: string, upgraded: number): readonly Occasion[] => {
  const isNew = (run: string): boolean => !reading.calls.some((call) => call.run === run && call.seq < upgraded);
  return reading.runs
    .filter((run) => run !== stranded && isNew(run))
    .flatMap((run): readonly Occasion[] => {
      const ending = endingOf(reading, run);
      if (ending === undefined) return [];
      if (ending.as !== 'stuck') return [kept('blocks-nothing')];
      const message = `no worker at hand can serve ${stranded}, and ${run} beside it ${ending.words}`;
      return [broken('blocks-nothing', message, proof({ command: upgraded, rest: ending.seq }))];
    });
};

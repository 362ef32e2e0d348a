import { endingOf, gaveResult, isWorked, landedOf, type Reading } from '../../reading.ts';
import { callStepOf } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Work whose code does not fit the recorded history is refused or given to somebody else, and never done in silence. */
export const refusesIncompatibleCode = requirement({
  id: 'recovery.refuses-incompatible-code',
  since: '2026-12',
  title: 'Incompatible code is refused',
  statement: 'A worker whose code does not fit what a run has recorded does not carry that run on as if it did.',
  duty: 'runtime',
  level: 3,
  profile: 'recover',
  reach: 'world',
  needs: ['upgrade'],
  clauses: [
    {
      id: 'not-in-silence',
      statement:
        'After an upgrade no worker takes a run that began before it to a step which its program does not have.',
    },
    { id: 'own-steps-once', statement: 'Nor does it do again what the run had committed.' },
  ],
  source:
    'Durable execution for AI agents, section Distinguish retry, resume, and a new branch; report airflow-run-switches-definition-version',
  occasions: (reading) =>
    isWorked(reading)
      ? landedOf(reading, 'upgrade').flatMap(({ seq }) => reading.runs.flatMap((run) => occasionsOf(reading, run, seq)))
      : [],
});

/** A run of which something was done before the upgrade, and a worker that started after it. */
const occasionsOf = (reading: Reading, run: string, upgraded: number): readonly Occasion[] => {
  const begun = reading.calls.find((call) => call.run === run && call.seq < upgraded);
  const workers = new Set(reading.working.filter((seen) => seen.seq > upgraded).map((seen) => seen.worker));
  const ending = endingOf(reading, run);
  if (begun === undefined || workers.size === 0) return [];
  const later = reading.honest.filter((call) => call.run === run && call.seq > upgraded && workers.has(call.worker));
  const strange = later.find((call) => callStepOf(reading.program, call.step) === undefined);
  const given = new Set(
    reading.calls
      .filter((call) => call.run === run && gaveResult(call) && (call.answered?.seq ?? Infinity) < upgraded)
      .map((call) => call.step),
  );
  const again = later.find((call) => given.has(call.step) && !call.isResend && call.op !== 'approval');
  const evidence = { first: begun.seq, command: upgraded };
  return [
    strange === undefined
      ? ending === undefined
        ? []
        : [kept('not-in-silence')]
      : [
          broken(
            'not-in-silence',
            `${run} began under older code, and ${strange.worker} took it to ${strange.step}, which that code does not have`,
            proof({ ...evidence, illegal: strange.seq }),
          ),
        ],
    again === undefined
      ? ending === undefined
        ? []
        : [kept('own-steps-once')]
      : [
          broken(
            'own-steps-once',
            `${run} began under older code, and ${again.worker} ran its ${again.step} again under newer code`,
            proof({ ...evidence, illegal: again.seq }),
          ),
        ],
  ].flat();
};

import {
  type Alone,
  aloneOf,
  bracketsOf,
  isAbout,
  isAccepted,
  isRefused,
  isSameState,
  type Reading,
  sameShown,
} from '../../reading.ts';
import { isTerminal } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A start key that stands for an open run refuses a launch with other inputs. */
export const startKeyRefusesOtherInputs = requirement({
  id: 'identity.start-key-refuses-other-inputs',
  since: '2026-12',
  title: 'A start key refuses other inputs',
  statement:
    'While its run is open, a start key refuses a launch with another program or other pins, in so many words, and the run stays as it is.',
  duty: 'runtime',
  level: 4,
  profile: 'identity',
  reach: 'outside',
  needs: ['start-key', 'client'],
  clauses: [
    { id: 'refused', statement: 'The second launch is refused, not answered as if it were the first.' },
    { id: 'run-untouched', statement: 'The run that the key stands for is shown as before.' },
  ],
  source:
    'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment; reports triggerdev-request-key-silently-rejected and dbos-id-reused-by-other-workflow',
  occasions: (reading) => aloneOf(reading, 'launch').flatMap((again) => occasionsOf(reading, again)),
});

/** The slot, its class and the name of the run are the client's way of asking; program and pins are what is asked for. */
const occasionsOf = (reading: Reading, { exchange }: Alone<'launch'>): readonly Occasion[] => {
  const { command, sent, answered } = exchange;
  const first = firstUnder(reading, { ...command, seq: sent });
  const own = bracketsOf(reading).find((one) => one.run === first?.command.run && one.exchanges.includes(exchange));
  if (first === undefined || own === undefined || isTerminal(own.before.view.status)) return [];
  const isSame = sameShown(first.command.program, command.program) && sameShown(first.command.pins, command.pins);
  if (isSame || own.before.view.status === 'absent') return [];
  const evidence = { first: first.sent, before: own.before.seq, command: sent };
  const accepted = `${command.startKey} stands for ${first.command.run}, and a launch of other inputs under it was accepted`;
  const changed = `a launch of other inputs came under ${command.startKey}, and ${first.command.run} changed`;
  return [
    ...(isAccepted(exchange) ? [broken('refused', accepted, proof({ ...evidence, illegal: answered }))] : []),
    ...(isRefused(exchange) ? [kept('refused')] : []),
    isSameState(own.before.view, own.after.view)
      ? kept('run-untouched')
      : broken('run-untouched', changed, proof({ ...evidence, illegal: own.after.seq })),
  ];
};

type Key = { readonly tenant: string; readonly startKey: string; readonly seq: number };

const firstUnder = (reading: Reading, { tenant, startKey, seq }: Key) =>
  reading.exchanges
    .filter((one) => isAbout(one, 'launch'))
    .find(
      (one) =>
        one.command.tenant === tenant && one.command.startKey === startKey && one.answered < seq && isAccepted(one),
    );

import {
  type Bracket,
  bracketsOf,
  type Exchange,
  isAbout,
  isAccepted,
  isAnswered,
  isRefused,
  isSameState,
  type Reading,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** No command of one tenant reads or changes another's run. */
export const tenantsAreIsolated = requirement({
  id: 'identity.tenants-are-isolated',
  since: '2026-12',
  title: 'Tenants are isolated',
  statement:
    "A command of one tenant on another's run is refused, changes nothing, and is answered like one on a run that does not exist.",
  duty: 'runtime',
  level: 4,
  profile: 'identity',
  reach: 'outside',
  needs: ['tenants', 'client'],
  clauses: [
    { id: 'refused', statement: 'A command on a run, slot or attempt of another tenant is refused.' },
    { id: 'changes-nothing', statement: "The other tenant's run is shown as before." },
    { id: 'like-absent', statement: 'The refusal does not tell that the run exists.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => {
    const foreign = foreignIn(reading);
    return [...foreign.flatMap(occasionsOf), ...foreign.flatMap((one) => likeAbsent(reading, one))];
  },
});

type Foreign = { readonly exchange: Exchange; readonly bracket: Bracket; readonly tenant: string };

/** The answered commands of a tenant on a run that another one launched, each alone between two readings of that run. */
const foreignIn = (reading: Reading): readonly Foreign[] =>
  bracketsOf(reading)
    .filter((bracket) => bracket.exchanges.length === 1 && isAnswered(bracket))
    .flatMap((bracket) => {
      const [exchange] = bracket.exchanges;
      const tenant = ownerOf(reading, bracket);
      const isOn = exchange !== undefined && isAimedAt(exchange, bracket);
      return isOn && tenant !== undefined && exchange.command.tenant !== tenant ? [{ exchange, bracket, tenant }] : [];
    });

/** A launch names a run that is not there yet, and a run of the same name may be its own. */
const isAimedAt = ({ command }: Exchange, { run, before }: Bracket): boolean => {
  if (command.type === 'launch') return false;
  if ('run' in command) return command.run === run;
  return 'attempt' in command && before.view.attempts?.some((attempt) => attempt.id === command.attempt) === true;
};

const ownerOf = (reading: Reading, { run, before }: Bracket): string | undefined =>
  reading.exchanges
    .filter((one) => isAbout(one, 'launch'))
    .find((one) => one.command.run === run && one.answered < before.seq && isAccepted(one))?.command.tenant ??
  before.view.identity?.tenant ??
  before.view.slots?.[0]?.tenant;

const occasionsOf = ({ exchange, bracket, tenant }: Foreign): readonly Occasion[] => {
  const { command, sent, answered } = exchange;
  const evidence = { before: bracket.before.seq, command: sent };
  const said = `${command.tenant} sent a ${command.type} on ${bracket.run} of ${tenant}`;
  return [
    isAccepted(exchange)
      ? broken('refused', `${said}, and it was accepted`, proof({ ...evidence, illegal: answered }))
      : kept('refused'),
    isSameState(bracket.before.view, bracket.after.view)
      ? kept('changes-nothing')
      : broken('changes-nothing', `${said}, and the run changed`, proof({ ...evidence, illegal: bracket.after.seq })),
  ];
};

/** Beside a refusal of the same command on a run that nobody launched. A command that is wrong in itself may be refused for that first. */
const likeAbsent = (reading: Reading, { exchange, bracket }: Foreign): readonly Occasion[] => {
  const absent = reading.exchanges.find(
    (one) => one.command.type === exchange.command.type && isRefused(one) && isOnNothing(reading, one),
  );
  if (absent === undefined || !isRefused(exchange)) return [];
  if (reasonOf(absent) === reasonOf(exchange)) return [kept('like-absent')];
  const message = `a ${exchange.command.type} on ${bracket.run} of another tenant is refused with "${reasonOf(exchange)}", and on an absent run with "${reasonOf(absent)}"`;
  return [broken('like-absent', message, proof({ before: absent.answered, illegal: exchange.answered }))];
};

const isOnNothing = (reading: Reading, { command }: Exchange): boolean =>
  'run' in command &&
  command.type !== 'launch' &&
  !reading.exchanges.some((one) => isAbout(one, 'launch') && one.command.run === command.run) &&
  !reading.sights.some((sight) => sight.run === command.run && sight.view.status !== 'absent');

const reasonOf = ({ outcome }: Exchange): string => (outcome.status === 'refused' ? outcome.reason : '');

import { type Alone, aloneOf, isAccepted, isRefused, type Reading, registeredBy } from '../../reading.ts';
import type { Pins } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A launch that names what is not known or not accepted is refused, and creates nothing. */
export const launchRefusesWhatWasNotAccepted = requirement({
  id: 'identity.launch-refuses-what-was-not-accepted',
  since: '2026-12',
  title: 'A launch needs accepted configuration',
  statement:
    'A launch is refused when a revision that it pins is not known, or when its package content or its binding was not accepted; then nothing is created.',
  duty: 'runtime',
  level: 4,
  profile: 'identity',
  reach: 'outside',
  needs: ['registry', 'client'],
  clauses: [
    { id: 'unknown-revision', statement: 'A pin that nobody registered is refused.' },
    { id: 'package-not-accepted', statement: 'Package content that was not accepted is refused.' },
    { id: 'binding-not-accepted', statement: 'A binding set that was not accepted is refused.' },
    { id: 'creates-nothing', statement: 'After the refusal the run does not exist.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => aloneOf(reading, 'launch').flatMap((one) => occasionsOf(reading, one)),
});

/** Only a run that was not there can be created. A refusal shows a predicate only where it is the one that fails. */
const occasionsOf = (reading: Reading, { bracket, exchange }: Alone<'launch'>): readonly Occasion[] => {
  const { command, sent, answered } = exchange;
  const failing = failingIn(reading, command, sent);
  if (bracket.run !== command.run || bracket.before.view.status !== 'absent' || failing === undefined) return [];
  if (failing.length === 0) return [];
  const evidence = { before: bracket.before.seq, command: sent };
  if (isAccepted(exchange))
    return failing.map(({ clause, words }) =>
      broken(clause, `${command.run} was launched with ${words}`, proof({ ...evidence, illegal: answered })),
    );
  if (!isRefused(exchange)) return [];
  const isClean = bracket.after.view.status === 'absent';
  const message = `the launch of ${command.run} was refused, and it is shown as ${bracket.after.view.status}`;
  return [
    ...(failing.length === 1 ? failing.map(({ clause }) => kept(clause)) : []),
    isClean
      ? kept('creates-nothing')
      : broken('creates-nothing', message, proof({ ...evidence, answer: answered, illegal: bracket.after.seq })),
  ];
};

type Failing = { readonly clause: string; readonly words: string };
type Launch = { readonly tenant: string; readonly pins: Pins };

/** What is wrong with its pins; nothing where that cannot be known. */
const failingIn = (reading: Reading, { tenant, pins }: Launch, seq: number): readonly Failing[] | undefined => {
  const found: Failing[] = [];
  for (const [of, id] of Object.entries(pins)) {
    const revision = registeredBy(reading, { tenant, id }, seq);
    if (revision === undefined) return undefined;
    if (revision === 'absent')
      found.push({ clause: 'unknown-revision', words: `${of} ${id}, which nobody registered` });
    else if ((of === 'package' || of === 'binding') && !revision.isAccepted)
      found.push({ clause: `${of}-not-accepted`, words: `${of} ${id}, which was not accepted` });
  }
  return found;
};

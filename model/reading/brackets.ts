import type { CommandOf, CommandType } from '../vocabulary.ts';
import { type Exchange, isAbout } from './exchanges.ts';
import type { Reading } from './reading.ts';
import type { Sight } from './sights.ts';

/** Two readings of one run with commands between them: what the commands did, if nothing else moves. */
export type Bracket = {
  readonly run: string;
  readonly before: Sight;
  readonly after: Sight;
  readonly exchanges: readonly Exchange[];
};

/**
 * The commands of a script, between the readings before and after them. Commands to other runs stand in a bracket too. Where workers work,
 * whatever changes between two readings may be theirs.
 */
export const bracketsOf = (reading: Reading): readonly Bracket[] => {
  if (reading.history.plan.script === undefined) return [];
  const sights = reading.sights.filter((sight) => sight.why === 'before-command' || sight.why === 'after-command');
  return sights.flatMap((before, at) => {
    const after = sights.slice(at + 1).find((sight) => sight.run === before.run);
    if (after === undefined) return [];
    const exchanges = reading.exchanges.filter((one) => one.sent > before.seq && one.sent < after.seq);
    return exchanges.length === 0 ? [] : [{ run: before.run, before, after, exchanges }];
  });
};

/** Whether every command between the two readings was answered: otherwise nobody knows what should be there. */
export const isAnswered = (bracket: Bracket): boolean =>
  bracket.exchanges.every((one) => one.outcome.status !== 'unknown' && one.answered < bracket.after.seq);

/** A command that stood alone between two readings and was answered: what changed is its doing. */
export type Alone<T extends CommandType> = { readonly bracket: Bracket; readonly exchange: Exchange<CommandOf<T>> };

/** The commands of these types that stood alone, in every run that was read around them. */
export const aloneOf = <T extends CommandType>(reading: Reading, ...types: readonly T[]): readonly Alone<T>[] =>
  bracketsOf(reading)
    .filter((bracket) => bracket.exchanges.length === 1 && isAnswered(bracket))
    .flatMap((bracket) => {
      const [exchange] = bracket.exchanges;
      const found = types.flatMap((type) => (exchange !== undefined && isAbout(exchange, type) ? [exchange] : []));
      return found.map((one) => ({ bracket, exchange: one }));
    });

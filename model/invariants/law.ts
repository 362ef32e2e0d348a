import { type Entity, isKind, type Kind } from '../kinds.ts';
import type { View } from '../transaction.ts';
import type { Command, CommandOf, CommandType } from '../vocabulary.ts';

/** One moment, of which everything can be read, the hidden world included. */
export type Look = Pick<View, 'settings' | 'get' | 'nowMs'>;

/** A sentence that has to be true, and the id of the requirement that it stands for. */
type Law = { readonly law: string; readonly requirement: string };

/** True at every moment, for every entity of a kind. It is asked entity by entity, so that it reads little. */
export type Invariant = Law & {
  readonly of: Kind;
  readonly holds: (entity: Entity, at: { readonly id: string; readonly look: Look }) => boolean;
};

/** An accepted command, or something that the world did, in which case there is no command. */
type Deed = { readonly before: Look; readonly after: Look; readonly command: Command | undefined };
/** One entity that was made (`was` is undefined) or changed. */
export type Change<K extends Kind = Kind> = Deed & {
  readonly id: string;
  readonly was: Entity<K> | undefined;
  readonly now: Entity<K>;
};

/** True of every change of an entity of a kind, whatever changed it. */
export type ChangeRule = Law & { readonly changes: Kind; readonly holds: (change: Change) => boolean };
/** True of every accepted command of a type: what it rested on, and what it has done. */
export type CommandRule = Law & { readonly accepted: CommandType; readonly holds: (deed: Deed) => boolean };

/** States a law about every entity of a kind. */
export const always = <K extends Kind>(
  of: K,
  { holds, ...law }: Law & { holds: (entity: Entity<K>, at: { readonly id: string; readonly look: Look }) => boolean },
): Invariant => ({ ...law, of, holds: (entity, at) => !isKind(entity, of) || holds(entity, at) });

/** States a law about every change of an entity of a kind. */
export const whenever = <K extends Kind>(
  changes: K,
  { holds, ...law }: Law & { holds: (change: Change<K>) => boolean },
): ChangeRule => ({
  ...law,
  changes,
  holds: ({ was, now, ...rest }) =>
    !isKind(now, changes) || (was !== undefined && !isKind(was, changes)) || holds({ was, now, ...rest }),
});

/** States a law about every accepted command of a type. */
export const accepted = <T extends CommandType>(
  type: T,
  { holds, ...law }: Law & { holds: (command: CommandOf<T>, deed: Deed) => boolean },
): CommandRule => ({
  ...law,
  accepted: type,
  holds: (deed) => deed.command === undefined || !isOf(deed.command, type) || holds(deed.command, deed),
});

const isOf = <T extends CommandType>(command: Command, type: T): command is CommandOf<T> => command.type === type;

import type { CommandDeed } from '../../model/vocabulary.ts';
import { commandAt, killAtCommands, type Place, placesOf } from './at-boundaries.ts';
import { commandsAt } from './commands-at.ts';
import { isAnyOf } from './landmarks.ts';
import { at, planOf } from './make.ts';
import type { Generate } from './signals.ts';
import type { Situation } from './situations.ts';

/**
 * Of all commands at all places those that a quick run has: each command once where it is accepted, or else where it would do most harm if
 * it were, and each boundary that commands make.
 */
export const operate: Generate = (program, landmarks) => {
  const places = placesOf(program, landmarks);
  return [
    ...telling.flatMap(({ command, ...where }) =>
      places
        .filter((place) => isThere(place, where))
        .slice(0, 1)
        .flatMap((place) => commandAt(program, place, command)),
    ),
    ...killAtCommands(program, landmarks),
  ];
};

type Where = { readonly situation: Situation; readonly at?: string };

const telling: readonly (Where & { readonly command: CommandDeed })[] = [
  { command: 'claim', situation: 'at-a-call' },
  { command: 'claim', situation: 'after-a-write' },
  { command: 'claim', situation: 'between-attempts', at: 'retry-wait.due' },
  { command: 'reassign', situation: 'stopped-at-a-call' },
  { command: 'reassign', situation: 'between-attempts', at: 'retry-wait.due' },
  { command: 'hold', situation: 'unclaimed' },
  { command: 'branch', situation: 'at-a-call', at: 'effect.received' },
  { command: 'branch', situation: 'at-rest' },
  { command: 'retry', situation: 'between-attempts', at: 'retry-wait.due' },
  { command: 'revoke', situation: 'at-a-call', at: 'call.done' },
  { command: 'revoke', situation: 'stopped-at-a-call' },
  { command: 'expire', situation: 'at-a-call' },
  { command: 'expire', situation: 'stopped-at-a-call' },
];

const isThere = (place: Place, { situation, at }: Where): boolean =>
  place.situation === situation && (at === undefined || place.at.at === at);

/** An effect that nobody can find out about, until a person has, and lets its run go on. */
export const resume: Generate = (program, landmarks) =>
  landmarks.filter(isAnyOf('effect.applied')).map(({ boundary }) =>
    planOf(program, [{ at: boundary, do: 'kill' }, at({ at: 'run.rested' }, 'resume')], {
      needs: commandsAt.resume.needs,
      judges: ['effect.unknown-goes-to-review', ...commandsAt.resume.judges],
    }),
  );

import type { Entity } from '../kinds.ts';
import { isKind } from '../kinds.ts';
import type { Asked } from '../step.ts';
import { compiled } from '../step.ts';
import type { Command } from '../vocabulary.ts';
import { guardWords } from '../words/guards.ts';
import { operandsOf } from './operands.ts';
import type { Refused } from './telling.ts';
import type { Stuck, Way } from './way.ts';

/** A refusal as a reader is told of it: what was asked of which lifecycle in which state, and what was compared. */
export const refusedAt = (way: Way, seq: number, stuck: Stuck): Refused => {
  const { asked, command, about, reason } = stuck;
  const id = asked && way.belief.idOf(asked.entity);
  const entity = about?.entity ?? (asked === undefined ? aboutOf(command) : nameOf(asked.entity, id ?? ''));
  const state = about?.state ?? asked?.entity.leaf ?? 'absent';
  const guard = about === undefined && asked !== undefined ? guardOf(asked) : undefined;
  const why = guard === undefined || asked === undefined ? undefined : guardWords[asked.entity.kind][guard];
  return {
    ...{ seq, command: command.type, entity, state, refusal: reason },
    words: `${saidOf(command)} is refused: ${entity} is ${state}, and ${why ?? reason.replaceAll('-', ' ')}`,
    operands: about?.operands ?? operandsOf(way, stuck),
    ...(asked !== undefined && about === undefined && { event: asked.event.type }),
    ...(guard !== undefined && { guard }),
  };
};

/** The name under which an entity stands among the states. */
const nameOf = (entity: Entity, id: string): string => {
  if (isKind(entity, 'effect') || isKind(entity, 'approval') || isKind(entity, 'timer') || isKind(entity, 'output'))
    return `${entity.kind} ${entity.context.step}`;
  return `${entity.kind} ${id}`;
};

const aboutOf = (command: Command): string => {
  if ('attempt' in command) return `attempt ${command.attempt}`;
  if ('slot' in command) return `slot ${command.slot}`;
  return 'run' in command ? `run ${command.run}` : command.type;
};

const saidOf = (command: Command): string => {
  const step = 'step' in command && command.step !== undefined ? ` of ${command.step}` : '';
  const attempt = 'attempt' in command ? ` for attempt ${command.attempt}` : '';
  return `the ${command.type}${step}${attempt} by ${command.actor}`;
};

/** The guard by which a machine refused, where that has a name. */
const guardOf = ({ entity, event }: Asked): string | undefined =>
  compiled[entity.kind].table
    .get(entity.leaf)
    ?.get(event.type)
    ?.find(({ holds }) => holds(entity.context, event))?.guard;

import type { Refused } from './telling.ts';
import type { Stuck, Way } from './way.ts';

/** A refusal as a reader is told of it. */
export const refusedAt = (way: Way, seq: number, stuck: Stuck): Refused => {
  const { asked, command, about, reason } = stuck;
  const id = asked && way.belief.idOf(asked.entity);
  return {
    seq,
    command: command.type,
    entity: about?.entity ?? (asked === undefined ? command.type : `${asked.entity.kind} ${id ?? ''}`),
    state: about?.state ?? asked?.entity.leaf ?? '',
    refusal: reason,
    words: reason,
    operands: about?.operands ?? [],
  };
};

import type { EventOf } from '../../model/vocabulary.ts';
import { again, type Telling, type Told } from './telling.ts';

/** A command. One whose answer was lost may be sent again. */
export const sentPoint = ({ id, command }: EventOf<'command.sent'>, telling: Telling): Told => {
  const what = command.type === 'decide' ? `decide ${command.decision}` : command.type;
  telling.commands.set(id, what);
  return {
    subject: again(telling, `command ${what}`),
    says: [],
    ...(telling.open.has(what) ? { excuse: 'allowed' as const } : {}),
  };
};

/** An answer comes beside whatever else goes on. That it was lost says nothing of the command. */
export const answerPoint = ({ id, outcome: { status } }: EventOf<'command.answered'>, telling: Telling): Told => {
  const what = telling.commands.get(id) ?? 'a command';
  const wasOpen = telling.open.has(what);
  if (status === 'unknown') telling.open.add(what);
  return {
    subject: again(telling, `answer to ${what}`),
    says: [{ name: 'answer', value: status }],
    isAfloat: true,
    ...(status === 'unknown' ? { isOpen: true as const } : {}),
    ...(status === 'unknown' || wasOpen ? { excuse: 'allowed' as const } : {}),
  };
};

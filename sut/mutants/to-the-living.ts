import type { CommandType } from '../../model/vocabulary.ts';
import { Mailbox } from './mailbox.ts';
import type { Plot, Scene } from './mutant.ts';

/**
 * What a process puts into a mailbox is done by the worker that is alive when it looks. One that starts throws away what lies there, as if
 * it had been said to a process that is gone. `answers` says what is put there, and how it is answered.
 */
export const toTheLiving = (
  { file, store }: Scene,
  answers: (mailbox: Mailbox) => NonNullable<Plot['answers']>,
): Plot => {
  const mailbox = new Mailbox(file);
  return {
    answers: answers(mailbox),
    starts: () => {
      mailbox.take();
    },
    looks: () => {
      for (const command of mailbox.take()) store.apply(command);
    },
    closes: () => mailbox.close(),
  };
};

/** A command of this type is answered with ok where it would be accepted, and written down by nobody but who is alive. */
export const onlyTold =
  (type: CommandType) =>
  (scene: Scene): Plot =>
    toTheLiving(scene, (mailbox) => (command) => {
      if (command.type !== type || !scene.store.accepts(command)) return undefined;
      mailbox.post(command);
      return { status: 'ok', value: null };
    });

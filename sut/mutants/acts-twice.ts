import type { CommandOf } from '../../model/vocabulary.ts';
import { goOn } from './goes-on.ts';
import { Mailbox } from './mailbox.ts';
import type { Mutant, Scene } from './mutant.ts';

/** The first decision goes the honest way; a worker goes on from every later one as well, past the store. */
export const actsTwice: Mutant = {
  id: 'acts-twice',
  defect: 'Each of two decisions about one approval is accepted and continues the run.',
  fails: ['approval.concurrent-resumes-act-once'],
  plot: (scene) => {
    const mailbox = new Mailbox(scene.file);
    return {
      answers: (command) => {
        if (command.type !== 'decide') return undefined;
        const answer = scene.store.apply(command);
        if (isFirst(scene, command)) return answer;
        mailbox.post(command);
        return { status: 'ok', value: null };
      },
      looks: () => {
        for (const command of mailbox.take())
          if (command.type === 'decide') {
            const { run, approval, key } = command;
            goOn(scene, { run, after: approval, key }).catch(scene.complain);
          }
      },
      closes: () => mailbox.close(),
    };
  },
};

/** By the history, which has an order, so that of two at the same moment one is the first. A refused one came to nothing. */
const isFirst = ({ store }: Scene, { run, approval, key }: CommandOf<'decide'>): boolean => {
  const decided = store
    .history(run, 'decide')
    .filter(({ command }) => command.type === 'decide' && command.approval === approval);
  return decided.length === 0 || decided[0]?.key === key;
};

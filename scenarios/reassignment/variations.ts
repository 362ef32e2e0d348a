import type { Command, CommandOf, ScriptLine } from '../../model/vocabulary.ts';
import { currentClass, own, owner, reassignOf } from './cast.ts';
import { type Asked, isReopenable, questions, type Situation } from './space.ts';

/** How much is asked in a situation: what differs from the admissible question in one aspect, or every question that there is. */
export type Extent = 'one-by-one' | 'every';

/** The question that is accepted wherever any is. */
const admissible: Asked = { tenant: 'own', run: 'own', actor: 'same', reason: 'given', workerClass: 'current' };

const differences = (asked: Asked): number =>
  [
    asked.tenant !== admissible.tenant,
    asked.run !== admissible.run,
    asked.actor !== admissible.actor,
    asked.reason !== admissible.reason,
    asked.workerClass !== admissible.workerClass,
  ].filter(Boolean).length;

/** The questions for a situation. The admissible one comes last, so that whatever was accepted, the slot has its own class again. */
export const questionsFor = (extent: Extent): readonly Asked[] => [
  ...questions.filter((asked) => differences(asked) > 0 && (extent === 'every' || differences(asked) === 1)),
  admissible,
];

/** Everything that is tried in a situation, none of which leads out of it. */
export const tried = (situation: Situation, extent: Extent): readonly ScriptLine[] => [
  ...refusedClaims(situation).map(send),
  ...questionsFor(extent).map((asked) => send(reassignOf(asked, ''))),
];

/** What shows at the end of a plan whether the slot can be claimed now: after a reassignment at once, else when it is due. */
export const lastClaim = (situation: Situation): readonly ScriptLine[] => {
  const { state, prior } = situation;
  if (state === 'ready' || isReopenable(situation)) return [send(claim(currentClass))];
  return state === 'retry-wait' && prior?.lease !== 'live'
    ? [{ say: 'until-accepted', command: claim(currentClass) }]
    : [];
};

/** Claims that have to be refused here: of another class, and of the slot's own where the slot cannot be claimed. */
const refusedClaims = ({ state, prior }: Situation): readonly Command[] => {
  const isClosed = state !== 'ready' && (state !== 'retry-wait' || prior?.lease === 'live');
  return [claim('unheard-of'), ...(isClosed ? [claim(currentClass)] : [])];
};

/** A claim of the slot for a worker of this class, with an owner. */
export const claim = (workerClass: string): CommandOf<'claim'> => ({
  type: 'claim',
  ...own,
  actor: owner,
  key: '',
  workerClass,
  owner,
});

/** A command as a line of a script, sent once. */
export const send = (command: Command): ScriptLine => ({ say: 'send', command });

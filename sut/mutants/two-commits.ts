import { isKind } from '../../model/kinds.ts';
import type { Decision } from '../../model/runtime.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { Command, CommandType } from '../../model/vocabulary.ts';
import type { Mutant } from './mutant.ts';
import { having } from './writes.ts';

/** What of an accepted command is made durable first. */
type Half = (whole: Decision, view: View) => readonly Write[];

/** Follows the key of a command that is half done. It is refused, so that nothing stands of it in the history. */
const HALF = ', its first half';

/** A client's command of this type is two commits: half of it, and then all of it. A death between the two leaves the half. */
const inTwoCommits = (type: CommandType, half: Half): Pick<Mutant, 'decide' | 'plot'> => ({
  decide: (plain) => {
    const begun = new Map<string, Decision>();
    return (view, command) => {
      if (!command.key.endsWith(HALF)) return begun.get(command.key) ?? plain(view, command);
      const key = command.key.slice(0, -HALF.length);
      const whole = plain(view, { ...command, key });
      if (whole.answer.status === 'refused') return whole;
      begun.set(key, whole);
      return { answer: { status: 'refused', reason: 'no-answer-yet' }, writes: half(whole, view) };
    };
  },
  plot: ({ store }) => ({
    answers: (command: Command) => {
      if (command.type === type) store.apply({ ...command, key: `${command.key}${HALF}` });
      return undefined;
    },
  }),
});

const claimsInTwoCommits: Mutant = {
  id: 'claims-in-two-commits',
  defect: 'A claim marks its slot as claimed, commits that, and creates the attempt in a second commit.',
  fails: ['claim.failure-leaves-slot-claimable', 'commit.crash-leaves-before-or-after'],
  explained: 'What a claim leaves half done is a state that no complete operation leaves.',
  ...inTwoCommits('claim', ({ writes }) => writes.filter(({ kind }) => kind === 'slot')),
};

const reassignsInTwoCommits: Mutant = {
  id: 'reassigns-in-two-commits',
  defect: 'A reassignment writes its reason, commits that, and reopens the slot in a second commit.',
  fails: ['reassign.is-atomic'],
  ...inTwoCommits('reassign', ({ writes }, view) =>
    writes.flatMap(({ kind, id, entity }) => {
      const before = view.get('slot', id);
      return before === undefined || !isKind(entity, 'slot')
        ? []
        : [{ kind, id, entity: having(before, { reason: entity.context.reason }) }];
    }),
  ),
};

/** Commands that are not one transaction. */
export const twoCommitMutants: readonly Mutant[] = [claimsInTwoCommits, reassignsInTwoCommits];

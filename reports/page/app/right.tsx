import type { Account } from '../../../model/account.ts';
import type { Fact } from '../../account.ts';
import { rowWords } from '../../alignment/words.ts';
import { type Result, sentenceOf } from '../../verdict-words.ts';
import type { Accounted } from './use-account.ts';
import type { BesideReference } from './use-beside.ts';

type Props = {
  readonly accounted: Accounted;
  readonly result: Result;
  readonly facts: readonly Fact[];
  readonly beside: BesideReference | undefined;
};

/**
 * What would have been right: the requirement, the rule that refuses it, as the specification's own machines say it, and what the reference
 * did under the same plan where the two part.
 */
export const Right = ({ accounted, result, facts, beside }: Props) => {
  const refused = accounted.status === 'followed' ? refusedIn(accounted.account, facts) : undefined;
  const parting = beside?.status === 'aligned' ? beside.alignment.rows[beside.alignment.parts ?? -1] : undefined;
  return (
    <>
      <p>{sentenceOf(result.statement)}</p>
      {refused === undefined ? null : (
        <p>
          At #{refused.seq} the specification refuses <code>{refused.command}</code>: {refused.words}.
        </p>
      )}
      {parting === undefined ? null : (
        <p>Where it parts from a correct runtime under the same plan: {rowWords(parting)}</p>
      )}
    </>
  );
};

/** The refusal of the illegal event itself, where there is one, else the first of the history. */
const refusedIn = ({ moments, first }: Account, facts: readonly Fact[]): Account['first'] => {
  const illegal = facts.find(({ role }) => role === 'illegal');
  return (illegal === undefined ? undefined : moments[illegal.seq]?.refused) ?? first;
};

import type { Account } from '../../../model/account.ts';
import type { Fact } from '../../account.ts';
import { type Result, sentenceOf } from '../../verdict-words.ts';
import type { Accounted } from './use-account.ts';

type Props = { readonly accounted: Accounted; readonly result: Result; readonly facts: readonly Fact[] };

/** What would have been right: the rule that refuses it, as the specification's own machines say it, or the requirement itself. */
export const Right = ({ accounted, result, facts }: Props) => {
  const refused = accounted.status === 'followed' ? refusedIn(accounted.account, facts) : undefined;
  if (refused === undefined) return <>{sentenceOf(result.statement)}</>;
  return (
    <>
      <p>{sentenceOf(result.statement)}</p>
      <p>
        At #{refused.seq} the specification refuses <code>{refused.command}</code>: {refused.words}.
      </p>
    </>
  );
};

/** The refusal of the illegal event itself, where there is one, else the first of the history. */
const refusedIn = ({ moments, first }: Account, facts: readonly Fact[]): Account['first'] => {
  const illegal = facts.find(({ role }) => role === 'illegal');
  return (illegal === undefined ? undefined : moments[illegal.seq]?.refused) ?? first;
};

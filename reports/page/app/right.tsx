import { asSentence } from '../../account.ts';
import { type Result, sentenceOf } from '../../verdict-words.ts';
import type { Accounted } from './use-account.ts';

/** What would have been right: the rule that refuses it, as the specification's own machines say it, or the requirement itself. */
export const Right = ({ accounted, result }: { readonly accounted: Accounted; readonly result: Result }) => {
  const first = accounted.status === 'followed' ? accounted.account.first : undefined;
  if (first === undefined) return <>{sentenceOf(result.statement)}</>;
  return (
    <>
      {asSentence(first.words)} <span class="soft">The specification refuses it at #{first.seq}: {first.refusal}.</span>
    </>
  );
};

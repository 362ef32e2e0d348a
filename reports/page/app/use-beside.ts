import { useEffect, useState } from 'preact/hooks';
import type { Evidence, History } from '../../../model/vocabulary.ts';
import { landingWords } from '../../alignment/landing.ts';
import { partingSeq } from '../../alignment/words.ts';
import { type Alignment, alignmentOf } from '../../alignment.ts';
import type { ToldReference } from '../companions.ts';
import type { PageData } from '../data.ts';
import { afterPaint } from './after-paint.ts';
import { historyAt } from './embedded.ts';

/** A trace beside the reference: why it stands alone, or where the two part and what has to be said of that. */
export type BesideReference =
  | { readonly status: 'alone'; readonly because: string }
  | { readonly status: 'aligning' }
  | {
      readonly status: 'aligned';
      readonly alignment: Alignment;
      /** The event of this trace at which they part. */
      readonly parting?: number;
      readonly landing: readonly string[];
      /** The name of the reference's own history. */
      readonly reference: string;
    };

/** What is held beside: the history, where the reference's is, and what of the history was illegal. */
export type Held = {
  readonly history: History;
  readonly reference: ToldReference | undefined;
  readonly evidence: readonly Evidence[];
};

/** Aligns a history with the reference's once it is on the screen. Where there is nothing to align it with, there is no view of it. */
export const useBeside = (data: PageData, { history, reference, evidence }: Held): BesideReference | undefined => {
  const [found, setFound] = useState<BesideReference>({ status: 'aligning' });
  useEffect(() => {
    if (reference === undefined) return undefined;
    return afterPaint(() => setFound(alignedWith(data, { history, reference, evidence })));
  }, [data, history, reference, evidence]);
  return reference === undefined ? undefined : found;
};

const alignedWith = (
  { histories }: PageData,
  { history, reference, evidence }: Held & { readonly reference: ToldReference },
): BesideReference => {
  if (reference.status === 'not run')
    return { status: 'alone', because: `The reference was not run under this plan: ${reference.because}.` };
  const embedded = histories[reference.history];
  if (embedded === undefined)
    return { status: 'alone', because: "The reference's history was left out of this page for its size." };
  const correct = historyAt(embedded.element);
  const alignment = alignmentOf(correct, history, evidence);
  const parting = partingSeq(alignment);
  return {
    status: 'aligned',
    alignment,
    ...(parting === undefined ? {} : { parting }),
    landing: landingWords(correct, history, parting),
    reference: reference.history,
  };
};

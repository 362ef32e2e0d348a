import { useEffect, useState } from 'preact/hooks';
import { type Account, accountOf } from '../../../model/account.ts';
import type { History } from '../../../model/vocabulary.ts';
import { afterPaint } from './after-paint.ts';

/** What the specification makes of a history: it is followed after the lanes are shown, since a long one takes a while. */
export type Accounted =
  | { readonly status: 'following' }
  | { readonly status: 'followed'; readonly account: Account }
  | { readonly status: 'failed'; readonly because: string };

/** Follows a history once it is on the screen. A failure of the model is told in its place, and takes nothing else along. */
export const useAccount = (history: History): Accounted => {
  const [accounted, setAccounted] = useState<Accounted>({ status: 'following' });
  useEffect(() => afterPaint(() => setAccounted(followed(history))), [history]);
  return accounted;
};

const followed = (history: History): Accounted => {
  try {
    return { status: 'followed', account: accountOf(history) };
  } catch (error) {
    return { status: 'failed', because: error instanceof Error ? error.message : String(error) };
  }
};

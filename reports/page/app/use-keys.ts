import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Stepping } from './stepping.ts';
import { useKeydown } from './use-keydown.ts';

type Keys = Stepping & { readonly last: number; readonly part: () => void };

/** Steps by arrow keys, jumps by Home and End, to a decisive event by its number, to the first refused one by `f`, and to where the reference did something else by `c`. */
export const useKeys = (keys: Keys): void => {
  const { cursor, last, facts, refused, go, part } = keys;
  // A key that comes before the page has followed the one before it goes on from where that one led.
  const at = useRef(cursor);
  useLayoutEffect(() => {
    at.current = cursor;
  }, [cursor]);
  useKeydown((event) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'c') return part();
    const to = targetOf(event.key, { cursor: at.current, last, facts, refused });
    if (to === undefined) return;
    event.preventDefault();
    at.current = Math.min(last, Math.max(0, to));
    go(to);
  });
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'range' && target.type !== 'button';

const targetOf = (key: string, { cursor, last, facts, refused }: Omit<Keys, 'go' | 'part'>): number | undefined => {
  switch (key) {
    case 'ArrowLeft':
      return cursor - 1;
    case 'ArrowRight':
      return cursor + 1;
    case 'PageUp':
      return cursor - 10;
    case 'PageDown':
      return cursor + 10;
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'f':
      return refused;
    default:
      return /^[1-9]$/.test(key) ? facts[Number(key) - 1]?.seq : undefined;
  }
};

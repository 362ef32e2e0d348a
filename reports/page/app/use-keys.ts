import { useEffect } from 'preact/hooks';
import type { Fact } from '../../account.ts';

type Keys = {
  readonly cursor: number;
  readonly last: number;
  readonly facts: readonly Fact[];
  readonly refused: number | undefined;
  readonly go: (seq: number) => void;
};

/** Steps by arrow keys, jumps by Home and End, to a decisive event by its number, and to the first refused one by `f`. */
export const useKeys = (keys: Keys): void => {
  const { cursor, last, facts, refused, go } = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const to = targetOf(event.key, { cursor, last, facts, refused, go });
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [cursor, last, facts, refused, go]);
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'range' && target.type !== 'button';

const targetOf = (key: string, { cursor, last, facts, refused }: Keys): number | undefined => {
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

import { useLayoutEffect } from 'preact/hooks';

/** Keys pressed anywhere on the page. It listens before the page is painted: whoever sees the page can use it. */
export const useKeydown = (pressed: (event: KeyboardEvent) => void): void =>
  useLayoutEffect(() => {
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [pressed]);

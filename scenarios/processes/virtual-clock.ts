import { type Clock, install } from '@sinonjs/fake-timers';

/** What the harness and whatever lives within it tell time by. Microtasks, `setImmediate` and I/O stay as they are. */
const faked = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const;

let clock: Clock | undefined;
let holders = 0;

/**
 * Makes time in this process virtual: whenever nothing is left to do, it is the time of the next timer. Gives back how to end that. It may
 * be asked for more than once, and ends with the last.
 */
export const virtualTime = (): (() => void) => {
  holders += 1;
  if (clock === undefined) {
    clock = install({ now: Date.now(), toFake: [...faked] });
    clock.setTickMode({ mode: 'nextAsync' });
  }
  return () => {
    holders -= 1;
    if (holders > 0) return;
    clock?.uninstall();
    clock = undefined;
  };
};

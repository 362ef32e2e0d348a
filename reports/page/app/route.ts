import type { Clock } from '../trace/scale.ts';

/** What the page shows, as its address says behind `#`: a requirement of the summary, or a trace at one of its events. */
export type Route =
  | { readonly view: 'summary'; readonly anchor?: string }
  | {
      readonly view: 'trace';
      readonly history: string;
      readonly requirement?: string;
      readonly at?: number;
      readonly clock: Clock;
    };

/** The route of a hash. What it cannot read is a place in the summary that is not there. */
export const routeOf = (hash: string): Route => {
  const text = hash.replace(/^#/, '');
  if (!text.startsWith('trace?')) return text === '' ? { view: 'summary' } : { view: 'summary', anchor: decoded(text) };
  const found = new URLSearchParams(text.slice('trace?'.length));
  const at = Number.parseInt(found.get('at') ?? '', 10);
  const requirement = found.get('requirement');
  return {
    view: 'trace',
    history: found.get('history') ?? '',
    ...(requirement === null ? {} : { requirement }),
    ...(Number.isSafeInteger(at) ? { at } : {}),
    clock: found.get('clock') === 'wall' ? 'wall' : 'logical',
  };
};

/** The hash of a route, as a link to it. */
export const hashOf = (route: Route): string => {
  if (route.view === 'summary') return `#${encodeURIComponent(route.anchor ?? '')}`;
  const { history, requirement, at, clock } = route;
  const parts = new URLSearchParams({
    history,
    ...(requirement === undefined ? {} : { requirement }),
    ...(at === undefined ? {} : { at: String(at) }),
    ...(clock === 'wall' ? { clock } : {}),
  });
  return `#trace?${parts}`;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

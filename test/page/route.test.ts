import { describe, expect, it } from 'vitest';
import { hashOf, type Route, routeOf } from '../../reports/page/app/route.ts';

describe('an address of the page', () => {
  it.each<Route>([
    { view: 'summary' },
    { view: 'summary', anchor: 'lease.zombie-changes-nothing' },
    { view: 'summary', anchor: 'a b%<>"&#?' },
    { view: 'trace', history: 'histories/review_stop@call.done(extract)+x#2.jsonl', clock: 'logical' },
    { view: 'trace', history: 'h & = ?', requirement: 'a.b', at: 34, clock: 'wall' },
  ])('is found again: $view $history', (route) => expect(routeOf(hashOf(route))).toEqual(route));

  it('that nobody can read is a place that is not there, and breaks nothing', () => {
    expect(routeOf('#%E0%A4%A')).toEqual({ view: 'summary', anchor: '%E0%A4%A' });
    expect(routeOf('#trace?at=x')).toEqual({ view: 'trace', history: '', clock: 'logical' });
  });
});

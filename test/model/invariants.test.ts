import { describe, expect, it } from 'vitest';
import { areaOf, areas } from '../../model/areas.ts';
import { laws } from '../../model/invariants/index.ts';

describe('the laws', () => {
  it('each stand for a requirement of an area that there is', () => {
    const known = areas.map(({ id }) => id);
    expect(laws.filter(({ requirement }) => !known.includes(areaOf(requirement))).map(({ law }) => law)).toEqual([]);
  });

  it('each say something of their own', () => {
    const said = laws.map(({ law }) => law);
    expect(said.filter((law, at) => said.indexOf(law) !== at)).toEqual([]);
  });
});

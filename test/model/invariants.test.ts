import { describe, expect, it } from 'vitest';
import { laws } from '../../model/invariants/index.ts';
import { requirements } from '../../model/requirements/index.ts';

describe('the laws', () => {
  it('each stand for a requirement that there is', () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect(laws.filter(({ requirement }) => !known.has(requirement)).map(({ law }) => law)).toEqual([]);
  });

  it('each say something of their own', () => {
    const said = laws.map(({ law }) => law);
    expect(said.filter((law, at) => said.indexOf(law) !== at)).toEqual([]);
  });
});

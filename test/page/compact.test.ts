import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/vocabulary.ts';
import { compacted, expanded } from '../../reports/page/compact.ts';

/** Few names and few values, so that parts repeat, and among the names those that the compact form itself uses. */
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, 0, -1.5, '', 'a text that is long enough', 'short'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom('$', '$of', '__proto__', 'constructor', 'a', 'b'), tie('value')), {
        maxLength: 4,
      })
      .map((members): Json => Object.fromEntries(members)),
  ),
})).value;

describe('a compact value', () => {
  it('is the same value again, whatever its members are called', () => {
    fc.assert(
      fc.property(json, (value) => {
        const again = expanded(JSON.parse(JSON.stringify(compacted(value))));
        expect(JSON.stringify(again)).toBe(JSON.stringify(value));
      }),
      { seed: 6, numRuns: 500 },
    );
  });

  it('holds what repeats once, and gives it back as one object', () => {
    const reading: Json = {
      status: 'running',
      steps: { extract: { commits: [{ by: 'worker-1', value: 'extract~1' }] } },
    };
    const value: Json = Array.from({ length: 500 }, (_, seq) => ({ seq, view: { ...reading } }));
    const compact = JSON.stringify(compacted(value));
    expect(compact.length).toBeLessThan(JSON.stringify(value).length / 4);
    const again = expanded(JSON.parse(compact));
    if (!Array.isArray(again)) throw new Error('expected a list');
    expect(again[0].view).toBe(again[499].view);
  });

  it('takes no name of the value for a reference of its own', () => {
    const value: Json = [{ $: 0 }, { $of: [['a', 1]] }, { $: 0 }, { $of: [['a', 1]] }];
    expect(expanded(compacted(value))).toEqual(value);
  });
});

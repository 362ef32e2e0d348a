import { afterEach, describe, expect, it, vi } from 'vitest';
import { exploreSpecification } from '../../cli/explore.ts';
import { UsageError } from '../../scenarios/index.ts';

describe('killpoint explore', () => {
  afterEach(() => void vi.restoreAllMocks());
  const said = (): (() => string) => {
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    return () => lines.join('');
  };

  it('says of one scope how large it is, and ends well', () => {
    const output = said();
    expect(exploreSpecification({ scope: ['two-effects'], lifts: false, json: false })).toBe(0);
    expect(output()).toContain('two-effects        69 states, 125 edges, depth 12');
  });

  it('tells as data which refusals show when they are lifted', () => {
    const output = said();
    expect(exploreSpecification({ scope: ['two-effects'], lifts: true, json: true })).toBe(0);
    const { scopes, obligations, lifts } = JSON.parse(output());
    expect([scopes[0].states, obligations, lifts.problems]).toEqual([69, null, []]);
    const found = lifts.lifted.find((one: { reason: string }) => one.reason === 'request-not-pending');
    expect(found.violation.story.at(-1)).toBe('the owner applies pay of slot-1');
  });

  it('knows no scope that there is not', () => {
    const explore = () => exploreSpecification({ scope: ['nowhere'], lifts: false, json: false });
    expect(explore).toThrow(UsageError);
    expect(explore).toThrow("there is no scope 'nowhere'; there are launch, operator,");
  });
});

import { describe, expect, it } from 'vitest';
import { explanationOf } from '../../cli/explain.ts';
import { listText } from '../../cli/list.ts';
import { boundaries, requirements } from '../../model/index.ts';
import { mutants } from '../../sut/index.ts';

describe('explain', () => {
  it.each(requirements)('says all that $id is', ({ id, statement, clauses, source }) => {
    const text = explanationOf(id);
    for (const part of [statement, source, ...clauses.map((clause) => clause.statement)]) expect(text).toContain(part);
  });

  it('knows boundaries, programs and mutants', () => {
    for (const { id, moment } of boundaries) expect(explanationOf(id)).toContain(moment);
    expect(explanationOf('document-review')).toContain('publish: effect');
    expect(explanationOf('unfenced')).toContain('must fail  lease.zombie-changes-nothing');
  });

  it('names the nearest id for one that nothing has', () =>
    expect(() => explanationOf('effect.applied-one')).toThrow("Did you mean 'effect.applied-once'?"));
});

describe('the targets', () => {
  it('are listed without every mutant, and say where those are', () => {
    const lines = listText('targets').split('\n');
    expect(lines.filter((line) => line.startsWith('mutant:'))).toEqual([
      expect.stringContaining(`${mutants.length} deliberate defects of the reference: 'killpoint list mutants'`),
    ]);
    expect(lines.some((line) => line.startsWith('langgraph '))).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { mutants } from '../../sut/mutants/index.ts';
import { alike, proofs } from '../../tools/mutants/proof.ts';
import { recorded } from '../../tools/mutants/record.ts';

const offered = (await createReference().describe()).can ?? [];
const all = proofs(recorded(), offered);

describe('the requirements', () => {
  it('are each failed by a mutant, unless they wait for an intervention that is not there yet', () =>
    expect(
      all.filter(({ by, needs }) => by.length === 0 && needs === undefined).map(({ requirement }) => requirement.id),
    ).toEqual([]));

  it('are told apart by the mutants', () => expect(alike(all)).toEqual([]));
});

describe('the record', () => {
  it('has every mutant, each under an id of its own, and no other', () => {
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
    expect(recorded().map(({ mutant }) => mutant)).toEqual(mutants.map(({ id }) => id).sort());
  });

  it('expects every failure that it found', () =>
    expect(
      recorded().flatMap(({ mutant, fails }) => {
        const expected = mutants.find(({ id }) => id === mutant)?.fails ?? [];
        return fails.filter((id) => !expected.some((one) => one === id)).map((id) => `${mutant}: ${id}`);
      }),
    ).toEqual([]));
});

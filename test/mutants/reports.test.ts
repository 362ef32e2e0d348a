import { describe, expect, it } from 'vitest';
import { deedSchema } from '../../model/vocabulary/plan.ts';
import { mutants } from '../../sut/mutants/index.ts';
import { publicReports } from '../../sut/mutants/reports.ts';

const named = mutants.flatMap(({ reports = [] }) => reports);

describe('the public reports', () => {
  it('are each shown by a mutant, or say what that needs', () =>
    expect(publicReports.filter(({ id, needs }) => named.includes(id) === (needs !== undefined))).toEqual([]));

  it('are all that a mutant names', () =>
    expect(named.filter((name) => !publicReports.some(({ id }) => id === name))).toEqual([]));

  it('call deeds that they need by their names', () => {
    const quoted = publicReports.flatMap(({ needs = '' }) => [...needs.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    expect(quoted.filter((name) => !deedSchema.safeParse(name).success)).toEqual([]);
  });

  it('are each there once, under the address where it can be read', () => {
    expect(new Set(publicReports.map(({ id }) => id)).size).toBe(publicReports.length);
    expect(publicReports.filter(({ url }) => !url.startsWith('https://github.com/'))).toEqual([]);
  });
});

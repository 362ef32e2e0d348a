import { describe, expect, it } from 'vitest';
import { candidateIn, isLikely, labelOf, rowsOf, statementsIn } from '../../../scenarios/store/statements.ts';

const doing = (sql: string): readonly string[] => statementsIn(sql).map(({ does }) => does);

describe('a statement', () => {
  it('is told from another by its text without comments and values', () => {
    const [one] = statementsIn("insert into t -- why\n values (17, 'a;''b', E'\\'c', $x$ d; $x$) /* ; */");
    expect(one?.text).toBe('insert into t values (?, ?, ?, ?)');
    expect(statementsIn("update t2 set a = $1 where b = 'x'")[0]?.text).toBe('update t2 set a = $1 where b = ?');
    expect(statementsIn('select 1; ; select 2;')).toHaveLength(2);
  });

  it('writes, ends a transaction, or does neither, as its words say', () => {
    expect(doing('begin; insert into t values (1); commit')).toEqual(['begin', 'write', 'commit']);
    expect(doing('START TRANSACTION; end; abort; ROLLBACK TO SAVEPOINT s')).toEqual([
      'begin',
      'commit',
      'rollback',
      'read',
    ]);
    expect(doing('with a as (update t set b = 1 returning *) select * from a')).toEqual(['write']);
    expect(doing('select * from t for update skip locked')).toEqual(['read']);
    expect(doing('select * from own.claim($1); select pg_catalog.now(); select now()')).toEqual([
      'write',
      'read',
      'read',
    ]);
    expect(doing('copy t from stdin; copy t to stdout; copy (select a from b) to stdout')).toEqual([
      'write',
      'read',
      'read',
    ]);
    expect(doing('create table x (); set a = 1; listen b; call p(); do $$ begin end $$')).toEqual([
      ...['write', 'read', 'read', 'write', 'write'],
    ]);
  });

  it('has come to as many rows as the server says', () => {
    expect([rowsOf('INSERT 0 3'), rowsOf('UPDATE 0'), rowsOf('CREATE TABLE')]).toEqual([3, 0, undefined]);
  });
});

describe('what may commit', () => {
  const idle = { isInBlock: false, wrote: [] };
  const asked = (sql: string, open: { isInBlock: boolean; wrote: readonly string[] } = idle, before = '') =>
    candidateIn(open, { before: statementsIn(before), asked: statementsIn(sql) });

  it('is a write outside a block, and the end of a block that wrote', () => {
    expect(asked('insert into t values (1)')).toEqual({ label: 'insert into t values (?)', isSure: false });
    expect(asked('insert into t values (1)', { isInBlock: true, wrote: [] })).toBeUndefined();
    expect(asked('commit', { isInBlock: true, wrote: [] })).toBeUndefined();
    expect(asked('commit', { isInBlock: true, wrote: ['a'] })).toEqual({ label: 'begin; a', isSure: true });
  });

  it('is found in one text, and behind what has no answer yet', () => {
    expect(asked('begin; delete from t; commit')).toEqual({ label: 'begin; delete from t', isSure: false });
    expect(asked('commit', idle, 'begin; delete from t')).toEqual({ label: 'begin; delete from t', isSure: false });
    expect(asked('commit', idle, 'begin; delete from t; rollback')).toBeUndefined();
  });

  it('is taken for the commit that begins with it', () => {
    const candidate = { label: 'insert into a', isSure: false };
    expect(isLikely(candidate, 'insert into a; insert into b')).toBe(true);
    expect(isLikely(candidate, 'insert into ab')).toBe(false);
    const long = asked(`update t set ${'a'.repeat(1_000)} = 1`);
    expect(
      long !== undefined &&
        isLikely(long, labelOf([statementsIn(`update t set ${'a'.repeat(1_000)} = 2`)[0]?.text ?? ''])),
    ).toBe(true);
    expect(labelOf(['a', 'a', 'b'])).toBe('a; b');
  });
});

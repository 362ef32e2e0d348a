import { describe, expect, it } from 'vitest';
import { databasesOf } from '../../../adapters/postgres/database.ts';
import type { RunningServer } from '../../../model/vocabulary.ts';

const server: RunningServer = { ports: { sql: 5432 }, folder: '/one' };
const admin = 'postgresql://postgres@127.0.0.1:5432/postgres';

/** A driver that writes down what it is asked for, and refuses as a starting Postgres does for the first `refusals` statements. */
const driver = (refusals = 0) => {
  const asked: string[] = [];
  let left = refusals;
  return {
    asked,
    run: async (url: string, statement: string) => {
      expect(url).toBe(admin);
      asked.push(statement);
      if (left-- > 0) throw Object.assign(new Error('the database system is starting up'), { code: '57P03' });
    },
    migrate: async (url: string) => asked.push(`migrate ${url}`),
  };
};

describe('the databases of an adapter', () => {
  it('come from a template that is migrated once, however many cases begin at once', async () => {
    const { asked, ...making } = driver();
    const databases = databasesOf('dbos', making);
    const urls = await Promise.all([databases.create(server, 'case-1'), databases.create(server, 'case-2')]);
    expect(urls[1]).toBe('postgresql://postgres@127.0.0.1:5432/dbos_case-2');
    expect(asked.filter((what) => what.startsWith('migrate'))).toEqual([
      'migrate postgresql://postgres@127.0.0.1:5432/dbos_template',
    ]);
    expect(asked).toContain('CREATE DATABASE "dbos_case-1" TEMPLATE "dbos_template"');
  });

  it('have a template on each server, since the next run has another server', async () => {
    const { asked, ...making } = driver();
    const databases = databasesOf('dbos', making);
    await databases.create(server, 'case-1');
    await databases.create({ ...server, folder: '/two' }, 'case-1');
    expect(asked.filter((what) => what === 'CREATE DATABASE "dbos_template"')).toHaveLength(2);
  });

  it('wait for a server that accepts connections and does not serve them yet', async () => {
    const { asked, ...making } = driver(2);
    await databasesOf('dbos', making).create(server, 'case-1');
    expect(asked.slice(0, 3)).toEqual(Array(3).fill('CREATE DATABASE "dbos_template"'));
  });

  it('are dropped with whoever is connected', async () => {
    const { asked, ...making } = driver();
    await databasesOf('dbos', making).drop(server, 'case-1');
    expect(asked).toEqual(['DROP DATABASE IF EXISTS "dbos_case-1" WITH (FORCE)']);
  });

  it('refuse a name that Postgres would cut, as two cases would share a database then', async () => {
    const { asked, ...making } = driver();
    await expect(databasesOf('dbos', making).create(server, 'c'.repeat(60))).rejects.toThrow('63 bytes');
    expect(asked.join()).not.toContain('ccc');
  });
});

import { createConnection } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Latch } from '../../../scenarios/processes/waiting.ts';
import type { Fate, Gate } from '../../../scenarios/store/passing.ts';
import { Way } from '../../../scenarios/store/way.ts';
import { isThere, pg, postgresJs, startPostgres, titled } from './postgres.ts';

/** As far as these tests use the two drivers. */
type Rows = { readonly rows: readonly Readonly<Record<string, unknown>>[] };
type Client = {
  connect: () => Promise<void>;
  query: (text: unknown, values?: readonly unknown[]) => Promise<Rows>;
  end: () => Promise<void>;
  on: (event: 'error', listener: () => void) => void;
};

describe.runIf(isThere)(titled('the way to a Postgres'), () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let direct: Client;
  const open: { end: () => unknown }[] = [];

  const client = async (port: number, more: object = {}): Promise<Client> => {
    const { Client } = pg();
    const made: Client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', ...more });
    made.on('error', () => undefined);
    await made.connect();
    open.push(made);
    return made;
  };
  const count = async (table = 't'): Promise<number> =>
    Number((await direct.query(`select count(*)::int as n from ${table}`)).rows[0]?.n);
  const backends = async (name: string): Promise<number> =>
    Number(
      (await direct.query('select count(*)::int as n from pg_stat_activity where application_name = $1', [name]))
        .rows[0]?.n,
    );

  /** A gate that writes down what it is asked, and answers with what `decide` says. */
  const gated = async (decide: (asked: string) => Fate | Promise<Fate> = () => 'pass') => {
    const asked: string[] = [];
    const ask = async (what: string): Promise<Fate> => {
      asked.push(what);
      return decide(what);
    };
    const gate: Gate = {
      before: ({ label, isSure }) => ask(`before ${label}${isSure ? '' : ' ?'}`),
      after: (label) => ask(`after ${label}`),
    };
    const way = new Way(postgres.port, gate);
    await way.open();
    open.push({ end: () => way.close() });
    return { way, asked };
  };

  beforeAll(async () => {
    postgres = await startPostgres();
    direct = await client(postgres.port);
    open.length = 0;
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await Promise.resolve(one.end()).catch(() => undefined);
    await direct.query('drop table if exists t');
  });
  afterAll(async () => {
    await direct.end();
    await postgres.stop();
  });
  const table = () => direct.query('create table t (id int primary key, value text)');

  it('asks before and after each commit, in the same order each time', async () => {
    const sequences: string[][] = [];
    for (let time = 0; time < 5; time++) {
      await direct.query('drop table if exists t');
      await table();
      const { way, asked } = await gated();
      const its = await client(way.port);
      await its.query('begin');
      await its.query('insert into t values ($1, $2)', [1, 'one']);
      await its.query('select * from t for update');
      await its.query('commit');
      await its.query("update t set value = 'two' where id = 1");
      await its.query({ name: 'by-name', text: 'delete from t where id = $1', values: [1] });
      await its.query({ name: 'by-name', text: 'delete from t where id = $1', values: [1] });
      sequences.push([...asked]);
    }
    expect(new Set(sequences.map((asked) => asked.join('\n'))).size).toBe(1);
    expect(sequences[0]).toEqual([
      'before begin; insert into t values ($1, $2)',
      'after begin; insert into t values ($1, $2)',
      'before update t set value = ? where id = ? ?',
      'after update t set value = ? where id = ?',
      'before delete from t where id = $1 ?',
      'after delete from t where id = $1',
      // The second time there is nothing to delete: something may be written, and nothing is.
      'before delete from t where id = $1 ?',
    ]);
  });

  it('asks nothing of what only reads, fails, is rolled back, or comes to nothing', async () => {
    await table();
    await direct.query('insert into t values (1)');
    const { way, asked } = await gated();
    const its = await client(way.port);
    await its.query('select * from t');
    await its.query('begin');
    await its.query('insert into t values (2)');
    await its.query('rollback');
    await its.query('begin');
    await its.query('update t set value = null where id = 99');
    await its.query('commit');
    await its.query('begin');
    await its.query('insert into t values (3)');
    await expect(its.query('insert into t values (1)')).rejects.toThrow('duplicate key');
    await its.query('commit');
    await expect(its.query('insert into t values (1)')).rejects.toThrow('duplicate key');
    expect(asked).toEqual(['before insert into t values (?) ?']);
    expect(await count()).toBe(1);
  });

  it('leaves nothing of a commit whose client is cut off before it', async () => {
    await table();
    const { way } = await gated((asked) => (asked.startsWith('before begin') ? 'cut' : 'pass'));
    const its = await client(way.port, { application_name: 'cut-before' });
    await its.query('begin');
    await its.query('insert into t values (1)');
    await expect(its.query('commit')).rejects.toThrow();
    expect(await way.close()).toBe(true);
    // What it had open is gone with it: nobody waits for its locks.
    expect(await backends('cut-before')).toBe(0);
    await direct.query('insert into t values (1)');
    expect(await count()).toBe(1);
  });

  it('leaves all of a commit whose client is cut off after it and before it is told', async () => {
    await table();
    const { way, asked } = await gated((what) => (what.startsWith('after') ? 'cut' : 'pass'));
    const its = await client(way.port, { application_name: 'cut-after' });
    await its.query('begin');
    await its.query('insert into t values (1)');
    await expect(its.query('commit')).rejects.toThrow();
    expect(asked).toEqual(['before begin; insert into t values (?)', 'after begin; insert into t values (?)']);
    expect(await count()).toBe(1);
    const again = await client(way.port);
    await expect(again.query('insert into t values ($1)', [2])).rejects.toThrow();
    expect(await count()).toBe(2);
    expect(await way.close()).toBe(true);
    expect(await backends('cut-after')).toBe(0);
  });

  it('holds a statement while its gate decides, and the answer to a commit, whole', async () => {
    await table();
    const [before, after] = [new Latch(), new Latch()];
    const { way } = await gated(async (asked): Promise<Fate> => {
      await (asked.startsWith('before') ? before : after).opened;
      return 'pass';
    });
    const its = await client(way.port);
    let isAnswered = false;
    const inserted = its.query('insert into t values (1) returning id').then(() => {
      isAnswered = true;
    });
    await direct.query('select pg_sleep(0.1)');
    expect(await count()).toBe(0);
    before.open();
    while ((await count()) === 0) await direct.query('select 1');
    expect(isAnswered).toBe(false);
    after.open();
    await inserted;
  });

  it('waits with other commits of its process while it is frozen', async () => {
    await table();
    const { way } = await gated();
    const [one, two] = [await client(way.port), await client(way.port)];
    way.freeze();
    const inserted = one.query('insert into t values (1)');
    expect((await two.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(await count()).toBe(0);
    way.thaw();
    await inserted;
    expect(await count()).toBe(1);
  });

  it('refuses TLS as a server without it does', async () => {
    const { way } = await gated();
    await expect(client(way.port, { ssl: true })).rejects.toThrow('does not support SSL');
    const answers: string[] = [];
    for (const code of [80_877_103, 80_877_104]) {
      const socket = createConnection(way.port, '127.0.0.1');
      const asked = Buffer.alloc(8);
      asked.writeInt32BE(8, 0);
      asked.writeInt32BE(code, 4);
      // A message that comes in two packets is one message.
      socket.write(asked.subarray(0, 3));
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(asked.subarray(3));
      answers.push(await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString()))));
      socket.destroy();
    }
    expect(answers).toEqual(['N', 'N']);
    const prefer = postgresJs()({
      ...{ host: '127.0.0.1', port: way.port, username: 'postgres', database: 'postgres', ssl: 'prefer', max: 1 },
    });
    expect(await prefer`select 1 as one`).toEqual([{ one: 1 }]);
    await prefer.end();
  });

  it('cancels a statement by the connection that asks for it', async () => {
    const { way } = await gated();
    const sql = postgresJs()({
      ...{ host: '127.0.0.1', port: way.port, username: 'postgres', database: 'postgres', max: 1 },
    });
    const sleeping = sql`select pg_sleep(60)`;
    const cancelled = expect(sleeping).rejects.toThrow('canceling statement');
    while (
      Number(
        (
          await direct.query(
            "select count(*) as n from pg_stat_activity where query like 'select pg_sleep(60)%' and state = 'active'",
          )
        ).rows[0]?.n,
      ) === 0
    );
    sleeping.cancel();
    await cancelled;
    await sql.end();
  });

  it('carries large values both ways, and the pipelined queries of a driver', async () => {
    await table();
    const { way, asked } = await gated();
    const sql = postgresJs()({
      ...{ host: '127.0.0.1', port: way.port, username: 'postgres', database: 'postgres', max: 1 },
    });
    const large = 'x'.repeat(5_000_000);
    await sql`insert into t values (1, ${large})`;
    const [row] = await sql`select value from t`;
    expect(row.value).toBe(large);
    await Promise.all(Array.from({ length: 50 }, (_, at) => sql`insert into t values (${at + 2}, 'many')`));
    await sql.begin(async (tx: typeof sql) => {
      await Promise.all([tx`insert into t values (100, 'a')`, tx`insert into t values (101, 'b')`]);
    });
    expect(await count()).toBe(53);
    expect(asked.filter((what) => what.startsWith('after'))).toHaveLength(52);
    await sql.end();
  });

  it('carries COPY both ways', async () => {
    await table();
    const { way, asked } = await gated();
    const sql = postgresJs()({
      ...{ host: '127.0.0.1', port: way.port, username: 'postgres', database: 'postgres', max: 1 },
    });
    const into = await sql`copy t from stdin`.writable();
    for (let at = 0; at < 1_000; at++) into.write(`${at}\tvalue ${at}\n`);
    await new Promise((resolve) => into.end(resolve));
    while ((await count()) < 1_000);
    let copied = '';
    for await (const chunk of await sql`copy t to stdout`.readable()) copied += chunk;
    expect(copied.split('\n')).toHaveLength(1_001);
    expect(asked).toEqual(['before copy t from stdin ?', 'after copy t from stdin']);
    await sql.end();
  });

  it('takes the store away as an administrator does, and gives it back on the same port', async () => {
    await table();
    const { way } = await gated();
    const its = await client(way.port);
    const lost = expect(its.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57P01' });
    const port = way.port;
    await way.refuse();
    await lost;
    await expect(client(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await way.open();
    expect(way.port).toBe(port);
    expect((await (await client(port)).query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

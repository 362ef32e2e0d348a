import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { databasesOf } from '../../../adapters/postgres/database.ts';
import { postgresServer } from '../../../adapters/postgres/server.ts';
import { requirements } from '../../../model/index.ts';
import type { Adapter, Reach, Report } from '../../../model/vocabulary.ts';
import { Archive } from '../../../scenarios/archive.ts';
import { conformance } from '../../../scenarios/conformance.ts';
import { scenarios } from '../../../scenarios/programs.ts';
import { usualReach } from '../../../scenarios/reach.ts';
import { isThere, pg, titled, withPg } from './postgres.ts';

const worker = fileURLToPath(new URL('../../fixtures/adapters/postgres-process.mjs', import.meta.url));
const tables = `create table runs (run text primary key, program jsonb, status text);
  create table results (run text, step text, by text, value jsonb, primary key (run, step))`;

const run = async (url: string, statement: string): Promise<void> => {
  const client = await connected(url);
  await client.query(statement).finally(() => client.end());
};
const connected = async (url: string) => {
  const { Client } = pg();
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** A runtime that keeps its runs in Postgres, and acknowledges a result when it is committed, or `early`: when it has asked for that. */
const onPostgres = (manner: 'honest' | 'early'): Adapter => {
  const databases = databasesOf('planted', { run, migrate: (url) => run(url, tables) });
  return {
    describe: async () => ({
      ...{ name: `planted-${manner}`, version: '1', language: 'JavaScript' },
      can: ['model', 'tool', 'effect', 'start-key', 'shared-store', 'sliced', 'store'],
      bounds: { takeoverMs: 2_000, leaseMs: 0, idleMs: 400, retryMs: 0 },
      servers: [postgresServer('dbos')],
    }),
    open: async ({ servers, name }) => {
      if (servers.postgres === undefined) throw new Error('expected a server named postgres');
      const { postgres } = servers;
      const url = await databases.create(postgres, name);
      const reader = await connected(url);
      return {
        store: url,
        storeThrough: (through) => databases.at(through.postgres, name),
        process: () => ({ command: process.execPath, arguments: [worker, manner, withPg ?? ''], env: {} }),
        inspect: async (id) => {
          const { rows } = await reader.query('select status from runs where run = $1', [id]);
          const results = await reader.query('select step, by, value from results where run = $1', [id]);
          return {
            status: rows[0]?.status ?? 'absent',
            steps: Object.fromEntries(
              results.rows.map(({ step, by, value }: Record<string, string>) => [
                step,
                { commits: [{ by, at: by, value }] },
              ]),
            ),
          };
        },
        close: async () => {
          await reader.end();
          await databases.drop(postgres, name);
        },
      };
    },
  };
};

const reportOn = async (manner: 'honest' | 'early', reach: readonly Reach[]): Promise<Report> => {
  const folder = await mkdtemp(join(tmpdir(), 'killpoint-planted-'));
  const { report, failure } = await conformance({
    ...{
      address: `planted-${manner}`,
      adapter: onPostgres(manner),
      requirements,
      reach,
      interruptions: 'quick' as const,
    },
    scenarios: scenarios.filter(({ program: { id } }) => id === 'model-tool-effect'),
    ...{ archive: new Archive(folder), killpoint: '', workers: 2, isBrief: false },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await rm(folder, { recursive: true });
  if (failure !== undefined) throw failure;
  return report;
};
const failing = ({ results }: Report): readonly string[] =>
  results.filter(({ status }) => status === 'fail').map(({ requirement }) => requirement);

describe.runIf(isThere)(titled('a runtime that acknowledges before COMMIT'), () => {
  it('is found by whoever stands between it and its store', { timeout: 600_000 }, async () => {
    const report = await reportOn('early', ['store']);
    expect(failing(report)).toContain('recovery.committed-step-runs-once');
    expect(failing(report)).toContain('commit.output-durable-before-progress');
    const found = report.results.find(({ requirement }) => requirement === 'recovery.committed-step-runs-once');
    expect(found?.strength.reach).toContain('store');
    const where = found?.cases.filter(({ status }) => status === 'fail').map(({ plan }) => plan.replace(/#\d+$/, ''));
    expect(new Set(where)).toEqual(new Set(['model-tool-effect/kill@commit.before']));
  });

  it('is found by nothing else', { timeout: 600_000 }, async () => {
    expect(failing(await reportOn('early', usualReach))).toEqual([]);
  });

  it('is not accused where it waits for its store', { timeout: 600_000 }, async () => {
    const report = await reportOn('honest', ['store']);
    expect(failing(report)).toEqual([]);
    const {
      'commit.before': before,
      'commit.after': after,
      'commit.unacknowledged': lost,
    } = report.interruptions.byBoundary;
    for (const row of [before?.kill, before?.stop, after?.kill, after?.stop, lost?.drop]) {
      expect(row?.planned).toBeGreaterThan(1);
      expect(row?.landed).toBe(row?.planned);
    }
  });
});

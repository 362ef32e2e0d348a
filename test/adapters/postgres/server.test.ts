import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { postgresServer } from '../../../adapters/postgres/server.ts';
import { Supervisor } from '../../../scenarios/processes/supervisor.ts';
import { startServers } from '../../../scenarios/servers.ts';

const isThere = existsSync(join(import.meta.dirname, '../../../adapters/postgres/node_modules'));
const title = isThere ? 'Postgres' : 'Postgres (skipped: run `npx killpoint setup dbos`)';

describe.runIf(isThere)(title, () => {
  it('starts in an empty folder with the durability it has by default, and is gone with its supervisor', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'killpoint-test-'));
    const supervisor = new Supervisor();
    const spec = postgresServer('dbos');
    expect(spec.start.arguments.join(' ')).not.toMatch(/fsync|synchronous_commit|full_page_writes/);
    try {
      const servers = await startServers([spec], supervisor, folder);
      const { postgres } = servers.running;
      expect(existsSync(join(postgres?.folder ?? '', 'data', 'postmaster.pid'))).toBe(true);
      expect(servers.binaries[0]?.version).toMatch(/^18\./);
      await supervisor.close();
      await servers.close();
      expect(existsSync(postgres?.folder ?? '')).toBe(false);
    } finally {
      await supervisor.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe.runIf(!isThere)('Postgres that is not installed', () => {
  it('says how to install it', () => {
    expect(() => postgresServer('dbos')).toThrow('npx killpoint setup dbos');
  });
});

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServerSpec, serverSpecSchema } from '../../model/vocabulary.ts';
import { Supervisor } from '../../scenarios/processes/supervisor.ts';
import { startServers } from '../../scenarios/servers.ts';

const listening = `
const http = require('node:http');
const fs = require('node:fs');
http.createServer((request, response) => {
  response.statusCode = request.url === '/health' ? 200 : 404;
  if (request.url === '/pid') response.end(String(process.pid));
  else response.end(fs.existsSync('prepared') ? 'prepared' : 'bare');
}).listen(Number(process.argv[1]), '127.0.0.1');
`;

const spec = (more: Partial<ServerSpec> = {}): ServerSpec =>
  serverSpecSchema.parse({
    name: 'echo',
    version: '1.2.3',
    binary: process.execPath,
    ports: ['http'],
    prepare: { command: process.execPath, arguments: ['-e', "require('node:fs').writeFileSync('prepared', '')"] },
    start: { command: process.execPath, arguments: ['-e', listening, '{port:http}'] },
    ready: { port: 'http', path: '/health' },
    ...more,
  });

describe('the servers of a target', () => {
  let folder: string;
  let supervisor: Supervisor;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'killpoint-servers-'));
    supervisor = new Supervisor();
  });
  afterEach(async () => {
    await supervisor.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are prepared, started on a free port and ready before anybody uses them, and are known by their digest', async () => {
    const servers = await startServers([spec()], supervisor, folder);
    const { ports, folder: data } = servers.running.echo ?? { ports: {}, folder: '' };
    expect(await (await fetch(`http://127.0.0.1:${ports.http}/`)).text()).toBe('prepared');
    expect(servers.binaries).toEqual([
      { name: 'echo', version: '1.2.3', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    await supervisor.close();
    await servers.close();
    expect(existsSync(data)).toBe(false);
    await expect(fetch(`http://127.0.0.1:${ports.http}/`)).rejects.toThrow();
  });
  it('are killed and come back on the same port, with what they had in their folder', async () => {
    const servers = await startServers([spec()], supervisor, folder);
    const { ports } = servers.running.echo ?? { ports: { http: 0 } };
    const pid = async () => (await fetch(`http://127.0.0.1:${ports.http}/pid`)).text();
    const before = await pid();
    await servers.restart();
    expect(await (await fetch(`http://127.0.0.1:${ports.http}/`)).text()).toBe('prepared');
    expect(await pid()).not.toBe(before);
    await servers.close();
    await expect(pid()).rejects.toThrow();
  });
  it('that refuse root run as nobody, in a folder that nobody can enter', async () => {
    const servers = await startServers([spec({ unprivileged: true })], supervisor, folder);
    const { ports } = servers.running.echo ?? { ports: { http: 0 } };
    expect(await (await fetch(`http://127.0.0.1:${ports.http}/`)).text()).toBe('prepared');
    await servers.close();
  });
  it('that end at once make the target unavailable, with their last words', async () => {
    const broken = spec({
      start: {
        command: process.execPath,
        arguments: ['-e', "console.error('no such disk'); process.exit(3)"],
        env: {},
      },
    });
    await expect(startServers([broken], supervisor, folder)).rejects.toThrow(
      /'echo' 1\.2\.3 did not come up: it ended with code 3[\s\S]*no such disk/,
    );
  });
  it('whose preparation fails make the target unavailable', async () => {
    const broken = spec({ prepare: { command: process.execPath, arguments: ['-e', 'process.exit(4)'], env: {} } });
    await expect(startServers([broken], supervisor, folder)).rejects.toThrow(/its preparation ended with code 4/);
  });
});

import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, servePage } from '../../cli/page-server.ts';
import { Bench } from './command.ts';

type Got = { readonly status: number | undefined; readonly text: string; readonly policy: string };

type More = { readonly headers?: Record<string, string>; readonly method?: string };

const get = (address: string, path: string, { headers = {}, method = 'GET' }: More = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const sent = request({ hostname, port, path, headers, method }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += String(chunk);
      });
      const policy = String(response.headers['content-security-policy']);
      response.on('end', () => resolve({ status: response.statusCode, text, policy }));
    });
    sent.on('error', reject);
    sent.end();
  });

describe('the page of a run, served', () => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-show-'));
  let served: Served;
  let path: string;
  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), '<p>the page');
    writeFileSync(join(folder, 'report.json'), '{"secret":1}');
    served = await servePage(folder);
    path = new URL(served.address).pathname;
  });
  afterAll(async () => {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is there under an address of this machine that nobody guesses', async () => {
    expect(served.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
    const { status, text, policy } = await get(served.address, path);
    expect([status, text]).toEqual([200, '<p>the page']);
    expect(policy).toContain("default-src 'none'");
  });

  it.each(['/', '/index.html', '/report.json'])('is not there, nor anything else, under %s', async (other) => {
    expect((await get(served.address, other)).status).toBe(404);
  });

  it.each(['report.json', '../report.json', '..%2freport.json', 'index.html', '?x', '%2e%2e/report.json'])(
    'lets nobody get further than itself: %s',
    async (more) => {
      const { status, text } = await get(served.address, `${path}${more}`);
      expect([status, text]).toEqual([404, 'not found\n']);
    },
  );

  it('is not given to who asks under another name, or wants to write', async () => {
    expect((await get(served.address, path, { headers: { host: 'evil.example' } })).status).toBe(404);
    expect((await get(served.address, path, { method: 'POST' })).status).toBe(404);
  });

  it('shows the last run, without being started again', async () => {
    writeFileSync(join(folder, 'index.html'), '<p>the next page');
    expect((await get(served.address, path)).text).toBe('<p>the next page');
  });

  it('is no page where it is a link to something else', async () => {
    const linked = join(folder, 'linked');
    mkdirSync(linked);
    symlinkSync('/etc/hostname', join(linked, 'index.html'));
    await expect(servePage(linked)).rejects.toThrow('expected the page of a run at');
  });
});

describe('killpoint show', () => {
  const bench = new Bench();
  afterAll(() => bench.close());
  const counterexample = join(import.meta.dirname, '../replay/key-per-attempt.json');

  it('prints the address and ends with Ctrl-C', async () => {
    mkdirSync(join(bench.folder, '.killpoint'));
    writeFileSync(join(bench.folder, '.killpoint/index.html'), '<p>the page');
    const { child, ended } = bench.start('show');
    const address = await new Promise<string>((resolve) =>
      child.stdout?.once('data', (line) => resolve(String(line).trim())),
    );
    expect((await get(address, new URL(address).pathname)).text).toBe('<p>the page');
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
    await expect(get(address, '/')).rejects.toThrow();
  });

  it('draws a counterexample for an issue tracker', async () => {
    const { code, stdout } = await bench.run('show', '--mermaid', counterexample);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^```mermaid\nsequenceDiagram\n[\s\S]*illegal[\s\S]*\n```\n$/),
    ]);
  });

  it('says what to do with a file, and with a folder that has no page', async () => {
    expect((await bench.run('show', counterexample)).stderr).toContain('show it with --text or --mermaid');
    cpSync(counterexample, join(bench.folder, 'other/counterexamples/0.json'));
    const { code, stderr } = await bench.run('show', 'other');
    expect([code, stderr]).toEqual([64, expect.stringContaining("unless --reporter leaves 'html' out")]);
  });
});

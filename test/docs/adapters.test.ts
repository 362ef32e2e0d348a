import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, textOf } from './pages.ts';

const run = promisify(execFile);
const templates = { 'adapter.py': 'python', 'worker.py': 'python', 'adapter.mts': 'ts', 'worker.mts': 'ts' } as const;

describe('the adapters that docs/adapters.md shows', () => {
  const cli = join(root, 'dist/cli/main.js');
  let folder: string;
  beforeAll(() => {
    // Below the checkout, so that they find `killpoint/adapter` as a user's project would.
    mkdirSync(join(root, '.killpoint'), { recursive: true });
    folder = mkdtempSync(join(root, '.killpoint', 'docs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are what init writes', () => {
    const shown = [...textOf('docs/adapters.md').matchAll(/```\w+ file=(\S+)\n([\s\S]*?)```/g)];
    expect(shown.map(([, name]) => name).sort()).toEqual(Object.keys(templates).sort());
    for (const [, name = '', text] of shown) {
      const language = Object.entries(templates).find(([file]) => file === name)?.[1] ?? '';
      expect(text).toBe(readFileSync(join(root, 'cli/templates', language, name), 'utf8'));
    }
  });

  it.each([
    { language: 'ts', target: './ts/adapter.mts' },
    { language: 'python', target: 'cmd:"python3 python/adapter.py"' },
  ])('pass their smoke test at once: $language', { timeout: 240_000 }, async ({ language, target }) => {
    await run(process.execPath, [cli, 'init', language, language], { cwd: folder });
    const smoke = await run(process.execPath, [cli, 'smoke', target, '-V'], { cwd: folder });
    expect(smoke.stdout).toContain('holds');
  });
});

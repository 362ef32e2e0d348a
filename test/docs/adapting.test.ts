import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, textOf } from './pages.ts';

const run = promisify(execFile);

/** The page's files are written below the checkout, so that they find `killpoint/adapter` as a user's project would. */
describe('the adapter that docs/adapting.md writes', () => {
  const cli = join(root, 'dist/cli/main.js');
  let folder: string;
  beforeAll(() => {
    mkdirSync(join(root, '.killpoint'), { recursive: true });
    folder = mkdtempSync(join(root, '.killpoint', 'docs-'));
    for (const [, name, text] of textOf('docs/adapting.md').matchAll(/```js file=(\S+)\n([\s\S]*?)```/g))
      writeFileSync(join(folder, name ?? ''), text ?? '');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('passes its smoke test, and reaches level 1', { timeout: 240_000 }, async () => {
    const smoke = await run(process.execPath, [cli, 'smoke', './adapter.mjs'], { cwd: folder });
    expect(smoke.stdout).toContain('holds');
    const judged = await run(process.execPath, [cli, 'run', './adapter.mjs', '--level', '1'], { cwd: folder });
    expect(judged.stdout).toContain('level 1 reached');
  });
});

import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Bench } from './command.ts';

const bench = new Bench();
afterAll(() => bench.close());

describe('what a command writes to a pipe', () => {
  it('is there whole, also where it is more than a pipe takes at once', async () => {
    const folder = join(bench.folder, 'many/counterexamples');
    mkdirSync(folder, { recursive: true });
    const file = join(import.meta.dirname, '../replay/key-per-attempt.json');
    for (const nth of Array.from({ length: 40 }, (_, at) => at)) cpSync(file, join(folder, `${nth}.json`));
    cpSync(file, join(bench.folder, 'one/counterexamples/0.json'));
    const one = await bench.run('show', '--text', 'one');
    const many = await bench.run('show', '--text', 'many');
    expect(many.stdout.length).toBeGreaterThan(2 * 65_536);
    expect(many.stdout.endsWith(one.stdout)).toBe(true);
  });
  it('is no failure where nobody reads it', async () => {
    const { child, ended } = bench.start('list', 'requirements', '--json');
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});

import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packed, unpacked } from '../../cli/bundle/packing.ts';
import { Bench } from './command.ts';

const bench = new Bench();
afterAll(() => bench.close());

/** A copy of the bundle with one change in its text. */
const changed = (name: string, change: (text: string) => string): string => {
  const text = gunzipSync(readFileSync(join(bench.folder, 'run.gz'))).toString();
  const other = change(text);
  if (other === text) throw new Error(`expected ${name} to change something`);
  writeFileSync(join(bench.folder, name), gzipSync(other));
  return name;
};

describe('a bundle', () => {
  beforeAll(async () => {
    await bench.run('run', 'mutant:key-per-attempt:in-process', '--program', 'one-effect', '-r', 'effect.applied-once');
    await bench.run('bundle', '--out', 'run.gz');
  });

  it('is judged again on another machine, which has the file alone', async () => {
    const elsewhere = new Bench();
    cpSync(join(bench.folder, 'run.gz'), join(elsewhere.folder, 'run.gz'));
    const { code, stdout } = await elsewhere.run('recheck', 'run.gz');
    elsewhere.close();
    expect(code).toBe(1);
    expect(stdout).toMatch(/^\d+ parts of run\.gz, each with the SHA-256 that it had\n/);
    expect(stdout).toContain('1 verdict, none of them another than in the report');
  });

  it('is the same file each time', async () => {
    const { stdout } = await bench.run('bundle', '.killpoint', '--out', 'again.gz');
    expect(stdout).toMatch(/again\.gz: the report of mutant:key-per-attempt:in-process, \d+ cases, 1 counterexample/);
    expect(readFileSync(join(bench.folder, 'again.gz'))).toEqual(readFileSync(join(bench.folder, 'run.gz')));
  });

  it('is refused where one part is another than it was, by its name', async () => {
    const file = changed('other.gz', (text) => text.replace('effect.applied\\"', 'effect.deduplicated\\"'));
    const { code, stderr } = await bench.run('recheck', file);
    expect([code, stderr]).toEqual([64, expect.stringMatching(/\S+ in other\.gz is not what it was/)]);
  });

  it('is refused where it is cut off', async () => {
    const file = changed('cut.gz', (text) => text.split('\n').slice(0, 3).join('\n'));
    expect((await bench.run('recheck', file)).stderr).toContain('it is cut off or was changed');
  });

  it('shows a report that its histories contradict', async () => {
    const bytes = readFileSync(join(bench.folder, 'run.gz'));
    const { head, parts } = unpacked(bytes, 'run.gz');
    const forged = parts.map((part) =>
      part.name === 'report.json'
        ? { ...part, text: part.text.replaceAll('"status": "fail"', '"status": "pass"') }
        : part,
    );
    writeFileSync(join(bench.folder, 'forged.gz'), packed(head, forged).bytes);
    const { code, stdout } = await bench.run('recheck', 'forged.gz');
    expect([code, stdout]).toEqual([1, expect.stringContaining('effect.applied-once: pass then, fail now')]);
  });

  it('shows a counterexample whose history fails nothing', async () => {
    const { head, parts } = unpacked(readFileSync(join(bench.folder, 'run.gz')), 'run.gz');
    const sound = parts.map((part) =>
      part.name.startsWith('counterexamples/')
        ? { ...part, text: part.text.replace('"effect.applied-once"', '"approval.binds-one-revision"') }
        : part,
    );
    writeFileSync(join(bench.folder, 'sound.gz'), packed(head, sound).bytes);
    const { stdout } = await bench.run('recheck', 'sound.gz');
    expect(stdout).toMatch(/counterexamples\/\S+: its history does not fail approval\.binds-one-revision/);
  });

  it.each(['../outside.json', '/etc/passwd', 'histories/../../x.jsonl', 'histories/a/b.jsonl', 'index.html'])(
    'has no part by the name %s',
    (name) => {
      const about = { killpoint: '0', target: 'reference', specification: { revision: '', hash: '' } };
      const { bytes } = packed(about, [{ name, text: '{}' }]);
      expect(() => unpacked(bytes, 'odd.gz')).toThrow('odd.gz is no bundle of killpoint');
    },
  );

  it.each([
    ['nothing of ours', Buffer.from('hello')],
    ['a gzip of something else', gzipSync('{"schema":"other/1"}\n')],
    ['a gzip of more than a bundle may hold', gzipSync(Buffer.alloc(2 ** 30 + 1))],
  ])('is not %s', (_, bytes) => {
    expect(() => unpacked(bytes, 'odd.gz')).toThrow(/odd\.gz (?:does not open as|is no) /);
  });

  it('takes no link along', async () => {
    cpSync(join(bench.folder, '.killpoint'), join(bench.folder, 'linked'), { recursive: true });
    symlinkSync('/etc/hostname', join(bench.folder, 'linked/histories/zz.jsonl'));
    await bench.run('bundle', 'linked', '--out', 'linked.gz');
    const { head } = unpacked(readFileSync(join(bench.folder, 'linked.gz')), 'linked.gz');
    expect(head.parts.map(({ name }) => name)).not.toContain('histories/zz.jsonl');
    expect(head.parts.length).toBeGreaterThan(3);
  });

  it('is not made of a folder without a run', async () => {
    const { code, stderr } = await bench.run('bundle', 'nowhere');
    expect([code, stderr]).toEqual([64, expect.stringContaining('expected the report of a run at')]);
  });
});

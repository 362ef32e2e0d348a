import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Lines } from './lines.ts';

const started: Lines[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) if (one.child.exitCode === null) await one.kill();
});
const start = (...args: readonly string[]): Lines => {
  const lines = new Lines('python3', [join(import.meta.dirname, 'odd_process.py'), ...args]);
  started.push(lines);
  return lines;
};

describe('a process that killpoint.py serves', () => {
  test('says that it is ready, and lets nothing but the protocol on stdout', async () => {
    const process = start();
    expect((await process.first).line).toEqual({ ready: true });
    expect(await process.ask({ do: 'open' })).toEqual({ id: 1, ok: null });
    expect(process.stderr).toContain('stray line of the library');
    expect(process.stderr).toContain('stray line of a child');
  });

  test('lets a command wait for what it was told before, and names the command in it', async () => {
    const process = start();
    const [, , seen] = await Promise.all([
      process.ask({ do: 'open' }),
      process.ask({ do: 'work' }),
      process.ask({ do: 'seen', run: 'run-1' }),
    ]);
    expect(seen).toMatchObject({ ok: { opened: true, worked: true, command: { type: 'seen', run: 'run-1' } } });
  });

  test('obeys two commands at once', async () => {
    const process = start();
    const answers = await Promise.all([process.ask({ do: 'meet' }), process.ask({ do: 'meet' })]);
    expect(answers.map(({ ok }) => ok).sort()).toEqual([0, 1]);
  });

  test('answers a refusal as one, and whatever else is thrown, or is no JSON, as unknown', async () => {
    const process = start();
    expect(await process.ask({ do: 'refuse' })).toEqual({ id: 1, refused: 'never' });
    expect(await process.ask({ do: 'fall' })).toEqual({ id: 2, unknown: 'RuntimeError: broken' });
    expect(await process.ask({ do: 'babble' })).toMatchObject({ unknown: expect.stringContaining('TypeError') });
    expect(process.stderr).toContain('Traceback');
  });

  test('exits when its stdin ends, also in the middle of a command', async () => {
    const process = start();
    void process.ask({ do: 'hang' });
    await process.ask({ do: 'seen' });
    await process.leave();
    expect(process.child.exitCode).toBe(0);
  });
});

describe('an adapter that killpoint.py serves', () => {
  test('is asked one message after the other, and its odd answers end nothing', async () => {
    const adapter = start('adapter');
    const described = { protocol: 1, subject: { name: 'odd', variant: { colour: 'red' } } };
    expect(await adapter.ask({ do: 'describe', protocol: 1, variant: { colour: 'red' } })).toEqual({
      id: 1,
      ok: described,
    });
    expect(await adapter.ask({ do: 'open', setting: {} })).toEqual({ id: 2, unknown: 'RuntimeError: no store here' });
    expect(await adapter.ask({ do: 'process', session: '', role: 'client' })).toEqual({
      id: 3,
      refused: 'there is no client',
    });
    expect(await adapter.ask({ do: 'dance' })).toMatchObject({ refused: expect.stringContaining('found dance') });
    expect(await adapter.ask({ do: 'inspect', session: '', run: 'run-1' })).toMatchObject({ ok: { status: 'absent' } });
    expect(await adapter.ask({ do: 'close', session: '' })).toEqual({ id: 6, ok: null });
    await adapter.leave();
    expect(adapter.stderr).toContain('stray line of the adapter');
  });
});

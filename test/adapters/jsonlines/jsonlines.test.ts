import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JsonLinesAdapter } from '../../../adapters/jsonlines/index.ts';
import { ProtocolBroken, type Setting, TargetUnavailable, UsageError } from '../../../model/vocabulary.ts';
import { withinLimits } from '../../../scenarios/index.ts';

const lines = join(import.meta.dirname, '../../fixtures/adapters/lines.mjs');
const program = { id: 'one', title: 'one step', steps: [{ op: 'tool' as const, id: 'look', uses: [] }] };

describe('an adapter that is a process', () => {
  let folder: string;
  const made: JsonLinesAdapter[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'killpoint-jsonlines-'));
  });
  afterEach(async () => {
    for (const adapter of made.splice(0)) await adapter.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const running = (words: readonly string[], variant: Readonly<Record<string, string>>, isStrict = false) => {
    const [command = '', ...args] = words;
    const adapter = new JsonLinesAdapter({ launch: { command, arguments: args, cwd: folder }, variant, isStrict });
    made.push(adapter);
    return adapter;
  };
  const speaking = (manner: string, variant: Readonly<Record<string, string>> = {}, isStrict = false) =>
    running([process.execPath, lines, manner, join(folder, 'was-started')], variant, isStrict);
  const setting = (): Setting => ({ folder, name: 'case-1', settings: {}, program, servers: {} });
  const readThrice = async (adapter: JsonLinesAdapter) => {
    await adapter.describe();
    const session = await adapter.open(setting());
    const read = () => session.inspect('run-1');
    return [await read(), await read(), await read()];
  };
  const absent = { status: 'absent', steps: {} };

  it('describes itself, opens stores, names processes, reads and closes', async () => {
    const adapter = speaking('honest', { mode: 'slow' });
    expect(await adapter.describe()).toMatchObject({ name: 'lines-honest', variant: { mode: 'slow' }, notes: [] });
    const session = await adapter.open(setting());
    expect(session.store).toBe(join(folder, 'run.json'));
    expect(session.process('worker').command).toBe(process.execPath);
    expect(await session.inspect('run-1')).toEqual(absent);
    await session.close();
  });

  it('keeps to the letter where it is held to it', async () => {
    const adapter = speaking('honest', {}, true);
    expect(await readThrice(adapter)).toEqual([absent, absent, absent]);
  });

  it('is reported for members that the protocol does not have, where it is held to the letter', async () => {
    expect(await speaking('knows-more').describe()).toMatchObject({ name: 'lines-knows-more' });
    await expect(speaking('knows-more', {}, true).describe()).rejects.toThrow('subject.mood: the protocol has no such');
  });

  it('is started again when it crashes, once, and the call that it left open is repeated', async () => {
    expect(await readThrice(speaking('crashes-once'))).toEqual([absent, absent, absent]);
  });

  it('is unavailable after a second crash, and its last words are told', async () => {
    const adapter = speaking('crashes-always');
    await adapter.describe();
    const opening = adapter.open(setting());
    await expect(opening).rejects.toThrow(TargetUnavailable);
    await expect(opening).rejects.toThrow(/code 3.*lines\.mjs crashes-always.*the pool is gone/s);
  });

  it('must be the same target after its restart', async () => {
    const reading = readThrice(speaking('other-after-restart'));
    await expect(reading).rejects.toThrow(ProtocolBroken);
    await expect(reading).rejects.toThrow(/the same target after its restart/);
  });

  it('does not restart for a crash that a smoke test made, and reads what was open', async () => {
    const adapter = speaking('honest');
    await adapter.describe();
    const session = await adapter.open(setting());
    for (let nth = 0; nth < 3; nth++) {
      await adapter.crash();
      expect(await session.inspect('run-1')).toEqual(absent);
    }
  });

  it.each([
    { manner: 'babbles', says: /It wrote: "inspected three times"/ },
    { manner: 'shows-nonsense', says: /inspect does not fit.*status: .*It wrote: .*splendid/s },
  ])('is quoted and believed no more where a line is bad: $manner', async ({ manner, says }) => {
    const adapter = speaking(manner);
    const reading = readThrice(adapter);
    await expect(reading).rejects.toThrow(ProtocolBroken);
    await expect(reading).rejects.toThrow(says);
    await expect(adapter.describe()).rejects.toThrow(ProtocolBroken);
  });

  it('speaks our protocol or none, and both numbers are told', async () => {
    const described = speaking('another-protocol').describe();
    await expect(described).rejects.toThrow(ProtocolBroken);
    await expect(described).rejects.toThrow('killpoint speaks adapter protocol 1, this adapter speaks 2');
  });

  it('must run on the variant that was asked for, and may refuse one that there is not', async () => {
    const described = speaking('claims-a-variant', { mode: 'slow' }).describe();
    await expect(described).rejects.toThrow(ProtocolBroken);
    await expect(described).rejects.toThrow('asked for mode="slow", it described mode="fast"');
    await expect(speaking('honest', { mode: 'none' }).describe()).rejects.toThrow(UsageError);
  });

  it('that cannot be started is unavailable', async () => {
    await expect(running(['/nowhere/at/all'], {}).describe()).rejects.toThrow(/could not be started: .*ENOENT/);
  });

  it('gets no variable that is not allowed, and an empty home that is gone with it', async () => {
    process.env.KILLPOINT_TEST_SECRET = 'hush';
    const code = `process.stdin.on('data', () => console.log(JSON.stringify({ id: 1, refused: JSON.stringify(process.env) })))`;
    const adapter = running([process.execPath, '-e', code], {});
    const said = await adapter.describe().catch(String);
    delete process.env.KILLPOINT_TEST_SECRET;
    expect(said).not.toContain('hush');
    const home = /"HOME":"([^"]+)"/.exec(String(said))?.[1] ?? '';
    expect(existsSync(home)).toBe(true);
    await adapter.end();
    expect(existsSync(home)).toBe(false);
  });

  describe('that hangs', () => {
    const limits = { startMs: 2_000, callMs: 1_000 };

    it.each(['describe', 'open'])('in %s is unavailable', async (call) => {
      const adapter = withinLimits(speaking(`hangs-in-${call}`), limits);
      const opened = adapter.describe().then(() => adapter.open(setting()));
      await expect(opened).rejects.toThrow(TargetUnavailable);
      await expect(opened).rejects.toThrow(`to answer ${call} within 2 s; it hangs`);
    });

    it('in inspect gives no reading, which is no end of everything', async () => {
      const adapter = withinLimits(speaking('hangs-in-inspect'), limits);
      await adapter.describe();
      const session = await adapter.open(setting());
      const reading = session.inspect('run-1');
      await expect(reading).rejects.toThrow('inspect hangs');
      await expect(reading).rejects.not.toThrow(TargetUnavailable);
      await session.close();
    });
  });
});

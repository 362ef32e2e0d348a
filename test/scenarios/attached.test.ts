import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { judge, requirements } from '../../model/index.ts';
import { Archive } from '../../scenarios/archive.ts';
import { attachedCase } from '../../scenarios/attached-case.ts';
import { at, planOf } from '../../scenarios/plans/make.ts';
import { controlOf } from '../../scenarios/plans.ts';
import { bridge } from '../../scenarios/processes/bridge.ts';
import type { Invitation } from '../../scenarios/processes/door.ts';
import { until } from '../../scenarios/processes/waiting.ts';
import { scenarios } from '../../scenarios/programs.ts';

const program = scenarios.find(({ program: { id } }) => id === 'one-effect')?.program;
if (program === undefined) throw new Error('expected the program one-effect in the catalogue');

/** Whether a process is there that waits for a debugger at a port of its own. */
const isHeld = (): boolean =>
  readdirSync('/proc').some((pid) => {
    const file = `/proc/${pid}/cmdline`;
    return existsSync(file) && readFileSync(file, 'utf8').includes('\0--inspect-brk=127.0.0.1:0\0');
  });

describe('workers that a person starts', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'killpoint-attached-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const wish = { adapter: createReference({ mutant: 'key-per-attempt' }), signal: new AbortController().signal };
  /** Starts what is asked for, as its user would in a terminal of his. */
  const start = ({ socket, spec }: Invitation): Promise<number> => bridge(socket, [spec.command, ...spec.arguments]);

  it('are asked for one after another, and are killed by the plan like any other', async () => {
    const ended: Promise<number>[] = [];
    const plan = planOf(program, [at({ at: 'effect.applied', step: 'publish' }, 'kill')]);
    const archive = new Archive(join(folder, 'kill'));
    const ran = await attachedCase({ ...wish, plan, archive, onInvite: (one) => void ended.push(start(one)) });
    expect(ran?.history.ended).toBe('settled');
    const deaths = ran?.history.observations.flatMap(({ worker, event }) =>
      event.type === 'process.died' ? [[worker, event.signal, event.by]] : [],
    );
    expect(deaths?.[0]).toEqual(['worker-1', 'SIGKILL', 'plan']);
    expect(await Promise.all(ended)).toEqual([1, 1]);
    const asked = requirements.filter(({ id }) => id === 'effect.applied-once');
    if (ran === undefined) throw new Error('expected a history; the case was cut short');
    expect(judge([ran], ran.history.subject, asked)[0]?.status).toBe('fail');
  });

  it('are stopped and continued too', async () => {
    const plan = planOf(program, [
      at({ at: 'effect.received', step: 'publish' }, 'stop'),
      at({ at: 'takeover.rested' }, 'continue'),
    ]);
    const archive = new Archive(join(folder, 'stop'));
    const ran = await attachedCase({ ...wish, plan, archive, onInvite: (one) => void start(one) });
    const landed = ran?.history.observations.filter(({ event }) => event.type === 'intervention.landed');
    expect(landed).toHaveLength(2);
  });

  it('are waited for until their user ends it: a debugger holds this one before its first line', async () => {
    const halt = new AbortController();
    let code: Promise<number> | undefined;
    const onInvite = ({ socket, spec: { command, arguments: args } }: Invitation): void => {
      code = bridge(socket, [command, '--inspect-brk=127.0.0.1:0', ...args]);
      void until(isHeld, 60_000).then(() => halt.abort());
    };
    const archive = new Archive(join(folder, 'held'));
    const plan = controlOf(program, 1);
    expect(await attachedCase({ ...wish, plan, archive, onInvite, signal: halt.signal })).toBe(undefined);
    expect(await code).toBe(1);
  });

  it('are not asked for where the runtime lives within the harness', async () => {
    const adapter = createReference({ isInProcess: true });
    const archive = new Archive(join(folder, 'within'));
    const attached = attachedCase({
      ...wish,
      adapter,
      plan: controlOf(program, 1),
      archive,
      onInvite: () => undefined,
    });
    await expect(attached).rejects.toThrow('lives within killpoint');
  });
});

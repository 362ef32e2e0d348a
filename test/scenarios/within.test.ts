import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommitMoment, InProcessSpec, ProcessMessage, Surroundings } from '../../model/vocabulary.ts';
import { virtualTime } from '../../scenarios/processes/virtual-clock.ts';
import { Within } from '../../scenarios/processes/within.ts';

/** A process that asks the world twice for each message, ticks where it should, and writes down whatever happens to it. */
const scene = (tickMs?: number) => {
  const seen: string[] = [];
  const answers: ((response: Response) => void)[] = [];
  let surroundings: Surroundings | undefined;
  const spec: InProcessSpec = {
    boot: (given) => {
      surroundings = given;
      if (tickMs !== undefined) given.every(tickMs, () => void seen.push('tick'));
      const tell = async ({ id }: ProcessMessage) => {
        seen.push(`told ${id}`);
        await given.fetch('http://within.invalid/1/worker-1/tool/look', { method: 'POST' });
        seen.push(`answered ${id}`);
        await given.fetch('http://within.invalid/1/worker-1/tool/next', { method: 'POST' });
        return { id, ok: null };
      };
      return { tell, abandon: () => void seen.push('abandoned') };
    },
  };
  const request = (to: string): Promise<Response> => {
    seen.push(`asked ${to.split('/').at(-1)}`);
    return new Promise((resolve) => void answers.push(resolve));
  };
  const one = new Within(spec, request);
  const lines: string[] = [];
  one.stdout.on('data', (line: Buffer) => void lines.push(String(line).trim()));
  return {
    ...{ one, seen, lines },
    say: (id: number) => void one.stdin.write(`${JSON.stringify({ id, do: 'work' })}\n`),
    answer: () => answers.shift()?.(new Response('{}')),
    every: (ms: number, deed: () => void) => surroundings?.every(ms, deed),
    exit: () => surroundings?.exit(),
    fetch: (to: string) => surroundings?.fetch(to),
    commit: (moment: CommitMoment) => surroundings?.atCommit(moment),
  };
};

/** Everything that is ready to run has run. Where anything waits for time to pass, it has passed meanwhile. */
const now = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
};
const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let real: () => void;
beforeEach(() => {
  real = virtualTime();
});
afterEach(() => real());

describe('virtual time', () => {
  it('passes when nothing is left to do', async () => {
    const [began, wall] = [Date.now(), process.hrtime.bigint()];
    await pass(3_600_000);
    expect(Date.now() - began).toBe(3_600_000);
    expect(Number(process.hrtime.bigint() - wall) / 1e6).toBeLessThan(60_000);
  });

  it('lasts as long as anybody needs it', async () => {
    const again = virtualTime();
    const began = Date.now();
    again();
    await pass(600_000);
    expect(Date.now() - began).toBe(600_000);
  });
});

describe('a process within the harness', () => {
  it('answers a message once the world has answered it', async () => {
    const { say, answer, lines, seen } = scene();
    say(1);
    await pass(5);
    answer();
    await now();
    answer();
    await now();
    expect(seen).toEqual(['told 1', 'asked look', 'answered 1', 'asked next']);
    expect(lines).toEqual(['{"ready":true}', '{"id":1,"ok":null}']);
  });

  it('is over after a kill: nothing reaches it, nothing leaves it, no time passes for it', async () => {
    const { one, say, answer, lines, seen } = scene(1_000);
    say(1);
    await pass(1_500);
    expect(await one.kill()).toEqual({ code: null, signal: 'SIGKILL' });
    answer();
    say(2);
    await pass(10_000);
    expect(seen).toEqual(['told 1', 'asked look', 'tick', 'abandoned']);
    expect(lines).toEqual(['{"ready":true}']);
    expect(await one.kill()).toEqual(one.death);
  });

  it('dies in the middle of a commit where it is told to, and comes to no other', async () => {
    const { one, commit, seen } = scene();
    const asked: string[] = [];
    one.watch = (moment) => {
      asked.push(moment);
      return asked.length === 3 ? 'die' : 'pass';
    };
    commit('before');
    commit('after');
    expect(() => commit('before')).toThrow('killed before a commit');
    expect(() => commit('before')).toThrow('killed');
    expect(asked).toEqual(['before', 'after', 'before']);
    expect(await one.kill()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(seen).toEqual(['abandoned']);
  });

  it('ends the write that it is in the middle of where a kill comes from outside', async () => {
    const { one, commit, seen } = scene();
    const killed = one.kill();
    expect(() => commit('before')).not.toThrow();
    expect(() => commit('after')).not.toThrow();
    await killed;
    expect(seen).toEqual(['abandoned']);
  });

  it('starts nothing after its death', async () => {
    const { one, every, seen } = scene();
    await one.kill();
    every(1_000, () => void seen.push('from the dead'));
    await pass(10_000);
    expect(seen).toEqual(['abandoned']);
  });

  it('ends by itself where it says so, and a kill finds it gone', async () => {
    const { one, exit, seen } = scene(1_000);
    exit();
    expect(await one.exited).toEqual({ code: 0, signal: null });
    await pass(10_000);
    expect(await one.kill()).toEqual({ code: 0, signal: null });
    expect(seen).toEqual([]);
  });

  it('lets time pass where it calls without end, and not where it calls a few times', async () => {
    const { fetch, answer } = scene();
    const msOf = async (calls: number): Promise<number> => {
      const began = performance.now();
      for (let nth = 0; nth < calls; nth++) {
        const answered = fetch('http://within.invalid/1/worker-1/tool/look');
        await now();
        answer();
        await now();
        if (performance.now() === began) await answered;
      }
      return performance.now() - began;
    };
    expect(await msOf(20)).toBe(0);
    expect(await msOf(60)).toBeGreaterThan(0);
  });

  it('stands still while it is stopped, and finds everything when it goes on', async () => {
    const { one, say, answer, seen } = scene();
    one.stdout.resume();
    say(1);
    await now();
    await one.stop();
    answer();
    say(2);
    await pass(10_000);
    expect(seen).toEqual(['told 1', 'asked look']);
    one.continue();
    await now();
    expect(seen.slice(2).sort()).toEqual(['answered 1', 'asked look', 'asked next', 'told 2']);
    await one.kill();
  });

  it('does not tick while it is stopped', async () => {
    const { one, seen } = scene(1_000);
    await one.stop();
    const before = seen.length;
    await pass(10_000);
    expect(seen.length).toBe(before);
    one.continue();
    await pass(3_500);
    expect(seen.length).toBeGreaterThan(before);
    await one.kill();
  });

  it('takes in what came for it while it is sliced, and sends nothing', async () => {
    const { one, say, answer, seen } = scene();
    say(1);
    await now();
    await one.stop();
    answer();
    await one.slice();
    await pass(10_000);
    expect(seen).toEqual(['told 1', 'asked look', 'answered 1']);
    one.continue();
    await now();
    expect(seen).toEqual(['told 1', 'asked look', 'answered 1', 'asked next']);
    await one.kill();
  });

  it('reads while it is sliced, since reading changes nothing', async () => {
    const { one, fetch, seen } = scene();
    await one.stop();
    void fetch('http://within.invalid/1/worker-1/outputs/report');
    await now();
    expect(seen).toEqual([]);
    await one.slice();
    expect(seen).toEqual(['asked report']);
    await one.kill();
  });
});

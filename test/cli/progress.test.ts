import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { tellerFor } from '../../cli/progress.ts';

/** A stream that keeps what it is given; `isTTY` makes it a terminal of 80 columns. */
const stream = (isTTY: boolean) => {
  const written: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk));
      done();
    },
  });
  const nothing = (): boolean => true;
  const terminal = {
    isTTY,
    columns: 80,
    cursorTo: nothing,
    clearLine: nothing,
    clearScreenDown: nothing,
    moveCursor: nothing,
  };
  return { written, sink: Object.assign(sink, terminal) as unknown as NodeJS.WriteStream };
};

const at = (done: number, planned: number, failing = 0) => ({
  done,
  planned,
  failing,
  last: 'one-effect/undisturbed-1',
});

describe('the progress of a run', () => {
  it('is a line a minute where no terminal is, with how many, how fast and how long still', () => {
    const { written, sink } = stream(false);
    let ms = 0;
    const teller = tellerFor(sink, () => ms);
    teller.tell(at(1, 100));
    ms = 60_000;
    teller.tell(at(120, 360, 2));
    ms = 61_000;
    teller.tell(at(121, 360, 2));
    teller.end();
    expect(written).toEqual(['120 of 360 cases, 2 failing, 2.0/s, 2 min 0 s left\n']);
  });

  it('says how many a minute where one takes longer than a second', () => {
    const { written, sink } = stream(false);
    let ms = 0;
    const teller = tellerFor(sink, () => ms);
    ms = 90_000;
    teller.tell(at(3, 5));
    expect(written).toEqual(['3 of 5 cases, 0 failing, 2.0/min, 60.0 s left\n']);
  });

  it('is a bar on a terminal that stays on one line', () => {
    const { written, sink } = stream(true);
    let ms = 0;
    const teller = tellerFor(sink, () => ms);
    ms = 1_234_567;
    teller.tell(at(1_234, 23_456, 1_000));
    teller.end();
    const bar = written.find((text) => text.includes('cases')) ?? '';
    expect(bar).toMatch(/1234\/23456 cases · 1000 failing · 60\.0\/min, \d+ min \d+ s left/);
    expect([...bar].length).toBeLessThanOrEqual(80);
  });
});

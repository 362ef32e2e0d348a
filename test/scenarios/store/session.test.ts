import { describe, expect, it } from 'vitest';
import { Cutter, type Frame } from '../../../scenarios/store/frames.ts';
import { PostgresSession } from '../../../scenarios/store/session.ts';

const bytesOf = (type: string, ...texts: readonly string[]): Buffer => {
  const body = Buffer.from(texts.map((text) => `${text}\0`).join(''));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};
const frame = (type: string, ...texts: readonly string[]): Frame => ({ type, bytes: bytesOf(type, ...texts) });
const ready = (status: string): Frame => ({ type: 'Z', bytes: Buffer.concat([bytesOf('Z'), Buffer.from(status)]) });

/** What a session makes of messages: what may commit, and what becomes of each message of the server. */
const told = (messages: readonly (readonly ['to' | 'from', Frame])[]): readonly string[] => {
  const session = new PostgresSession();
  return messages.flatMap(([way, message]) => {
    if (way === 'from') {
      const meaning = session.received(message);
      return [meaning.type === 'commit' ? `commit ${meaning.label}` : meaning.type];
    }
    const candidate = session.sent(message);
    return candidate === undefined ? [] : [`may commit ${candidate.label}`];
  });
};
const carried = (sql: string): readonly (readonly ['to', Frame])[] => [
  ['to', frame('P', '', sql)],
  ['to', frame('B', '', '')],
  ['to', frame('E', '')],
];

describe('a session with Postgres', () => {
  it('has a whole transaction in one batch, and commits where the server completes its end', () => {
    const asked = [...carried('begin'), ...carried('insert into t values (1)'), ...carried('commit')];
    expect(
      told([
        ...asked,
        ['to', frame('S')],
        ['from', frame('C', 'BEGIN')],
        ['from', frame('C', 'INSERT 0 1')],
        ['from', frame('C', 'COMMIT')],
        ['from', ready('I')],
      ]),
    ).toEqual([
      'may commit begin; insert into t values (?)',
      ...['withhold', 'withhold', 'commit begin; insert into t values (?)', 'release'],
    ]);
  });

  it('does not wait for a Sync where the server is asked to say at once what it has done', () => {
    expect(
      told([
        ...carried('insert into t values (1)'),
        ['to', frame('H')],
        ['from', frame('C', 'INSERT 0 1')],
        ['to', frame('S')],
        ['from', ready('I')],
      ]),
    ).toEqual(['may commit insert into t values (?)', 'pass', 'commit insert into t values (?)']);
  });

  it('knows a named statement by the text that it was prepared with, and nothing of one that was never sent', () => {
    expect(
      told([
        ['to', frame('P', 'mine', 'delete from t')],
        ['to', frame('B', 'portal', 'mine')],
        ['to', frame('E', 'portal')],
        ['to', frame('E', 'other')],
      ]),
    ).toEqual(['may commit delete from t']);
  });

  it('commits nothing of what failed, and answers the end of a failed block as the rollback that it is', () => {
    expect(
      told([
        ['to', frame('Q', 'insert into t values (1); insert into t values (1)')],
        ['from', frame('C', 'INSERT 0 1')],
        ['from', frame('E')],
        ['from', ready('I')],
        ['to', frame('Q', 'begin')],
        ['from', frame('C', 'BEGIN')],
        ['from', ready('T')],
        ['to', frame('Q', 'delete from t')],
        ['from', frame('E')],
        ['from', ready('E')],
        ['to', frame('Q', 'commit')],
        ['from', frame('C', 'ROLLBACK')],
        ['from', ready('I')],
      ]).filter((what) => what.includes('commit')),
    ).toEqual(['may commit insert into t values (?)']);
  });

  it('lets a client know that its data are waited for, and takes the Sync after them for the last', () => {
    expect(
      told([
        ...carried('copy t from stdin'),
        ['to', frame('S')],
        ['from', frame('2')],
        ['from', frame('G')],
        ['to', frame('d')],
        ['to', frame('c')],
        ['to', frame('S')],
        ['from', frame('C', 'COPY 2')],
        ['from', ready('I')],
      ]),
    ).toEqual(['may commit copy t from stdin', 'withhold', 'release', 'withhold', 'commit copy t from stdin']);
  });
});

describe('a stream of messages', () => {
  it('is cut alike however it is split over packets', () => {
    const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);
    const all = Buffer.concat([startup, bytesOf('Q', 'select 1'), bytesOf('d', 'x'.repeat(10_000)), bytesOf('X')]);
    for (const size of [1, 3, 7, 4_096, all.length]) {
      const cutter = new Cutter('client');
      const frames: Frame[] = [];
      for (let at = 0; at < all.length; at += size) frames.push(...cutter.push(all.subarray(at, at + size)));
      expect(frames.map(({ type }) => type)).toEqual(['startup', 'Q', 'd', 'X']);
      expect(Buffer.concat(frames.map(({ bytes }) => bytes)).equals(all)).toBe(true);
    }
  });

  it('is refused where it cannot be of this protocol, as when a client begins with TLS', () => {
    expect(() => new Cutter('client').push(Buffer.from('16030100f8010000f4', 'hex'))).toThrow('Turn TLS off');
    expect(() => new Cutter('server').push(Buffer.from('4300000001', 'hex'))).toThrow('Postgres protocol');
  });
});

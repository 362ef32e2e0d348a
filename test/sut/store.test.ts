import { describe, expect, test } from 'vitest';
import { decide } from '../../model/runtime.ts';
import { RevisionConflict, Rows } from '../../sut/rows.ts';
import { Store } from '../../sut/store.ts';
import {
  accepted,
  claim,
  configured,
  freshFile,
  launch,
  oneEffect,
  openReader,
  openStore,
  review,
  says,
  settings,
} from './scene.ts';

const provenance = (task: string, revision: number) => ({
  ...{ task, revision, attempt: 'slot-1/1', parent: null, source: 'workflow@1' },
});

describe('the store', () => {
  test('shows after it was closed and opened again what it had committed', () => {
    const file = freshFile();
    const first = configured(Store.open(file, { settings, now: () => 1_000 }));
    accepted(first.apply(launch(review)));
    accepted(first.apply(claim()));
    accepted(first.apply(says('start')));
    accepted(first.apply({ ...says('commit'), step: 'extract', revision: 0, value: ['kept'] }));
    const before = first.read('run-1');
    first.close();
    expect(openStore(file).read('run-1')).toEqual(before);
    expect(before.steps.extract).toEqual({
      commits: [{ by: 'slot-1/1', at: '1000', value: ['kept'], provenance: provenance('extract', 1) }],
      inForce: ['kept'],
    });
  });

  test('answers a repeat under the same key as before, and does nothing again', () => {
    const store = openStore(freshFile());
    accepted(store.apply(launch(oneEffect)));
    const command = claim();
    const first = store.apply(command);
    accepted(first);
    expect(store.apply(command)).toEqual(first);
    expect(store.read('run-1').attempts).toHaveLength(1);
  });

  test('refuses a key that comes again with another command', () => {
    const store = openStore(freshFile());
    const command = launch(oneEffect);
    accepted(store.apply(command));
    expect(store.apply({ ...command, run: 'run-2' })).toEqual({
      status: 'refused',
      reason: 'key-names-another-command',
    });
    expect(store.read('run-2').status).toBe('absent');
  });

  test('takes the same key of another tenant for another key', () => {
    const store = openStore(freshFile());
    const command = launch(oneEffect);
    accepted(store.apply(command));
    accepted(
      store.apply({ ...command, tenant: 'tenant-2', run: 'run-2', slot: 'slot-2', specification: 'specification-2' }),
    );
    expect(store.read('run-2').status).toBe('running');
  });

  test('asks anew about a command that was refused before', () => {
    let nowMs = 0;
    const store = openStore(freshFile(), () => nowMs);
    accepted(store.apply(launch(oneEffect)));
    accepted(store.apply(claim()));
    const expire = says('expire');
    expect(store.apply(expire)).toEqual({ status: 'refused', reason: 'lease-not-due' });
    nowMs = settings.leaseMs;
    accepted(store.apply(expire));
  });

  test('writes all of a command or nothing, also when it breaks half way', () => {
    const file = freshFile();
    openStore(file);
    const broken = Store.open(file, {
      settings,
      now: Date.now,
      decide: (view, command) => {
        const { answer, writes } = decide(view, command);
        return { answer, writes: [...writes, ...writes.slice(0, 1)] };
      },
    });
    expect(() => broken.apply(launch(oneEffect))).toThrow();
    expect(broken.read('run-1').status).toBe('absent');
    expect(broken.history('run-1', 'launch')).toEqual([]);
    broken.close();
  });

  test('writes over no row that has moved on', () => {
    const rows = Rows.open(freshFile());
    const row = { kind: 'run', id: 'run-1', run: 'run-1', leaf: 'running', context: '{}' };
    rows.insert(row);
    rows.update({ ...row, leaf: 'succeeded', revision: 1 });
    expect(() => rows.update({ ...row, leaf: 'failed', revision: 1 })).toThrow(RevisionConflict);
    expect(rows.entity('run', 'run-1')).toMatchObject({ leaf: 'succeeded', revision: 2 });
    rows.close();
  });

  test('leaves no trace of a refused command', () => {
    const store = openStore(freshFile());
    accepted(store.apply(launch(oneEffect)));
    const before = store.read('run-1');
    expect(store.apply(claim({ workerClass: 'other' })).status).toBe('refused');
    expect(store.read('run-1')).toEqual(before);
    expect(store.history('run-1', 'claim')).toEqual([]);
  });

  test('opened for reading, sees what others write and writes nothing itself', () => {
    const file = freshFile();
    const store = openStore(file);
    const reader = openReader(file);
    accepted(store.apply(launch(oneEffect)));
    expect(reader.read('run-1')).toEqual(store.read('run-1'));
    expect(() => reader.apply(claim())).toThrow(/readonly/);
  });

  test('can be read while a writer stands still in the middle of a transaction', () => {
    const file = freshFile();
    const store = openStore(file);
    accepted(store.apply(launch(oneEffect)));
    const reader = openReader(file);
    const writer = Rows.open(file);
    writer.write(() => {
      writer.log({
        atMs: 0,
        tenant: 't',
        key: 'k',
        actor: 'a',
        run: 'run-1',
        type: 'claim',
        command: '{}',
        answer: '{}',
      });
      expect(reader.read('run-1').status).toBe('running');
      expect(reader.history('run-1', 'claim')).toEqual([]);
    });
    expect(reader.history('run-1', 'claim')).toHaveLength(1);
    writer.close();
  });
});

describe('what the store shows of a run', () => {
  test('names slots, attempts, leases, workers, approvals and beliefs in the words of the port', () => {
    const store = openStore(freshFile(), () => 5);
    accepted(store.apply(launch(review)));
    accepted(store.apply(claim()));
    accepted(store.apply(says('start')));
    accepted(store.apply({ ...says('commit'), step: 'extract', revision: 0, value: null }));
    accepted(store.apply({ ...says('commit'), step: 'analyse', revision: 1, value: '' }));
    accepted(store.apply({ ...says('request-approval'), step: 'approve', revision: 'text-1' }));
    expect(store.read('run-1')).toEqual({
      status: 'waiting',
      runs: 1,
      steps: {
        extract: {
          commits: [{ by: 'slot-1/1', at: '5', value: null, provenance: provenance('extract', 1) }],
          inForce: null,
        },
        analyse: {
          commits: [{ by: 'slot-1/1', at: '5', value: '', provenance: provenance('analyse', 2) }],
          inForce: '',
        },
        approve: { commits: [] },
        publish: { commits: [] },
      },
      approvals: [{ id: 'approve', step: 'approve', status: 'requested', revision: 'text-1' }],
      identity: { tenant: 'tenant-1', pins: { package: 'package@1', workflow: 'workflow@1', binding: 'binding@1' } },
      artifacts: [],
      recoveries: [],
      prefix: {
        committed: [
          { step: 'extract', inputs: [] },
          { step: 'analyse', inputs: ['extract'] },
        ],
        repeated: ['approve'],
      },
      slots: [
        {
          ...{ id: 'slot-1', tenant: 'tenant-1', run: 'run-1', state: 'waiting', specification: 'specification-1' },
          ...{ workerClass: 'standard', reason: null, retryAtMs: null, pending: null, active: null, prior: 'slot-1/1' },
        },
      ],
      attempts: [
        {
          ...{ id: 'slot-1/1', slot: 'slot-1', outcome: 'parked' },
          worker: { status: 'exited', owner: 'worker-1' },
          lease: { status: 'released' },
        },
      ],
    });
  });

  test('shows what is believed of an effect, and the attempt that lost its lease', () => {
    let nowMs = 0;
    const store = openStore(freshFile(), () => nowMs);
    accepted(store.apply(launch(oneEffect)));
    accepted(store.apply(claim({ owner: null })));
    accepted(store.apply(says('start')));
    accepted(store.apply({ ...says('intend'), step: 'publish', actionKey: 'key', arguments: {} }));
    expect(store.read('run-1').steps.publish?.effect).toBe('intended');
    accepted(store.apply({ ...says('dispatch'), step: 'publish' }));
    expect(store.read('run-1').steps.publish?.effect).toBe('dispatched');
    nowMs = settings.leaseMs;
    accepted(store.apply(says('expire')));
    expect(store.read('run-1')).toMatchObject({
      status: 'running',
      steps: { publish: { commits: [], effect: 'ambiguous' } },
      slots: [{ state: 'retry-wait', retryAtMs: nowMs + settings.backoffMs }],
      attempts: [{ outcome: 'lost', worker: { status: 'running', owner: null }, lease: { status: 'expired' } }],
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { Event, History, RunView, Witness } from '../../model/vocabulary.ts';
import { account } from '../../reports/account.ts';
import { sayingsOf } from '../../reports/sayings.ts';
import { sampleSubject } from './sample-history.ts';

const reference = { name: 'report', version: 'v1', digest: `sha256:${'ab'.repeat(32)}`, bytes: 120 };
const of = (call: number, step: string) => ({ call, run: 'run-1', step });
const view = (more: Partial<RunView>): Event => ({
  type: 'view.read',
  run: 'run-1',
  why: 'change',
  view: { status: 'running', steps: {}, ...more },
});
const told = (...events: readonly Event[]): History => ({
  schema: 'killpoint.history/1',
  plan: {
    id: 'report-output/kill@output.stored(report)',
    program: { id: 'report-output', title: '', steps: [{ op: 'output', id: 'report', uses: [] }] },
    interventions: [],
    needs: [],
    settings: {},
  },
  subject: sampleSubject,
  observations: events.map((event, seq) => ({ seq, atMs: seq, witness: witnessOf(event), worker: 'worker-1', event })),
  ended: 'settled',
});
const witnessOf = ({ type }: Event): Witness => (type === 'view.read' ? 'runtime' : 'world');
const lines = (history: History): readonly string[] =>
  sayingsOf(history).map(({ who, what, detail }) =>
    [`${who} ${what}`, detail].filter((part) => part !== '').join(' · '),
  );

const uploaded: readonly Event[] = [
  { type: 'call.received', ...of(1, 'report'), op: 'output', nth: 1, inputs: {}, nonce: 'n1' },
  { type: 'artifact.stored', ...of(1, 'report'), ...reference },
  { type: 'call.done', ...of(1, 'report'), value: { ...reference } },
  { type: 'call.answered', ...of(1, 'report'), status: 201, value: { ...reference } },
];

describe('what is said of artifacts', () => {
  it('names the version, and shows a reference by it', () => {
    expect(lines(told(...uploaded))).toEqual([
      'worker-1 uploaded the artifact of report',
      'artifact store stored report v1, which nothing refers to yet · for worker-1, 120 bytes, sha256:ab…(71)…babababab',
      'artifact store has the reference of report ready for worker-1; nobody has seen it · report v1',
      'artifact store answered worker-1 on report · report v1',
    ]);
  });

  it('tells a version that is there from one that is not', () => {
    const asked = { type: 'artifact.read', run: 'run-1', name: 'report', version: 'v2' } as const;
    expect(lines(told({ ...asked, status: 'found' }, { ...asked, status: 'missing' }))).toEqual([
      'worker-1 read report v2 from the artifact store',
      'worker-1 asked the artifact store for report v2, which is not there',
    ]);
  });

  it('makes sentences of an account', () => {
    const evidence = [
      { seq: 1, role: 'first' },
      { seq: 4, role: 'illegal' },
    ] as const;
    const history = told(...uploaded, {
      type: 'call.received',
      ...of(2, 'publish'),
      op: 'effect',
      nth: 1,
      inputs: { report: { ...reference, version: 'v2' } },
      nonce: 'n2',
    });
    expect(account(history, evidence, 'the store never had report v2')).toBe(
      'The artifact store stored report v1, which nothing refers to yet; then worker-1 dispatched the effect publish. ' +
        'The store never had report v2.',
    );
  });
});

describe('what is said of a view', () => {
  const shown = { step: 'report', attempt: 'slot-1/1', name: 'report', version: 'v1', digest: reference.digest };
  it('gives the reason with a status at which a reader asks why', () => {
    const history = told(view({ status: 'running' }), view({ status: 'blocked' }), view({ status: 'stranded' }));
    expect(sayingsOf(history).map(({ what }) => what)).toEqual([
      'shows run-1 running',
      'shows run-1 blocked, since something committed cannot be read (was running)',
      'shows run-1 stranded, since no executor can serve it (was blocked)',
    ]);
  });

  it('tells how an artifact stands, how a failure was recovered from, and whose branch a run is', () => {
    const decision = { operation: 'retry', actor: 'ann', reason: 'the worker died' } as const;
    const history = told(
      view({ artifacts: [{ ...shown, state: 'stored' }] }),
      view({ artifacts: [{ ...shown, state: 'orphaned' }] }),
      view({ recoveries: [{ attempt: 'slot-1/1', failure: 'worker lost', decision: null, outcome: null }] }),
      view({ recoveries: [{ attempt: 'slot-1/1', failure: 'worker lost', decision, outcome: 'succeeded' }] }),
      view({ parent: { run: 'run-0', reason: 'another draft' } }),
    );
    expect(sayingsOf(history).map(({ what, detail }) => `${what} ${detail}`.trim())).toEqual([
      'shows run-1 running artifact report v1 of report stored',
      'shows run-1 artifact report v1 of report orphaned',
      'shows run-1 recovery of slot-1/1 worker lost, nobody has decided',
      'shows run-1 recovery of slot-1/1 worker lost, retry by ann (the worker died), succeeded',
      'shows run-1 branched from run-0: another draft',
    ]);
  });
});

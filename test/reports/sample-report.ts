import type { CaseVerdict, History, Report, Strength } from '../../model/vocabulary.ts';
import { sampleSubject, zombieEvidence, zombieHistory } from './sample-history.ts';

type Result = Report['results'][number];

const strength: Strength = {
  reach: ['world'],
  planned: 94,
  landed: 94,
  exercised: 38,
  cases: 94,
  faultModel: 'process crash',
};
const untried: Strength = { reach: [], planned: 0, landed: 0, exercised: 0, cases: 0, faultModel: 'none' };

/** A case that passed, with what a test changes about it. */
const sampleCase = (changes: Partial<CaseVerdict> = {}): CaseVerdict => ({
  plan: 'one-effect/kill@effect.applied(publish)',
  status: 'pass',
  message: '',
  evidence: [],
  exercised: ['it'],
  history: 'histories/one-effect.jsonl',
  ...changes,
});

const zombieCase = sampleCase({
  plan: 'review/stop@call.done(extract)',
  status: 'fail',
  message: 'a finished run is running again: a late commit of worker-1 replaced extract',
  evidence: zombieEvidence,
  history: 'histories/zombie.jsonl',
  counterexample: 'counterexamples/lease.zombie-changes-nothing.json',
  reproduced: '5/5',
});

const sampleResult = (changes: Partial<Result> & Pick<Result, 'requirement'>): Result => ({
  title: 'A committed step is not executed again',
  statement: 'not execute a committed step again',
  level: 1,
  profile: 'recover',
  status: 'pass',
  promise: 'promised',
  duty: 'runtime',
  message: '',
  clauses: [{ clause: `${changes.requirement}/it`, status: 'pass', exercised: 38 }],
  strength,
  cases: [sampleCase()],
  ...changes,
});

const results: readonly Result[] = [
  sampleResult({ requirement: 'recovery.committed-step-runs-once' }),
  sampleResult({
    requirement: 'recovery.later-steps-see-the-committed-output',
    status: 'fail',
    statement: 'hand later steps exactly the committed output, not a re-sampled one',
    message: 'publish was given extract~2 after extract~1 was committed',
    cases: [
      zombieCase,
      sampleCase(),
      { ...zombieCase, plan: 'review/kill@call.next(extract)', history: 'histories/other.jsonl' },
    ],
  }),
  sampleResult({
    requirement: 'commit.output-durable-before-progress',
    status: 'inconclusive',
    message: 'its clause on power loss needs store',
    clauses: [
      {
        clause: 'commit.output-durable-before-progress/power',
        status: 'inconclusive',
        exercised: 0,
        needs: 'reach store',
      },
    ],
    strength: { ...strength, exercised: 0 },
  }),
  sampleResult({
    requirement: 'lease.zombie-changes-nothing',
    profile: 'fence',
    level: 2,
    status: 'fail',
    promise: 'silent',
    statement: 'let nothing that a worker writes after its lease ended change committed state or the outcome',
    message: 'a finished run is running again',
    strength: { ...strength, exercised: 25 },
    cases: [sampleCase({ ...zombieCase, evidence: zombieEvidence.filter(({ role }) => role !== 'rest') })],
  }),
  sampleResult({
    requirement: 'effect.asks-before-repeating',
    profile: 'effects',
    duty: 'application',
    status: 'unsupported',
    message: 'the application asks the owner',
    clauses: [],
    strength: untried,
    cases: [],
  }),
  sampleResult({
    requirement: 'reassign.needs-terminal-prior-worker-and-lease',
    profile: 'reassign',
    level: 4,
    status: 'unsupported',
    promise: 'disclaimed',
    message: 'it offers no reassign command',
    clauses: [],
    strength: untried,
    cases: [],
  }),
];

/** One verdict of each kind on a runtime with settings, with what a test changes about it. */
export const sampleReport = (changes: Partial<Report> = {}): Report => ({
  schema: 'killpoint.report/1',
  partial: false,
  killpoint: '0.1.0',
  specification: { revision: '2026-12', hash: 'sha256:9f2c' },
  target: {
    address: 'langgraph:durability=sync',
    name: sampleSubject.name,
    version: sampleSubject.version,
    language: sampleSubject.language,
    variant: sampleSubject.variant,
    capabilities: sampleSubject.capabilities,
    notes: sampleSubject.notes,
    binaries: {},
  },
  host: { platform: 'linux', node: '20.19.0', cores: 2 },
  started: '2026-12-01T10:00:00.000Z',
  durationMs: 301_000,
  interruptions: {
    planned: 96,
    landed: 95,
    unreachable: { 'commit[n]': 'store', 'output.received': 'a later release', 'output.stored': 'a later release' },
    byBoundary: {
      'call.received': { kill: { planned: 38, landed: 38 }, stop: { planned: 12, landed: 12 } },
      'effect.applied': { kill: { planned: 30, landed: 30 } },
      'step.committed': { kill: { planned: 16, landed: 15 } },
    },
  },
  remarks: ['The positive control finished twice with the same calls.'],
  summary: {
    pass: 1,
    fail: 2,
    inconclusive: 1,
    unsupported: 2,
    profiles: {
      recover: { pass: 1, fail: 1, inconclusive: 1, unsupported: 0 },
      fence: { pass: 0, fail: 1, inconclusive: 0, unsupported: 0 },
      effects: { pass: 0, fail: 0, inconclusive: 0, unsupported: 1 },
      reassign: { pass: 0, fail: 0, inconclusive: 0, unsupported: 1 },
    },
  },
  results,
  cost: {
    cases: 82,
    stepsRepeated: 42,
    modelCallsRepeated: 40,
    toolCallsRepeated: 2,
    uploadsRepeated: 0,
    effectsDispatched: 41,
    effectsApplied: 30,
    attemptsUsed: 120,
    toNextCallMs: 2210,
    toResultMs: 2940,
  },
  exit: { code: 1, because: '2 requirements failed' },
  ...changes,
});

export const sampleHistories = (history: History = zombieHistory()): ReadonlyMap<string, History> =>
  new Map([['histories/zombie.jsonl', history]]);

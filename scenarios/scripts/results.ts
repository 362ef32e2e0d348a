import { race, type Script, scriptOf, untilAccepted } from './make.ts';
import { dated, reported, two } from './programs.ts';
import { runOf } from './words.ts';

const unhurried = { leaseMs: 60_000 };

const { launch, claim, attempt } = runOf(two);
const only = attempt(1);

const report = runOf(reported);
const writer = report.attempt(1);
const reference = { name: 'report', version: '1', digest: `sha256:${'0'.repeat(64)}`, bytes: 3 };

/** A report that was committed, by an attempt that goes on. */
const written = [
  report.launch(),
  report.claim(),
  writer.start(),
  writer.beginUpload('report'),
  writer.storeUpload('report', reference),
  writer.commit('report', { revision: 0, value: reference }),
  report.reportArtifact('report', 'missing'),
];

/** What is committed, for which state, and what became of it since. */
export const results: readonly Script[] = [
  scriptOf({
    id: 'script/commit-for-an-old-state',
    program: two,
    lines: [
      launch(),
      claim(),
      only.start(),
      only.commit('draft', { revision: 0, value: 'a draft' }),
      only.commit('look-up', { revision: 0, value: 'of another state' }),
      race(
        only.commit('look-up', { revision: 1, value: 'one' }),
        only.commit('look-up', { revision: 1, value: 'another' }),
      ),
    ],
    settings: unhurried,
    exercises: ['commit.refuses-a-stale-revision', 'evidence.recoverable-prefix-is-shown/committed'],
  }),
  scriptOf({
    id: 'script/artifact-missing-and-restored',
    program: reported,
    lines: [
      ...written,
      writer.commit('digest', { revision: 1, value: 'read' }),
      writer.releaseLease(),
      report.claim(),
      report.reportArtifact('report', 'restored'),
      report.resume(),
      report.claim(),
    ],
    settings: { ...unhurried, backoffMs: 0 },
    exercises: ['commit.missing-artifact-stops-recovery/shown', 'commit.missing-artifact-stops-recovery/goes-on'],
  }),
  scriptOf({
    id: 'script/artifact-missing-and-step-repeated',
    program: reported,
    lines: [...written, writer.exit(), writer.releaseLease(), report.retry('report'), report.claim()],
    settings: { ...unhurried, backoffMs: 0 },
    exercises: ['commit.missing-artifact-stops-recovery/goes-on'],
  }),
  deadlines(),
];

/** Nothing that is said of a run moves its deadline. Some time passes before the second claim: one that moved it would move it by that. */
function deadlines(): Script {
  const run = runOf(dated);
  const [one, other] = [run.attempt(1), run.attempt(2)];
  return scriptOf({
    id: 'script/deadline-through-attempts',
    program: dated,
    lines: [
      run.launch(),
      run.claim(),
      one.start(),
      one.exit(),
      one.releaseLease(),
      untilAccepted(run.claim()),
      other.start(),
    ],
    settings: unhurried,
    exercises: ['limit.deadline-never-moves/shown-the-same'],
  });
}

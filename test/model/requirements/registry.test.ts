import { describe, expect, it } from 'vitest';
import { areaOf, areas } from '../../../model/areas.ts';
import { requirements } from '../../../model/requirements/index.ts';

/** The public list: an id never changes its meaning, and none is taken away. */
const frozen = `
approval.binds-one-revision approval.concurrent-resumes-act-once approval.decision-survives-no-worker
approval.early-decision-is-not-lost approval.expires-at-its-deadline approval.first-decision-stands
approval.late-one-restarts-nothing approval.only-the-reviewer-decides approval.rechecks-access approval.request-is-durable
approval.spent-only-with-progress approval.wait-frees-capacity
attempt.every-start-reaches-an-end attempt.no-second-while-one-lives attempt.terminal-is-final
cancel.accepted-is-not-accounted cancel.in-flight-effect-is-reconciled cancel.nothing-starts-after
cancel.one-terminal-outcome cancel.repeats-as-one cancel.survives-crashes
claim.accepts-the-due claim.creates-one-attempt-worker-lease claim.failure-leaves-slot-claimable claim.honours-retry-time
claim.one-of-many-wins claim.refuses-incompatible-worker-class
commit.crash-leaves-before-or-after commit.missing-artifact-stops-recovery commit.one-result-per-step
commit.orphans-are-never-consumed commit.output-durable-before-progress commit.references-exact-versions
commit.refuses-a-stale-revision commit.refuses-incomplete-output commit.survives-node-loss
effect.applied-once effect.asks-before-repeating effect.belief-never-ahead-of-owner effect.carries-its-authority
effect.duplicate-callback-counts-once effect.key-names-one-action effect.own-duplicate-is-success effect.refusal-is-final
effect.same-action-same-key effect.unknown-goes-to-review
evidence.failure-decision-outcome-are-linked evidence.outputs-carry-provenance evidence.recoverable-prefix-is-shown
evidence.success-needs-its-proof evidence.three-facts-are-separate
identity.admission-is-atomic identity.launch-refuses-what-was-not-accepted identity.node-gets-its-bound-revisions
identity.one-run-per-start-key identity.prior-attempts-stay-addressable identity.replacement-uses-pinned-configuration
identity.run-survives-replacement identity.runs-share-nothing identity.slot-survives-replacement
identity.start-key-refuses-other-inputs identity.state-outlives-workers identity.tenants-are-isolated
lease.heartbeat-revives-nothing lease.live-holder-keeps-it lease.zombie-changes-nothing
limit.attempts-are-bounded limit.backoff-survives-restarts limit.deadline-never-moves limit.execution-time-is-bounded
reassign.accepts-the-admissible reassign.creates-no-worker reassign.is-atomic reassign.needs-a-reason
reassign.needs-terminal-prior-worker-and-lease reassign.needs-the-recorded-owner reassign.only-from-retry-wait
reassign.refusal-changes-nothing reassign.reopens-the-same-slot reassign.resolves-in-tenant-and-run
reassign.selects-a-compatible-specification
recovery.attempts-may-differ recovery.branch-inherits-no-authority recovery.branch-is-a-linked-new-run
recovery.child-keeps-its-parent recovery.committed-step-runs-once recovery.later-steps-see-the-committed-output
recovery.parallel-runs-only-the-missing recovery.refuses-incompatible-code recovery.replays-every-value
recovery.retry-keeps-inputs recovery.run-finishes-after-any-interruption recovery.store-outage-loses-nothing
recovery.stranded-run-is-shown recovery.survives-repeated-crashes recovery.takes-one-path recovery.timer-fires-once
`
  .trim()
  .split(/\s+/);

describe('the registry', () => {
  it('holds exactly the requirements of the specification', () => {
    expect(requirements.map(({ id }) => id).sort()).toEqual(frozen.toSorted());
    expect(requirements).toHaveLength(97);
  });
  it('puts each into an area that exists, and has a requirement for each area', () => {
    expect(new Set(requirements.map(({ id }) => areaOf(id)))).toEqual(new Set(areas.map(({ id }) => id)));
  });
  it('leaves no clause to a later release', () => {
    const needs = requirements.flatMap(({ clauses }) => clauses.flatMap((clause) => clause.needs ?? []));
    expect(needs).toEqual([]);
  });
  it('says in sentences of its own what each requirement and each clause asks', () => {
    for (const { id, title, statement, clauses } of requirements) {
      expect(title, id).not.toMatch(/\.$/);
      expect(statement, id).toMatch(/^[A-Z"].*\.$/);
      for (const clause of clauses) expect(clause.statement, `${id}/${clause.id}`).toMatch(/^[A-Z"].*\.$/);
    }
  });
});

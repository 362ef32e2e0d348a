import { cpus } from 'node:os';
import { boundaries, summarise } from '../model/index.ts';
import type { Planned, Report, Requirement, Subject, Verdict } from '../model/vocabulary.ts';
import { costOf } from './cost.ts';
import { specificationStamp } from './counterexample.ts';
import type { Digest } from './digest.ts';
import type { Findings } from './findings.ts';
import { remarksOf } from './remarks.ts';

/** Puts a run's verdicts together as a report. Its exit code is decided by the command line, which knows what was asked. */
export const reportOf = (findings: Findings): Report => {
  const { address, subject, verdicts, digests, killpoint, requirements, isPartial, started } = findings;
  const { name, version, language, variant, capabilities, notes } = subject;
  return {
    schema: 'killpoint.report/1',
    partial: isPartial,
    killpoint,
    specification: specificationStamp(),
    target: { address, name, version, language, variant, capabilities, notes, binaries: binariesIn(findings) },
    host: { platform: `${process.platform} ${process.arch}`, node: process.version, cores: cpus().length },
    started: new Date(started).toISOString(),
    durationMs: Date.now() - started,
    interruptions: interruptionsOf(digests, subject),
    remarks: remarksOf(findings),
    summary: summarise(verdicts, requirements),
    results: resultsOf(verdicts, requirements),
    cost: costOf(digests),
    exit: { code: 0, because: '' },
  };
};

/** Verdicts, each with what a reader has to know of its requirement. */
export const resultsOf = (verdicts: readonly Verdict[], requirements: readonly Requirement[]): Report['results'] =>
  verdicts.flatMap((verdict) => {
    const requirement = requirements.find(({ id }) => id === verdict.requirement);
    if (requirement === undefined) return [];
    const { title, statement, level, profile } = requirement;
    return [{ ...verdict, title, statement, level, profile }];
  });

/** What ran beside the workers, each as its version and SHA-256. */
const binariesIn = ({ binaries }: Findings): Report['target']['binaries'] =>
  Object.fromEntries(binaries.map(({ name, version, sha256 }) => [name, `${version} sha256:${sha256}`]));

const interruptionsOf = (digests: readonly Digest[], subject: Subject): Report['interruptions'] => {
  const byBoundary: Record<string, Record<string, Planned>> = {};
  let planned = 0;
  let landed = 0;
  for (const { plan, landed: done } of digests)
    for (const [index, { at, do: deed }] of plan.interventions.entries()) {
      const hasLanded = done[index] === true;
      const row = byBoundary[at.at] ?? {};
      byBoundary[at.at] = row;
      const before = row[deed] ?? { planned: 0, landed: 0 };
      row[deed] = { planned: before.planned + 1, landed: before.landed + (hasLanded ? 1 : 0) };
      planned++;
      landed += hasLanded ? 1 : 0;
    }
  return { planned, landed, unreachable: unreachableFor(subject, byBoundary), byBoundary };
};

/** Boundaries that nothing was planned at, with what it would take to reach them. */
const unreachableFor = (
  subject: Subject,
  reached: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    boundaries.filter(({ id }) => reached[id] === undefined).map(({ id, reach }) => [id, lacks(subject, id, reach)]),
  );

const lacks = ({ can, store }: Subject, id: string, reach: string): string => {
  const [isOpen, otherwise] =
    id === 'write.before' ? [store === 'files', 'a store of files to watch'] : [can.includes('store'), 'store'];
  if (reach === 'store') return isOpen ? 'a run with --reach store' : otherwise;
  return reach === 'sliced' && !can.includes('sliced')
    ? 'a store that can be read while a worker is stopped'
    : 'a program step, command or client that this target does not offer, or that was not asked for';
};

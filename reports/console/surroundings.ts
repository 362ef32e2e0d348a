import type { Report } from '../../model/vocabulary.ts';
import { counted, duration } from '../value-words.ts';
import { byNeed, undecidedClauses } from '../verdict-words.ts';
import type { Paper } from './paper.ts';

/** What the verdicts stand on and what they leave out: interruptions, what is unreachable, undecided clauses, remarks, cost. */
export const surroundings = (report: Report, paper: Paper): readonly string[] => {
  const undecided = byNeed(undecidedClauses(report));
  const unreachable = byNeed(Object.entries(report.interruptions.unreachable));
  return [
    ...interruptionLines(report, paper),
    ...section('Unreachable here', needLines(unreachable, paper), paper),
    ...section('Clauses not decided, which is no failure', needLines(undecided, paper), paper),
    ...section(
      'Remarks',
      [...report.target.notes, ...report.remarks].flatMap((note) => paper.wrap(note, 2)),
      paper,
    ),
    ...costLines(report, paper),
    ...section(
      'Stale in the baseline',
      (report.stale ?? []).flatMap((entry) => paper.wrap(entry, 2)),
      paper,
    ),
  ];
};

const interruptionLines = ({ interruptions }: Report, paper: Paper): readonly string[] => {
  const { planned, landed, byBoundary } = interruptions;
  const summary = `${landed} of ${planned} landed`;
  return section(
    `Interruptions: ${landed === planned ? summary : paper.colours.yellow(summary)}`,
    Object.entries(byBoundary).flatMap(([boundary, deeds]) =>
      paper.wrap(`${boundary.padEnd(20)} ${deedWords(deeds)}`, 2),
    ),
    paper,
  );
};

const deedWords = (deeds: Report['interruptions']['byBoundary'][string]): string =>
  Object.entries(deeds)
    .map(([deed, { planned, landed }]) => `${deed} ${landed}/${planned}`)
    .join('  ');

const needLines = (needs: readonly (readonly [string, readonly string[]])[], { wrap }: Paper): readonly string[] =>
  needs.flatMap(([need, names]) => wrap(`needs ${need}: ${names.join(', ')}`, 2));

const costLines = ({ cost, durationMs }: Report, { wrap }: Paper): readonly string[] => {
  if (cost.cases === 0) return [];
  return [
    ...wrap(
      `Recovery cost over ${counted(cost.cases, 'interrupted case')}: ${counted(cost.stepsRepeated, 'step')} repeated ` +
        `(${cost.modelCallsRepeated} model, ${cost.toolCallsRepeated} tool, ${cost.uploadsRepeated} upload), ${cost.effectsDispatched} effects sent for ` +
        `${cost.effectsApplied} applied; median ${duration(cost.toNextCallMs)} to the next useful call, ` +
        `${duration(cost.toResultMs)} to the result. The run took ${duration(durationMs)}.`,
    ),
    '',
  ];
};

const section = (title: string, lines: readonly string[], { colours }: Paper): readonly string[] =>
  lines.length === 0 ? [] : [colours.bold(title), ...lines, ''];

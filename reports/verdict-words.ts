import type { Mark, Report, Status, Strength, Tally } from '../model/vocabulary.ts';

/** One requirement's row of a report. */
export type Result = Report['results'][number];

/** How a verdict is coloured. Only a broken promise is red; a failure that the documentation is silent about is amber. */
export type Tone = 'good' | 'broken' | 'undocumented' | 'open' | 'absent';

/** A verdict as it is shown everywhere: never by colour alone. */
export type Badge = { readonly glyph: string; readonly word: string; readonly tone: Tone };

/** The glyph, word and tone of a verdict, by what the documentation promises, whose duty it is, and what a baseline knows of it. */
export const badgeOf = (result: Pick<Result, 'status' | 'promise' | 'duty' | 'baseline'>): Badge => {
  const { status, promise, duty, baseline } = result;
  if (baseline !== undefined && status !== 'unsupported')
    return { glyph: status === 'fail' ? '✗' : '?', word: baseline.mark, tone: 'open' };
  switch (status) {
    case 'pass':
      return { glyph: '✓', word: 'pass', tone: 'good' };
    case 'fail':
      return promise === 'promised'
        ? { glyph: '✗', word: 'fail', tone: 'broken' }
        : { glyph: '✗', word: 'fail (undocumented)', tone: 'undocumented' };
    case 'inconclusive':
      return { glyph: '?', word: 'inconclusive', tone: 'open' };
    case 'unsupported':
      return { glyph: '–', word: duty === 'application' ? 'left to you' : 'unsupported', tone: 'absent' };
    default:
      return status satisfies never;
  }
};

/** What a baseline says of a verdict: `known-failing: deduplication is planned (#12), until 2027-03-01`. */
export const markWords = ({ mark, reason, issue, expires, rate }: Mark): string =>
  [
    `${mark}: ${reason}`,
    issue === undefined ? '' : ` (${issue})`,
    rate === undefined ? '' : `, failed in ${rate} runs`,
    expires === undefined ? '' : `, until ${expires}`,
  ].join('');

/** What a verdict rests on: `94 of 94 landed · world · process crash`. Empty where nothing exercised it. */
export const strengthWords = ({ reach, planned, landed, exercised, faultModel }: Strength): string => {
  if (exercised === 0) return '';
  const interrupted = planned === 0 ? 'commands only' : `${landed} of ${planned} landed`;
  return [interrupted, reach.at(-1) ?? '', faultModel === 'none' ? 'no fault' : faultModel]
    .filter((part) => part !== '')
    .join(' · ');
};

/** How many of the cases had an occasion to break the requirement: `38 of 94 cases`. */
export const exercisedWords = ({ exercised, cases }: Strength): string =>
  exercised === 0 ? '' : `${exercised} of ${cases} cases`;

/** `5 pass · 1 fail`, without what is none. */
export const tallyWords = (tally: Tally): string =>
  statuses
    .filter((status) => tally[status] > 0)
    .map((status) => `${tally[status]} ${status}`)
    .join(' · ');

const statuses: readonly Status[] = ['fail', 'pass', 'inconclusive', 'unsupported'];

/** A target with the settings that decide its verdicts: `langgraph 1.4.0 durability=sync`. */
export const targetWords = ({
  name,
  version,
  variant,
}: Pick<Report['target'], 'name' | 'version' | 'variant'>): string =>
  [name, version, ...Object.entries(variant).map(([setting, value]) => `${setting}=${value}`)]
    .filter((part) => part !== '')
    .join(' ');

/** A requirement's statement as a sentence about a runtime, whether it is written as one or as what follows "must". */
export const sentenceOf = (statement: string): string => {
  const whole = /^[a-z(]/.test(statement) ? `A runtime must ${statement}` : statement;
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
};

/** The rows of a report by profile, in the order in which the profiles were tallied. */
export const byProfile = (report: Report): readonly (readonly [string, readonly Result[]])[] =>
  [...new Set([...Object.keys(report.summary.profiles), ...report.results.map(({ profile }) => profile)])].map(
    (profile) => [profile, report.results.filter((result) => result.profile === profile)],
  );

/** What this release or this target cannot decide, by what it would need: `[needs, names]`. */
export const byNeed = (
  entries: readonly (readonly [string, string])[],
): readonly (readonly [string, readonly string[]])[] =>
  [...new Set(entries.map(([, needs]) => needs))].map((needs) => [
    needs,
    entries.filter(([, own]) => own === needs).map(([name]) => name),
  ]);

/** Clauses that were not decided because they need what this release does not do, with what that is. */
export const undecidedClauses = (report: Report): readonly (readonly [string, string])[] =>
  report.results.flatMap(({ requirement, status, clauses }) =>
    status === 'unsupported'
      ? []
      : clauses.flatMap(({ clause, needs }) =>
          needs === undefined
            ? []
            : [[clause.startsWith(requirement) ? clause : `${requirement} / ${clause}`, needs] as const],
        ),
  );

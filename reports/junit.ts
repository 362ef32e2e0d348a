import imported, { type Builder, type TestCase } from 'junit-report-builder';
import type { Report } from '../model/vocabulary.ts';
import { cleaned, htmlText, xmlText } from './escape.ts';
import { type Evidences, failingCases, replayCommand } from './failures.ts';
import { badgeOf, markWords, type Result, sentenceOf, strengthWords } from './verdict-words.ts';

/**
 * `junit.xml`: a test case per requirement, named by its id, in the class TARGET.VARIANT.PROFILE. What is inconclusive, unsupported or known
 * to its baseline is skipped, as pytest reports an expected failure: CI shows it with its reason and stays green. The reason stands in the
 * skip's message, in the property `because` and in the output, since readers of this format differ in what they show.
 */
export const junitReport = (
  report: Report,
  { folder = '.killpoint' }: Partial<Pick<Evidences, 'folder'>> = {},
): string => {
  const safe = cleaned(report, xmlText);
  const target = classOf(safe.target);
  const root = builder.newBuilder().name('killpoint');
  const suite = root.testSuite().name(target);
  suite.timestamp(safe.started).time(safe.durationMs / 1000);
  suite.property('killpoint', safe.killpoint).property('specification', safe.specification.revision);
  suite.property('partial', String(safe.partial));
  for (const result of safe.results) {
    const test = suite.testCase().className(`${target}.${result.profile}`).name(result.requirement);
    describe(test, result, xmlText(folder));
  }
  return withReasons(
    root.build(),
    safe.results.flatMap(skipOf).map(({ because }) => because),
  );
};

/** Node hands over the builder of this CommonJS package itself, while its types promise a namespace with a default. */
const isBuilder = (value: unknown): value is Builder =>
  typeof value === 'object' && value !== null && 'newBuilder' in value;
const builder: Builder = isBuilder(imported) ? imported : imported.default;

/** Class names are dotted paths to their readers: what would read as one more segment is replaced. */
const classOf = ({ name, variant }: Report['target']): string => {
  const settings = Object.entries(variant).map(([setting, value]) => `${setting}=${value}`);
  return [name, settings.join(',') || 'default'].map((part) => part.replaceAll('.', '_')).join('.');
};

const describe = (test: TestCase, result: Result, folder: string): void => {
  const { status, promise, level, message } = result;
  const [failing] = failingCases(result);
  const file = failing?.counterexample;
  test.property('level', String(level)).property('promise', promise).property('duty', result.duty);
  test.property('strength', strengthWords(result.strength) || 'none').property('verdict', badgeOf(result).word);
  if (file !== undefined) test.property('replay', `${folder}/${file}`);
  if (status === 'fail' && result.baseline === undefined) {
    test.failure(message, badgeOf(result).word);
    test.stacktrace(failureText(result, file === undefined ? undefined : replayCommand(`${folder}/${file}`)));
  }
  for (const { word, because } of skipOf(result)) {
    test.skipped().property('because', because);
    test.standardOutput(`${word}: ${because}`);
  }
};

/** Why a requirement is no failure of this run and no pass either, once, or nothing. */
const skipOf = ({
  status,
  message,
  baseline,
}: Result): readonly { readonly word: string; readonly because: string }[] => {
  if (baseline !== undefined) return [{ word: status, because: `${markWords(baseline)}; ${message}` }];
  return status === 'inconclusive' || status === 'unsupported' ? [{ word: status, because: message }] : [];
};

/** The builder knows no message of a skip. It writes the skips in our order, and text that looks like one only as character data. */
const withReasons = (xml: string, reasons: readonly string[]): string => {
  const left = [...reasons];
  return xml.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>|<skipped\/>/g, (found) =>
    found === '<skipped/>' ? `<skipped message="${htmlText(left.shift() ?? '')}"/>` : found,
  );
};

const failureText = (result: Result, replay: string | undefined): string => {
  const cases = failingCases(result).map((one) => `${one.plan}: ${one.message}`);
  const shown = cases.length > 10 ? [...cases.slice(0, 10), `and ${cases.length - 10} more`] : cases;
  return [sentenceOf(result.statement), ...shown, ...(replay === undefined ? [] : [replay])].join('\n');
};

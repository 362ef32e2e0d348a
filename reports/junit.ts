import imported, { type Builder, type TestCase } from 'junit-report-builder';
import type { Report } from '../model/vocabulary.ts';
import { cleaned, xmlText } from './escape.ts';
import { type Evidences, failingCases, replayCommand } from './failures.ts';
import { badgeOf, type Result, sentenceOf, strengthWords } from './verdict-words.ts';

/**
 * `junit.xml`: a test case per requirement, named by its id, in the class TARGET.VARIANT.PROFILE. What is inconclusive or
 * unsupported is skipped, with the reason in the property `because` and in the output.
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
  return root.build();
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
  if (status === 'fail') {
    test.failure(message, badgeOf(result).word);
    test.stacktrace(failureText(result, file === undefined ? undefined : replayCommand(`${folder}/${file}`)));
  }
  if (status === 'inconclusive' || status === 'unsupported') {
    test.skipped().property('because', message);
    test.standardOutput(`${status}: ${message}`);
  }
};

const failureText = (result: Result, replay: string | undefined): string => {
  const cases = failingCases(result).map((one) => `${one.plan}: ${one.message}`);
  const shown = cases.length > 10 ? [...cases.slice(0, 10), `and ${cases.length - 10} more`] : cases;
  return [sentenceOf(result.statement), ...shown, ...(replay === undefined ? [] : [replay])].join('\n');
};

// Adds up what the tests and the checks (and the runtimes) wrote, for the last line of .ci/run. A report that is not there is a failure.
import { existsSync, readFileSync } from 'node:fs';

const main = ([testsFile, ...checksFiles]) => {
  const counts = [tests(testsFile), ...checksFiles.map(checks)];
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
};

/** A test file that could not even be loaded holds no failed test, yet it failed. */
const tests = (file) => {
  if (!existsSync(file)) return missing('tests');
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const unloaded = testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.every((each) => each.status !== 'failed'),
  );
  for (const { name, message } of unloaded) console.error(`${name}: ${message}`);
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
};

const checks = (file) => {
  if (!existsSync(file)) return missing('checks');
  const results = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: results.filter((result) => result.ok).length,
    failed: results.filter((result) => !result.ok).length,
  };
};

const missing = (what) => {
  console.error(`the ${what} left no report: see above why they did not run`);
  return { passed: 0, failed: 1 };
};

main(process.argv.slice(2));

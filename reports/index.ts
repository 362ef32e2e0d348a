/** Showing results: pure functions from a report, or a history, to text. */
export { companionText } from './alignment/text.ts';
export { comparisonConsole } from './comparison/console.ts';
export { comparisonMarkdown } from './comparison/markdown.ts';
export { comparisonPage } from './comparison/page.ts';
export { comparisonOf } from './comparison.ts';
export { consoleReport } from './console.ts';
export { plain, plainLines, shellWord } from './escape.ts';
export { failureText } from './failure-text.ts';
export { replayCommand } from './failures.ts';
export { type GitHubReport, githubReport } from './github.ts';
export { jsonReport } from './json.ts';
export { junitReport } from './junit.ts';
export { markdownReport } from './markdown.ts';
export { mermaidSequence } from './mermaid.ts';
export { type Explorer, htmlReport } from './page.ts';
export { leftOut, planSize } from './plan-size.ts';
export { textTrace } from './trace.ts';
export { counted, duration } from './value-words.ts';

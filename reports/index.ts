/** Showing results: pure functions from a report, or a history, to text. */
export { comparisonConsole } from './comparison/console.ts';
export { comparisonMarkdown } from './comparison/markdown.ts';
export { comparisonPage } from './comparison/page.ts';
export { comparisonOf } from './comparison.ts';
export { consoleReport } from './console.ts';
export { plain, plainLines, shellWord } from './escape.ts';
export { jsonReport } from './json.ts';
export { junitReport } from './junit.ts';
export { type Explorer, htmlReport } from './page.ts';
export { textTrace } from './trace.ts';
export { counted } from './value-words.ts';

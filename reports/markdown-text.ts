/*
 * Markdown as GitHub reads it does more than mark up: `@name` tells somebody, `#12` and an address become links. What came from outside
 * does none of it. The texts are cleaned already.
 */

/** Text in which nothing is markup, a mention, a reference or a link, also inside a table. */
export const markdownText = (raw: string): string =>
  raw
    .replace(/[\\`*_<>[\]|~$&]/g, (found) => (found === '&' ? '&amp;' : `\\${found}`))
    .replace(/@|#(?=\w)|:(?=\/\/)|(?<=www)\.|(?<=\bGH)-/gi, (found) => `${found}<!-- -->`)
    .replace(/^(?:[#+=-]|\d+[.)])/, (found) => found.replace(/.$/, '\\$&'));

/** Text as code, whatever stands in it: its fence is longer than any in it. */
export const markdownCode = (raw: string): string => {
  const runs = raw.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const needsSpace = raw === '' || /^[` ]|[` ]$/.test(raw);
  return needsSpace ? `${fence} ${raw} ${fence}` : `${fence}${raw}${fence}`;
};

/** The same in a cell of a table, where a bar would end the cell even within code. */
export const markdownCodeCell = (raw: string): string => markdownCode(raw).replaceAll('|', '\\|');

/** Lines of code under a fence that none of them can close. */
export const markdownBlock = (language: string, code: string): string => {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
};

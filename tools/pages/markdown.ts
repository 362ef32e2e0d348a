/** A page of blocks with a blank line between them. The first line after the title says that nobody edits it by hand. */
export const page = (title: string, source: string, blocks: readonly string[]): string =>
  `${[`# ${title}`, `Written by \`npm run docs\` from \`${source}\`: change it there.`, ...blocks].join('\n\n')}\n`;

/** Text in which nothing is markup. What stands between backticks stays code. */
export const text = (plain: string): string =>
  plain
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[\\*_<>[\]|]/g, '\\$&')))
    .join('');

/** A link to a requirement's place on the page of requirements: GitHub leaves dots out of an anchor. */
export const requirementLink = (id: string): string => `[\`${id}\`](requirements.md#${id.replaceAll('.', '')})`;

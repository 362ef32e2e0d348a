/** What a statement of SQL does to a transaction: only a `write` may leave something behind. */
export type Doing = 'begin' | 'commit' | 'rollback' | 'write' | 'read';
/** One statement, told from every other by its text alone: its comments and its values are left out. */
export type Statement = { readonly text: string; readonly does: Doing };

/** The statements of a text, in order. It is read by its words, as nobody but the server knows what they come to. */
export const statementsIn = (sql: string): readonly Statement[] =>
  withoutValues(sql)
    .split(';')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .map((text) => ({ text, does: doingOf(text.toLowerCase()) }));

/** Comments, texts in each of their three kinds of quotes, quoted names, and numbers that are no part of a name or a parameter. */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\be'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1|(?<![\w$.])\d+(?:\.\d+)?\b/gi;

const withoutValues = (sql: string): string =>
  sql.replaceAll(tokens, (token) => {
    if (token.startsWith('--') || token.startsWith('/*')) return ' ';
    return token.startsWith('"') ? token.replaceAll(';', '_') : '?';
  });

const doingOf = (text: string): Doing => {
  const rule = rules.find(({ words }) => words.test(text));
  return rule?.does ?? (isQuery.test(text) ? queryDoing(text) : 'write');
};

const rules: readonly { readonly words: RegExp; readonly does: Doing }[] = [
  { words: /^(begin|start transaction)\b/, does: 'begin' },
  { words: /^(commit|rollback) prepared\b/, does: 'write' },
  { words: /^(commit|end|prepare transaction)\b/, does: 'commit' },
  { words: /^rollback (work |transaction )?to\b/, does: 'read' },
  { words: /^(rollback|abort)\b/, does: 'rollback' },
  {
    words:
      /^(savepoint|release|set|show|reset|listen|unlisten|notify|discard|declare|fetch|move|close|explain|analyze|vacuum|lock|checkpoint|deallocate|prepare|load)\b/,
    does: 'read',
  },
];

/** Words that begin what gives rows; it may write all the same. `COPY` writes unless it copies out. */
const isQuery = /^(select|with|values|table|copy|\()/;

const queryDoing = (text: string): Doing => {
  if (text.startsWith('copy')) return / from (stdin|program|\?)/.test(text) ? 'write' : 'read';
  return writingWords.test(text) || ownFunction.test(text) ? 'write' : 'read';
};
const writingWords = /\b(insert into|update|delete from|merge into)\b(?<!for update|for no key update)|\binto\b/;
/** A function that somebody made may write. Those of Postgres itself are called without their schema. */
const ownFunction = /(?<![\w."])(?!pg_catalog\b|information_schema\b)("[^"]+"|[a-z_]\w*)\.("[^"]+"|[a-z_]\w*)\s*\(/;

/** How many rows the server says that a statement came to; nothing where it counts none, as for `CREATE TABLE`. */
export const rowsOf = (tag: string): number | undefined => {
  const [, digits] = / (\d+)$/.exec(tag) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

const LABEL_LIMIT = 240;

/** What stands for a commit in a history: the statements that wrote something, each once in a row, as far as they are short. */
export const labelOf = (texts: readonly string[]): string => {
  const label = texts.filter((text, at) => text !== texts[at - 1]).join('; ');
  return label.length <= LABEL_LIMIT ? label : `${label.slice(0, LABEL_LIMIT)}…`;
};

/** A statement that may be the next commit of its session. It is sure where the server has counted rows that it would keep. */
export type Candidate = { readonly label: string; readonly isSure: boolean };

/** A transaction as the server last said it: whether it is in a block, and what has written something in it. */
type Open = { readonly isInBlock: boolean; readonly wrote: readonly string[] };

/**
 * The first of the statements that are asked for which may commit, given those that were asked before and have no answer: outside a block
 * anything that may write does, inside one only its end.
 */
export const candidateIn = (
  open: Open,
  { before, asked }: { readonly before: readonly Statement[]; readonly asked: readonly Statement[] },
): Candidate | undefined => {
  let { isInBlock } = open;
  let wrote = [...open.wrote];
  let isSure = true;
  for (const [at, { does, text }] of [...before, ...asked].entries()) {
    const isAsked = at >= before.length;
    if (does === 'begin') isInBlock = true;
    if (does === 'write' && isAsked && !isInBlock) return { label: labelOf([text]), isSure: false };
    if (does === 'write') {
      wrote.push(text);
      isSure = false;
    }
    if (does !== 'commit' && does !== 'rollback') continue;
    if (does === 'commit' && isAsked && isInBlock && wrote.length > 0)
      return { label: labelOf(['begin', ...wrote]), isSure };
    isInBlock = false;
    wrote = [];
  }
  return undefined;
};

/** Whether a candidate can be the commit of this label. One transaction may write with several statements, of which it is the first. */
export const isLikely = ({ label }: Candidate, expected: string): boolean =>
  expected === label || expected.startsWith(`${label}; `);

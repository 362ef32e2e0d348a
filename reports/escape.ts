/**
 * Strings from adapters, runtimes and histories are hostile. Each output has one door here: a reporter cleans or escapes all that
 * it was given before it adds anything of its own, so that no line of a layout can forget to.
 */

/** Operating system commands, control sequences and short escapes, whole, in their 7-bit and 8-bit forms. */
const escapeSequences = new RegExp(
  [
    '(?:\\u001b\\]|\\u009d)[^\\u0007\\u001b\\u009c\\u009d]*(?:\\u0007|\\u001b\\\\|\\u009c)',
    '(?:\\u001b[PX^_]|[\\u0090\\u0098\\u009e\\u009f])[^\\u001b\\u0090\\u0098\\u009c\\u009e\\u009f]*(?:\\u001b\\\\|\\u009c)',
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?',
    '\\u001b[ -/]*[0-~]?',
  ].join('|'),
  'g',
);
/** Characters that a reader does not see and that change what he does see: bidi overrides, zero widths, tags. */
const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * Text in one line that moves no cursor, colours nothing and reads in the order in which it stands. A line break becomes a space:
 * a message could otherwise write a line of its own into a report.
 */
export const plain = (text: string): string =>
  text
    .replace(/[\t-\r\u0085\u2028\u2029]+/gu, ' ')
    .replace(escapeSequences, '')
    .replace(/\p{Cc}/gu, '')
    .replace(invisible, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');

/** The same line by line, for a message of our own that has several: what came from outside still moves, colours and hides nothing. */
export const plainLines = (text: string): string => text.split('\n').map(plain).join('\n');

/**
 * Plain text for a terminal or a log. Some of those read commands out of lines: the colons that begin a workflow command are
 * parted, wherever they stand, since a line may be broken before them.
 */
export const terminalText = (text: string): string =>
  plain(text)
    .replace(/:(?=:[a-z])/gi, ': ')
    .replaceAll('##[', '# #[');

/** Plain text without the characters that XML 1.0 cannot carry in any form. Markup is left to the XML builder. */
export const xmlText = (text: string): string => plain(text).replace(/\p{Noncharacter_Code_Point}/gu, '');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand between tags and inside a quoted attribute. */
export const htmlText = (text: string): string => plain(text).replace(/[&<>"']/g, (found) => entities[found] ?? '');

/**
 * JSON that is equal to its value for a parser, and harmless where it is only shown: inside a script element, in a terminal, in a
 * source file. What is dangerous stands as `\uXXXX`.
 */
export const safeJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(
    /[<>\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu,
    (found) => found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

/** The same value with every string in it cleaned, the names of its members too. The value is JSON. */
export const cleaned = <T>(value: T, clean: (text: string) => string): T =>
  JSON.parse(JSON.stringify(value), (_name, member: unknown) => {
    if (typeof member === 'string') return clean(member);
    if (member === null || typeof member !== 'object' || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).map(([name, inner]) => [clean(name), inner]));
  });

/** A word that a shell takes as one argument, whatever stands in it. */
export const shellWord = (text: string): string =>
  /^[\w./@:=,+~%-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

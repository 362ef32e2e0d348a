import { UsageError } from '../scenarios/index.ts';

/** An address taken apart: what it names, and the settings after it. */
export type Address =
  | { readonly kind: 'command'; readonly words: readonly string[]; readonly settings: Settings }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'name'; readonly name: string; readonly settings: string | undefined };

/** The settings of a variant: `name=value,name=value`. */
export type Settings = Readonly<Record<string, string>>;

/** Reads an address: `cmd:COMMAND`, a path that begins with `/`, `./` or `../`, or `NAME:SETTINGS`. Throws `UsageError`. */
export const addressOf = (text: string): Address => {
  if (text.startsWith('cmd:')) return commandOf(text.slice('cmd:'.length).trim());
  if (/^\.{0,2}\//.test(text)) return { kind: 'path', path: text };
  const [name, settings] = splitOnce(text, ':');
  return { kind: 'name', name, settings };
};

/** The name of a folder for what a target of this address leaves. */
export const folderName = (address: string): string => address.replaceAll(/[^\w.-]+/g, '_');

/** Reads `name=value,name=value`. Throws `UsageError`. */
export const settingsOf = (text: string | undefined): Settings => {
  const parts = (text ?? '').split(',').filter((part) => part !== '');
  const odd = parts.find((part) => !/^\w+=.+$/.test(part));
  if (odd !== undefined) throw new UsageError(`expected settings as name=value,name=value; found '${odd}'`);
  return Object.fromEntries(parts.map((part) => [splitOnce(part, '=')[0], splitOnce(part, '=')[1] ?? '']));
};

/** A command in quotes may have settings behind it: `"python3 adapter.py":durability=sync`. Without quotes all of it is the command. */
const commandOf = (text: string): Address => {
  const quoted = /^(["'])((?:(?!\1).)*)\1(?::(.*))?$/s.exec(text);
  const words = wordsOf(quoted?.[2] ?? text);
  if (words.length === 0)
    throw new UsageError('expected a command after cmd:, such as cmd:"python3 adapter.py"; found none');
  return { kind: 'command', words, settings: settingsOf(quoted?.[3]) };
};

/** The words of a command, as a shell would part them. No shell runs it. Throws `UsageError` for a quote that is not closed. */
const wordsOf = (text: string): readonly string[] => {
  const part = /[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'/s.source;
  if (!new RegExp(`^(?:\\s|${part})*$`, 's').test(text))
    throw new UsageError(`expected every quote of the command to be closed; found ${text}`);
  return (text.match(new RegExp(`(?:${part})+`, 'gs')) ?? []).map(unquoted);
};

const unquoted = (word: string): string =>
  word.replaceAll(/\\.|"(?:[^"\\]|\\.)*"|'[^']*'/gs, (part) => {
    if (part.startsWith('\\')) return part.slice(1);
    const inside = part.slice(1, -1);
    return part.startsWith('"') ? inside.replaceAll(/\\(["\\])/g, '$1') : inside;
  });

const splitOnce = (text: string, at: string): readonly [string, string | undefined] => {
  const index = text.indexOf(at);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
};

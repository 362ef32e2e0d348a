/** What the supervisor tells, a line each; serve.c says what each one is. */
export type Told =
  | { readonly is: 'ready' }
  | { readonly is: 'process'; readonly process: number; readonly name: string }
  | { readonly is: 'watching'; readonly process: number }
  | { readonly is: 'done'; readonly number: number; readonly result: number }
  | { readonly is: 'odd'; readonly process: number; readonly word: string; readonly path: string }
  | (Described & { readonly is: 'op'; readonly data: Uint8Array });

type Described = {
  readonly number: number;
  readonly process: number;
  readonly call: string;
  readonly isDurable: boolean;
  readonly offset: number;
  readonly length: number;
  readonly path: string;
  readonly other: string;
  /** It waits for a word; else it goes on by itself. */
  readonly asks: boolean;
  /** When it was about to begin, in milliseconds of the machine's steady clock. */
  readonly atMs: number;
};

/** Takes a stream apart into what was told: lines, of which some are followed by as many bytes as they say. */
export class Lines {
  readonly #onTold: (told: Told) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onTold: (told: Told) => void) {
    this.#onTold = onTold;
  }

  take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (let end = this.#rest.indexOf(10); end >= 0; end = this.#rest.indexOf(10)) {
      const [word = '', ...rest] = this.#rest.toString('latin1', 0, end).split(' ');
      const bytes = word === 'op' ? Number(rest[6]) : 0;
      if (this.#rest.length < end + 1 + bytes) return;
      const data = this.#rest.subarray(end + 1, end + 1 + bytes);
      this.#onTold(toldBy(word, rest, data));
      this.#rest = this.#rest.subarray(end + 1 + bytes);
    }
  }
}

const toldBy = (word: string, words: readonly string[], data: Uint8Array): Told => {
  const [first = '', second = '', third = ''] = words;
  switch (word) {
    case 'ready':
      return { is: 'ready' };
    case 'process':
      return { is: 'process', process: Number(first), name: nameIn(second) };
    case 'watching':
      return { is: 'watching', process: Number(first) };
    case 'done':
      return { is: 'done', number: Number(first), result: Number(second) };
    case 'odd':
      return { is: 'odd', process: Number(first), word: second, path: nameIn(third) };
    case 'op':
      return { is: 'op', ...describedBy(words), data };
    default:
      throw new Error(
        `expected a line of the supervisor of files, found '${word}'; its build does not fit this release`,
      );
  }
};

const describedBy = (words: readonly string[]): Described => {
  const [number, process, call = '', durable, offset, length, , path = '', other = '', asks, nanoseconds] = words;
  return {
    number: Number(number),
    process: Number(process),
    call,
    isDurable: durable === '1',
    offset: Number(offset),
    length: Number(length),
    path: nameIn(path),
    other: nameIn(other),
    asks: asks === '1',
    atMs: Number(nanoseconds) / 1e6,
  };
};

/** A name that is not there is told as a dash. */
const nameIn = (word: string): string =>
  word === '-'
    ? ''
    : Buffer.from(
        word.replaceAll(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
        'latin1',
      ).toString('utf8');

/** A name as the supervisor reads it: bytes that are no plain letters as % and two digits. */
export const wordFor = (name: string): string =>
  [...Buffer.from(name, 'utf8')]
    .map((byte) =>
      /[\w./-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

/** One message of the Postgres protocol, with all of its bytes. Before a session begins, messages have no type of their own. */
export type Frame = { readonly type: FrameType; readonly bytes: Buffer };
/** A typed message's letter, or what kind of untyped message it is. */
export type FrameType = string | 'ssl' | 'gssenc' | 'cancel' | 'startup';

/** The second word of an untyped message says what it is; any other value there is a version of the protocol. */
const openings: ReadonlyMap<number, FrameType> = new Map([
  [80_877_102, 'cancel'],
  [80_877_103, 'ssl'],
  [80_877_104, 'gssenc'],
]);
/** Postgres takes no longer message before a session. A TLS handshake that nobody was asked for reads as a much longer one. */
const OPENING_LIMIT_BYTES = 10_000;

/**
 * Cuts a stream of bytes into messages, however they are split over packets. The stream of a client begins with untyped messages, until one
 * of them is `startup` or `cancel`. Throws an error where the bytes cannot be of this protocol.
 */
export class Cutter {
  #isOpening: boolean;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #wanted = 0;

  constructor(from: 'client' | 'server') {
    this.#isOpening = from === 'client';
  }

  /** The messages that are whole now. A long one is put together once, when its last packet is here. */
  push(chunk: Buffer): readonly Frame[] {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < this.#wanted) return [];
    let rest = Buffer.concat(this.#chunks);
    const frames: Frame[] = [];
    for (;;) {
      this.#wanted = this.#lengthOf(rest);
      if (rest.length < this.#wanted) break;
      frames.push(this.#frameOf(rest.subarray(0, this.#wanted)));
      rest = rest.subarray(this.#wanted);
    }
    this.#chunks = [rest];
    this.#bytes = rest.length;
    return frames;
  }

  /** How long the next message is, or, where that is not known yet, how many bytes say so. */
  #lengthOf(rest: Buffer): number {
    const before = this.#isOpening ? 0 : 1;
    const head = this.#isOpening ? 8 : 5;
    if (rest.length < head) return head;
    const length = rest.readInt32BE(before);
    if (length < head - before || (this.#isOpening && length > OPENING_LIMIT_BYTES))
      throw new Error(
        `expected a message of the Postgres protocol without TLS; found bytes that begin with ${rest.subarray(0, head).toString('hex')}. Turn TLS off in the connection's settings`,
      );
    return before + length;
  }
  #frameOf(bytes: Buffer): Frame {
    if (!this.#isOpening) return { type: String.fromCharCode(bytes[0] ?? 0), bytes };
    const type = openings.get(bytes.readInt32BE(4)) ?? 'startup';
    this.#isOpening = type === 'ssl' || type === 'gssenc';
    return { type, bytes };
  }
}

/** The texts, each ended by a zero byte, that a message begins with; `count` of them. */
export const textsIn = ({ bytes }: Frame, count: number): readonly string[] => {
  const texts: string[] = [];
  let at = 5;
  for (; texts.length < count; ) {
    const end = bytes.indexOf(0, at);
    if (end < 0)
      throw new Error(`expected ${count} texts in a message of ${bytes.length} bytes; found ${texts.length}`);
    texts.push(bytes.toString('utf8', at, end));
    at = end + 1;
  }
  return texts;
};

/** What Postgres says to a client whose session it ends because its administrator wants so, as its last words. */
export const shutDown = (message: string): Buffer => {
  const fields = [`SFATAL`, `VFATAL`, `C57P01`, `M${message}`].map((field) => `${field}\0`).join('');
  const body = Buffer.from(`${fields}\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type AdapterLine, adapterLineSchema, ProtocolBroken } from '../../model/vocabulary.ts';

/** How an adapter's process is started. */
export type Launch = { readonly command: string; readonly arguments: readonly string[]; readonly cwd: string };

/** The process ended before it answered. */
export class Crashed extends Error {
  override readonly name = 'Crashed';
}

/** What is kept of its stderr, for the message of a failure: characters, from the end. */
const STDERR_LIMIT = 8_192;
/** How long its streams may stay open when it has ended. */
const STREAMS_LIMIT_MS = 1_000;
/** How much of a bad line is quoted. */
const QUOTE_LIMIT = 400;
/** What it inherits: nothing that a secret is likely to stand in. Its HOME and TMPDIR are an empty folder of its own. */
const inherited = ['PATH', 'LANG', 'LC_ALL', 'TZ'];

/**
 * One process that answers numbered lines, in a process group of its own. Its group is killed when this process ends, however it ends but
 * by SIGKILL; then its stdin closes, which tells it to end itself.
 */
export class Peer {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #disk = mkdtempSync(join(tmpdir(), 'killpoint-adapter-'));
  readonly #launch: Launch;
  readonly #pending = new Map<number, Pending>();
  readonly #exited: Promise<void>;
  readonly #lastResort = (): void => this.#killGroup();
  #ended: Error | undefined;
  #stderr = '';
  #ids = 0;

  constructor(launch: Launch) {
    this.#launch = launch;
    this.#child = spawn(launch.command, [...launch.arguments], {
      cwd: launch.cwd,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: environment(this.#disk),
    });
    process.on('exit', this.#lastResort);
    // A dead process's pipe breaks; that it is dead is told by its exit.
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_LIMIT);
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#read(line));
    this.#exited = new Promise((resolve) => {
      const end = (how: string): void => {
        this.#tidy();
        this.#giveUp(new Crashed(`${how}\n${this.words()}`));
        resolve();
      };
      this.#child.on('error', (error) => end(`it could not be started: ${error.message}`));
      // `close` comes when its streams are read to their end, so that nothing it said is lost; never, where another process holds them.
      this.#child.on('exit', (code, signal) => {
        const ended = (): void => end(`it ended with code ${code}, signal ${signal}`);
        this.#child.on('close', ended);
        setTimeout(ended, STREAMS_LIMIT_MS).unref();
      });
    });
  }

  /** Sends one message and resolves with its answer. Rejects with `Crashed`, or with `ProtocolBroken` from the first bad line on. */
  ask(message: Readonly<Record<string, unknown>>): Promise<AdapterLine> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#child.stdin.write(`${JSON.stringify({ id, ...message })}\n`);
    });
  }
  /** How it was started and the last that it wrote to its stderr. */
  words(): string {
    const { command, arguments: args } = this.#launch;
    return `It was started as: ${[command, ...args].join(' ')}\n${this.#stderr.trim() || 'It wrote nothing to its stderr.'}`;
  }
  /** Everything after this is answered by `error`: nothing that it says now could be believed. */
  distrust(error: ProtocolBroken): void {
    this.#giveUp(error);
    this.#killGroup();
  }
  /** Kills its whole group; resolves when it is dead. */
  async kill(): Promise<void> {
    this.#killGroup();
    await this.#exited;
  }

  #read(line: string): void {
    const parsed = adapterLineSchema.safeParse(jsonOf(line));
    const pending = parsed.success ? this.#pending.get(parsed.data.id) : undefined;
    if (!parsed.success || parsed.data.id > this.#ids) {
      this.distrust(this.#badLine(line));
      return;
    }
    this.#pending.delete(parsed.data.id);
    pending?.resolve(parsed.data);
  }
  #badLine(line: string): ProtocolBroken {
    return new ProtocolBroken(
      `expected one JSON object a line on the adapter's stdout: {"id":N} of a message that it was sent, with "ok", "refused" or "unknown".\n` +
        `It wrote: ${quoted(line)}\nWrite logs to stderr, and only protocol lines to stdout.\n${this.words()}`,
    );
  }
  #giveUp(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#pending.values()) reject(this.#ended);
    this.#pending.clear();
  }
  #killGroup(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
  }
  #tidy(): void {
    // What it started itself dies with it.
    this.#killGroup();
    process.off('exit', this.#lastResort);
    rmSync(this.#disk, { recursive: true, force: true });
  }
}

type Pending = { readonly resolve: (line: AdapterLine) => void; readonly reject: (error: Error) => void };

/** Something that a process wrote, short enough to be shown, with nothing in it that a terminal would obey. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > QUOTE_LIMIT ? `${text.slice(0, QUOTE_LIMIT)}…` : text);

const environment = (disk: string): Record<string, string> => {
  const kept = inherited.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), HOME: disk, TMPDIR: disk, KILLPOINT_PROCESS: randomUUID() };
};

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

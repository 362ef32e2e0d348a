import { rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { type FromBridge, fromBridgeSchema, type Start, type ToBridge } from './attachment.ts';
import { inheritDisk } from './disk.ts';
import { Group } from './group.ts';
import type { Death, Handle } from './handle.ts';

/**
 * A process that its user starts, by a bridge that carries its stdin and stdout. From then on it is signalled like any other. Until then it
 * only has an invitation, and a kill withdraws it.
 */
export class Attached implements Handle {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly exited: Promise<Death>;
  readonly mark: string;
  readonly disk: string;
  readonly #group: Group;
  readonly #start: Start;
  readonly #onStarted: (pid: number) => void;
  #end: (death: Death) => void = () => undefined;
  #death: Death | undefined;
  #pid: number | undefined;
  #bridge: Socket | undefined;

  constructor(start: Start, mark: string, onStarted: (pid: number) => void) {
    this.#start = start;
    this.#onStarted = onStarted;
    this.mark = mark;
    this.disk = start.cwd;
    this.#group = new Group(() => ({ pid: this.#pid, isDead: this.#death !== undefined }), mark);
    this.exited = new Promise((resolve) => {
      this.#end = (death) => {
        this.#death ??= death;
        resolve(this.#death);
      };
    });
  }

  /** The bridge that somebody started for it has come. */
  meet(bridge: Socket): void {
    this.#bridge = bridge;
    this.#say({ start: this.#start });
    this.stdin.setEncoding('utf8').on('data', (text: string) => this.#say({ stdin: text }));
    const lines = createInterface({ input: bridge }).on('line', (line) => this.#hear(line));
    // A connection that is reset is one that is closed, which is told below.
    lines.on('error', () => undefined);
    // A bridge that is gone takes its process with it, and where it could not, this does.
    bridge.on('close', () => {
      this.#group.signal('SIGKILL');
      this.#end({ code: null, signal: null });
    });
  }
  /** Whether somebody may still come for it. */
  get isAwaited(): boolean {
    return this.#bridge === undefined && this.#death === undefined;
  }
  get death(): Death | undefined {
    return this.#death;
  }
  async kill(): Promise<Death> {
    if (this.#pid === undefined) {
      this.#bridge?.destroy();
      this.#end({ code: null, signal: 'SIGKILL' });
    }
    this.#group.signal('SIGKILL');
    return this.exited;
  }
  stop(): Promise<void> {
    return this.#group.stop();
  }
  slice(ms: number): Promise<void> {
    return this.#group.slice(ms);
  }
  continue(): void {
    this.#group.signal('SIGCONT');
  }
  unstopped(): readonly number[] {
    return this.#group.unstopped();
  }
  reapEscaped(): readonly number[] {
    return this.#group.reapEscaped();
  }
  inherit(disk: string): void {
    inheritDisk(disk, () => this.disk);
  }
  discardDisk(): void {
    rmSync(this.disk, { recursive: true, force: true });
  }

  #say(line: ToBridge): void {
    this.#bridge?.write(`${JSON.stringify(line)}\n`);
  }
  #hear(line: string): void {
    const said: FromBridge = fromBridgeSchema.parse(JSON.parse(line));
    if ('pid' in said) {
      this.#pid = said.pid;
      this.#onStarted(said.pid);
    } else if ('stdout' in said) this.stdout.write(said.stdout);
    else this.#end({ code: said.ended.code, signal: signalOf(said.ended.signal) });
  }
}

const signalOf = (name: string | null): NodeJS.Signals | null => (name !== null && isSignal(name) ? name : null);
const isSignal = (name: string): name is NodeJS.Signals => name in constants.signals;

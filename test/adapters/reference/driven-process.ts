import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Command, Json, ProcessSpec } from '../../../model/vocabulary.ts';

type Line = {
  readonly ready?: true;
  readonly id?: number;
  readonly ok?: Json;
  readonly refused?: string;
  readonly unknown?: string;
};

/** A process of the reference, spoken to over its stdin and stdout. */
export class DrivenProcess {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly #waiting = new Map<number, (line: Line) => void>();
  #asked = 0;

  constructor({ command, arguments: args, env }: ProcessSpec) {
    const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.child = child;
    let isReady: () => void = () => undefined;
    this.ready = new Promise((resolve) => {
      isReady = resolve;
    });
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line: Line = JSON.parse(text);
      if (line.ready) isReady();
      else this.#waiting.get(line.id ?? 0)?.(line);
    });
  }

  ask(message: { readonly do: string; readonly [name: string]: unknown }): Promise<Line> {
    this.#asked += 1;
    const id = this.#asked;
    this.child.stdin?.write(`${JSON.stringify({ id, ...message })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  send({ type, ...rest }: Command): Promise<Line> {
    return this.ask({ do: type, ...rest });
  }

  /** Ends it, and resolves with the signal that ended it. */
  async kill(): Promise<NodeJS.Signals | null> {
    if (this.child.signalCode === null && this.child.exitCode === null) {
      const died = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await died;
    }
    return this.child.signalCode;
  }
}

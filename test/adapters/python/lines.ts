import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Json } from '../../../model/vocabulary.ts';

/** One line that a process wrote. */
export type Line = {
  readonly id?: number;
  readonly ready?: true;
  readonly ok?: Json;
  readonly refused?: string;
  readonly unknown?: string;
};

/** A Python program that speaks JSON Lines on its standard streams. */
export class Lines {
  readonly child: ChildProcess;
  /** Resolves with the first line, and with what that took. */
  readonly first: Promise<{ line: Line; ms: number }>;
  readonly #exited: Promise<unknown>;
  readonly #waiting = new Map<number, (line: Line) => void>();
  stderr = '';
  #asked = 0;

  constructor(command: string, args: readonly string[]) {
    const began = performance.now();
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH } });
    this.child = child;
    this.#exited = once(child, 'exit');
    child.stderr.on('data', (chunk) => {
      this.stderr += String(chunk);
    });
    this.first = new Promise((resolve) => {
      createInterface({ input: child.stdout }).on('line', (text) => {
        const line: Line = JSON.parse(text);
        resolve({ line, ms: performance.now() - began });
        this.#waiting.get(line.id ?? 0)?.(line);
      });
    });
  }

  ask(message: { readonly do: string; readonly [name: string]: unknown }): Promise<Line> {
    this.#asked += 1;
    const id = this.#asked;
    this.child.stdin?.write(`${JSON.stringify({ id, ...message })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
  /** Closes its stdin; resolves when it has exited by itself. */
  async leave(): Promise<void> {
    this.child.stdin?.end();
    await this.#exited;
  }
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.#exited;
  }
}

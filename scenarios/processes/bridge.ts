import { type ChildProcess, spawn } from 'node:child_process';
import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { UsageError } from '../failures.ts';
import { type FromBridge, type Start, toBridgeSchema } from './attachment.ts';

/**
 * Starts the process that a harness waits for at a socket, in this terminal and with its environment, and carries its stdin and stdout.
 * `command` stands in for the one that the harness would run: a debugger may stand before it. Resolves with the process's exit code, once it
 * has ended; when the harness goes, the process is killed. Throws `UsageError` where nobody waits.
 */
export const bridge = async (socket: string, command: readonly string[]): Promise<number> => {
  const harness = await met(socket);
  const lines = createInterface({ input: harness });
  // A connection that is reset is one that is closed, which is told below.
  for (const side of [harness, lines]) side.on('error', () => undefined);
  let child: ChildProcess | undefined;
  return new Promise((resolve, reject) => {
    const say = (line: FromBridge): void => void harness.write(`${JSON.stringify(line)}\n`);
    lines.on('line', (line) => {
      const said = toBridgeSchema.parse(JSON.parse(line));
      if ('stdin' in said) child?.stdin?.write(said.stdin);
      else child = started(said.start, command);
      if (!('start' in said) || child === undefined) return;
      child.on('error', (error) => reject(new UsageError(`it does not start: ${error.message}`, { cause: error })));
      if (child.pid !== undefined) say({ pid: child.pid });
      child.stdout?.setEncoding('utf8').on('data', (text: string) => say({ stdout: text }));
      child.stdin?.on('error', () => undefined);
      child.on('close', (code, signal) => {
        say({ ended: { code, signal } });
        harness.end(() => resolve(code ?? 1));
      });
    });
    harness.on('close', () => {
      if (child === undefined) reject(new UsageError(`nothing is waited for at ${socket}`));
      else if (child.exitCode === null && child.signalCode === null) killGroup(child);
    });
    process.once('SIGINT', () => harness.destroy());
  });
};

const met = (socket: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const connection = createConnection(socket, () => resolve(connection));
    connection.once('error', (error) =>
      reject(new UsageError(`no killpoint waits at ${socket}: ${error.message}`, { cause: error })),
    );
  });

/** In a group of its own, since the harness signals groups. Its stderr is this terminal's: debuggers speak there. */
const started = ({ command, arguments: args, env, cwd }: Start, instead: readonly string[]): ChildProcess => {
  const [first = command, ...rest] = instead.length === 0 ? [command, ...args] : instead;
  return spawn(first, rest, {
    cwd,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
};

const killGroup = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
};

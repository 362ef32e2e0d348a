#!/usr/bin/env node
import { CommanderError } from 'commander';
import { plainLines } from '../reports/index.ts';
import { messageOf, ProtocolBroken, TargetUnavailable, UsageError } from '../scenarios/index.ts';
import { exitCodes } from './exit.ts';
import { createProgram } from './program.ts';

/** What a failure that no command dealt with ends in. */
const codeOf = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof TargetUnavailable) return exitCodes.unavailable;
  return error instanceof ProtocolBroken ? exitCodes.protocol : exitCodes.bug;
};

// Thrown where nobody waits for it, by an adapter's timer for one. Node would end with 1, which says that a requirement failed.
process.on('uncaughtException', (error) => {
  const text = `something threw outside every call that killpoint made or waited for:\n${error.stack}`;
  process.stderr.write(
    `${plainLines(text)}\nIf it comes from your adapter, mend it there; else it is a bug of ours.\n`,
  );
  process.exit(exitCodes.bug);
});

// Who reads no further, as `head` does, has what it wanted: that is no failure, and Node would end with a bug of ours.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

let code: number = exitCodes.ok;
try {
  await createProgram((ended) => {
    code = ended;
  }).parseAsync();
} catch (error) {
  code = codeOf(error);
  // commander has said its own messages already.
  if (!(error instanceof CommanderError)) {
    const text =
      code === exitCodes.bug && error instanceof Error
        ? `killpoint failed, which is a bug of ours:\n${error.stack}`
        : messageOf(error);
    process.stderr.write(`${plainLines(text)}\n`);
  }
}
// A pipe takes 64 KiB at a time: what is still on its way would be lost with the process.
const written = (stream: NodeJS.WriteStream): Promise<void> => new Promise((done) => stream.write('', () => done()));
await Promise.all([written(process.stdout), written(process.stderr)]);
process.exit(code);

import type { DLogger } from '@dbos-inc/dbos-sdk';

const ignore = (): void => undefined;
const say = (level: string, entry: unknown): void => void process.stderr.write(`${level}: ${String(entry)}\n`);

/** Writes what DBOS warns of to standard error: standard output is the protocol's. */
export const logger: DLogger = {
  debug: ignore,
  info: ignore,
  warn: (entry) => say('warn', entry),
  error: (entry, metadata) => say('error', metadata?.stack ?? entry),
};

import { resolve } from 'node:path';
import { plain } from '../reports/index.ts';
import { Archive, smoke } from '../scenarios/index.ts';
import { exitCodes } from './exit.ts';
import { interruption } from './signals.ts';
import { mannerOf, nativeOf, openTarget, type Speaking } from './targets.ts';

/** The options of `killpoint smoke`, as they were parsed. */
export type SmokeOptions = Speaking & { readonly out: string };

/** Judges an adapter alone and prints each check; exit 1 when one does not hold. */
export const smokeTarget = async (address: string, options: SmokeOptions): Promise<number> => {
  const halt = interruption();
  const manner = mannerOf(options);
  const checks = await smoke({
    ...(await openTarget(address, manner)),
    native: await nativeOf(address, manner),
    archive: new Archive(resolve(options.out)),
    signal: halt.signal,
  });
  const cutShort = halt.code();
  if (cutShort !== undefined) return cutShort;
  for (const { check, holds, found } of checks)
    process.stdout.write(`${holds ? '✓' : '✗'} ${plain(check)}\n    ${plain(found)}\n`);
  const failing = checks.filter(({ holds }) => !holds).length;
  process.stdout.write(
    failing === 0
      ? `the adapter of ${plain(address)} holds\n`
      : `${failing} of ${checks.length} checks do not hold: mend the adapter before it judges its runtime\n`,
  );
  return failing === 0 ? exitCodes.ok : exitCodes.failed;
};

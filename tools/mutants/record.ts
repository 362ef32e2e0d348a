import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const triedSchema = z.object({
  mutant: z.string(),
  /** How many plans were run; the last of them failed the requirement, where one did. */
  plans: z.number().int(),
  killedBy: z.string().optional(),
  strategy: z.enum(['undisturbed', 'commands', 'interrupted']).optional(),
  /** Every requirement that failed within these plans. */
  fails: z.array(z.string()),
});
/** What became of one mutant. */
export type Tried = z.infer<typeof triedSchema>;

const file = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'docs', 'mutants.json');

/** What became of the mutants when that was last recorded. */
export const recorded = (): readonly Tried[] => z.array(triedSchema).parse(JSON.parse(readFileSync(file, 'utf8')));

/** Puts these in the place of what was recorded of the same mutants, and forgets mutants that are gone. */
export const record = (all: readonly Tried[], known: readonly string[]): void => {
  const kept = recorded().filter(({ mutant }) => known.includes(mutant) && !all.some((one) => one.mutant === mutant));
  const table = [...kept, ...all].sort((one, other) => one.mutant.localeCompare(other.mutant, 'en'));
  writeFileSync(file, `${JSON.stringify(table, null, 1)}\n`);
};

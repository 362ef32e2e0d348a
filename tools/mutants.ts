// `npm run mutants [-- ID... [--record]]`: puts each mutant of the reference through the plans of the requirement that it was made for,
// in process, and says after how many of them it failed it. With --record that is written to docs/mutants.json, for the page of mutants.
// Exit 1 when one is not found out.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createReference } from '../adapters/reference/index.ts';
import { judge, requirements } from '../model/index.ts';
import type { Plan, RequirementId } from '../model/vocabulary.ts';
import { Archive } from '../scenarios/archive.ts';
import { openGround } from '../scenarios/ground.ts';
import { quick, scenarios } from '../scenarios/programs.ts';
import { Suite } from '../scenarios/suite.ts';
import { type Mutant, mutants } from '../sut/mutants/index.ts';

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

const recordFile = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'mutants.json');

/** What became of the mutants when that was last recorded. */
export const recorded = (): readonly Tried[] =>
  z.array(triedSchema).parse(JSON.parse(readFileSync(recordFile, 'utf8')));

/** Runs a mutant until its requirement fails, or to the end of the plans. One at a time: how many it takes must not depend on the machine. */
export const tried = async ({ id, fails: [purpose] }: Mutant): Promise<Tried> => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-mutant-'));
  const own = requirements.filter((requirement) => requirement.id === purpose);
  const adapter = createReference({ mutant: id, isInProcess: true });
  const archive = new Archive(folder);
  await archive.prepare();
  const signal = new AbortController().signal;
  const ground = await openGround(adapter, { workers: 1, signal, folder });
  try {
    const suite = new Suite(
      {
        ...{ address: `mutant:${id}:in-process`, adapter, archive, signal, killpoint: '', workers: 1, isBrief: true },
        requirements: own,
        scenarios: quick(scenarios, own),
        onProgress: () => undefined,
      },
      ground,
    );
    await suite.run();
    const fails = judge(suite.saved, ground.subject, requirements).filter(({ status }) => status === 'fail');
    const killer = suite.saved.at(-1)?.history.plan;
    const isKilled = fails.some(({ requirement }) => requirement === purpose);
    return {
      mutant: id,
      plans: suite.saved.length,
      ...(isKilled && killer !== undefined ? { killedBy: killer.id, strategy: strategyOf(killer) } : {}),
      fails: fails.map(({ requirement }) => requirement).sort(),
    };
  } finally {
    await ground.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const strategyOf = ({ script, interventions }: Plan): Tried['strategy'] => {
  if (script !== undefined) return 'commands';
  return interventions.length === 0 ? 'undisturbed' : 'interrupted';
};

const main = async (given: readonly string[]): Promise<boolean> => {
  const named = given.filter((argument) => !argument.startsWith('--'));
  const chosen = mutants.filter(({ id }) => named.length === 0 || named.includes(id));
  const all: Tried[] = [];
  for (const mutant of chosen) {
    const one = await tried(mutant);
    all.push(one);
    console.log(inWords(one, mutant.fails));
  }
  if (given.includes('--record')) {
    const kept = recorded().filter(
      ({ mutant }) => mutants.some(({ id }) => id === mutant) && !all.some((one) => one.mutant === mutant),
    );
    const table = [...kept, ...all].sort((one, other) => one.mutant.localeCompare(other.mutant, 'en'));
    writeFileSync(recordFile, `${JSON.stringify(table, null, 1)}\n`);
  }
  return all.length > 0 && all.every(({ killedBy }) => killedBy !== undefined);
};

const inWords = ({ mutant, plans, killedBy, fails }: Tried, [purpose, ...more]: readonly RequirementId[]): string => {
  const also = fails.filter((one) => one !== purpose && !more.includes(one));
  const beside = also.length === 0 ? '' : `\n          not expected to fail as well: ${also.join(', ')}`;
  return killedBy === undefined
    ? `SURVIVED  ${mutant}: ${purpose} held in ${plans} plans${beside}`
    : `killed    ${mutant}: ${purpose} after ${plans} plans, by ${killedBy}${beside}`;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;

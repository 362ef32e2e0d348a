// `npm run mutants [-- ID... [--record]]`: puts each mutant of the reference through the plans of the requirement that it was made for,
// in process, and says after how many of them it failed it. With --record that is written to docs/mutants.json, for the page of mutants.
// Exit 1 when one is not found out.
import type { RequirementId } from '../model/vocabulary.ts';
import { mutants } from '../sut/mutants/index.ts';
import { record, type Tried } from './mutants/record.ts';
import { tried } from './mutants/tried.ts';

const main = async (given: readonly string[]): Promise<boolean> => {
  const named = given.filter((argument) => !argument.startsWith('--'));
  const chosen = mutants.filter(({ id }) => named.length === 0 || named.includes(id));
  const all: Tried[] = [];
  for (const mutant of chosen) {
    const one = await tried(mutant);
    all.push(one);
    console.log(inWords(one, mutant.fails));
  }
  if (given.includes('--record'))
    record(
      all,
      mutants.map(({ id }) => id),
    );
  return all.length > 0 && all.every(({ killedBy }) => killedBy !== undefined);
};

const inWords = ({ mutant, plans, killedBy, fails }: Tried, [purpose, ...more]: readonly RequirementId[]): string => {
  const also = fails.filter((one) => one !== purpose && !more.includes(one));
  const beside = also.length === 0 ? '' : `\n          not expected to fail as well: ${also.join(', ')}`;
  return killedBy === undefined
    ? `SURVIVED  ${mutant}: ${purpose} held in ${plans} plans${beside}`
    : `killed    ${mutant}: ${purpose} after ${plans} plans, by ${killedBy}${beside}`;
};

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;

import { type Mutant, mutants } from '../../sut/mutants/index.ts';
import { type Proof, proofs } from '../mutants/proof.ts';
import { recorded, type Tried } from '../mutants/record.ts';
import { page, requirementLink, text } from './markdown.ts';

/** What each requirement is proven by, and every mutant with what it does wrong. `offered` is what the reference offers. */
export const mutantsPage = (offered: readonly string[]): string => {
  const table = recorded();
  return page('Mutants', 'sut/mutants/', [
    'The reference runtime with one deliberate defect each. A requirement that no mutant fails is unproven: it might pass anything. Each mutant is put through the plans of ' +
      'the requirement that it was made for, one after another, in process and under a virtual clock, until that requirement fails.',
    '`npm run mutants -- --record` writes what came of it to `docs/mutants.json`, and the tests hold it against what comes of it now.',
    [
      '| requirement | fails for | after how many plans | by |',
      '|---|---|---|---|',
      ...proofs(table, offered).map(rowOf),
    ].join('\n'),
    ...mutants.flatMap((mutant) => mutantBlocks(mutant, table)),
  ]);
};

const rowOf = ({ requirement: { id }, by, needs }: Proof): string => {
  const own = by.filter(({ mutant }) => mutants.some((one) => one.id === mutant && one.fails[0] === id));
  const [first] = [...own, ...by].sort((one, other) => one.plans - other.plans);
  if (first === undefined)
    return `| ${requirementLink(id)} | ${needs === undefined ? '**nothing: unproven**' : `needs ${needs}`} | | |`;
  const names = by.map(({ mutant }) => `[\`${mutant}\`](#${mutant})`).join(', ');
  return `| ${requirementLink(id)} | ${names} | ${first.plans} | ${first.strategy ?? ''}: \`${first.killedBy ?? ''}\` |`;
};

const mutantBlocks = (
  { id, defect, fails, explained, reports = [] }: Mutant,
  table: readonly Tried[],
): readonly string[] => {
  const [own, ...also] = fails.map(requirementLink);
  const found = table.find(({ mutant }) => mutant === id);
  return [
    `## ${id}`,
    text(defect),
    [`Must fail ${own}`, ...(also.length === 0 ? [] : [`and with it ${also.join(', ')}`])].join(', ').concat('.'),
    ...(found?.killedBy === undefined ? [] : [`Found after ${found.plans} plans, by \`${found.killedBy}\`.`]),
    ...(explained === undefined ? [] : [`What else shows: ${text(explained)}`]),
    ...(reports.length === 0 ? [] : [`The shape of a public report: ${reports.map(text).join(', ')}.`]),
  ];
};

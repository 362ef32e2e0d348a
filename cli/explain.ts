import { closest } from 'fastest-levenshtein';
import { boundaries, requirements } from '../model/index.ts';
import type { Requirement } from '../model/vocabulary.ts';
import { dutyWords, followedWords, levelWords } from '../model/words/requirements.ts';
import { scenarios, UsageError } from '../scenarios/index.ts';
import { mutants } from '../sut/index.ts';

/** Says what a requirement, a boundary, a program or a mutant is. Throws `UsageError` for an id that nothing has, with the nearest one. */
export const explanationOf = (id: string): string => {
  const lines = requirementLines(id) ?? boundaryLines(id) ?? programLines(id) ?? mutantLines(id);
  if (lines !== undefined) return lines.join('\n');
  const known = [
    ...requirements.map((one) => one.id),
    ...boundaries.map((one) => one.id),
    ...scenarios.map(({ program }) => program.id),
    ...mutants.map((one) => one.id),
  ];
  throw new UsageError(
    `there is no '${id}'. Did you mean '${closest(id, known)}'? 'killpoint list' shows what there is`,
  );
};

const requirementLines = (id: string): readonly string[] | undefined => {
  const found = requirements.find((one) => one.id === id);
  if (found === undefined) return undefined;
  const exercised = scenarios.filter(({ exercises }) => exercises.some((one) => one.split('/')[0] === id));
  const programs = exercised.map(({ program }) => program.id).join(', ');
  const failing = mutants.filter(({ fails }) => fails.some((one) => one === id)).map((one) => one.id);
  return [
    `${found.id}: ${found.title}`,
    '',
    found.statement,
    '',
    ...found.clauses.map(clauseLine),
    '',
    `level      ${found.level}, ${levelWords[found.level]}${found.isOptional === true ? '; optional' : ''}`,
    `profile    ${found.profile}`,
    `duty       ${dutyOf(found)}`,
    `reach      ${found.reach}: how far the harness has to get into a runtime to see any of it`,
    `needs      ${found.needs.join(', ') || 'nothing that a runtime may not offer'}`,
    `since      ${found.since}`,
    `source     ${found.source}`,
    `programs   ${programs || 'commands alone'}`,
    `mutants    ${failing.join(', ') || 'none'}`,
    '',
    `npx killpoint run TARGET -r ${id}`,
  ];
};

const clauseLine = ({ id, statement, needs, features = [] }: Requirement['clauses'][number]): string => {
  const waits = needs === undefined ? '' : ` (needs ${needs})`;
  return `  ${id}: ${statement}${waits}${features.length === 0 ? '' : ` (where the runtime offers ${features.join(', ')})`}`;
};

const dutyOf = ({ duty, dutyFollows }: Requirement): string =>
  dutyFollows === undefined ? dutyWords[duty] : `${dutyWords[duty]}, ${followedWords[dutyFollows]}`;

const boundaryLines = (id: string): readonly string[] | undefined => {
  const found = boundaries.find((one) => one.id === id);
  if (found === undefined) return undefined;
  return [`${found.id}: ${found.moment}`, '', `reach      ${found.reach}`];
};

const programLines = (id: string): readonly string[] | undefined => {
  const found = scenarios.find(({ program }) => program.id === id);
  if (found === undefined) return undefined;
  const { program, exercises } = found;
  return [
    `${program.id}: ${program.title}`,
    '',
    ...program.steps.map((step) => `  ${step.id}: ${step.op}`),
    '',
    `exercises  ${exercises.join(', ')}`,
  ];
};

const mutantLines = (id: string): readonly string[] | undefined => {
  const found = mutants.find((one) => one.id === id);
  if (found === undefined) return undefined;
  return [
    `${found.id}: ${found.defect}`,
    '',
    `must fail  ${found.fails.join(', ')}`,
    ...(found.explained === undefined ? [] : ['', found.explained]),
    '',
    `npx killpoint run mutant:${id}`,
  ];
};

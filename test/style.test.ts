import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/*
 * The rules of the house that Biome does not have (biome.json keeps the others: lengths, parameters, any, `!`, enums, promises,
 * exhaustive switches). Each rule is a function from a file to its breaches, so that it can be shown to bite.
 */

/**
 * Where a cast may stand: the borders, where a value enters whose type nothing can check. One line of reason each; adding one
 * is a decision for a review.
 */
const borders: Readonly<Record<string, string>> = {
  'model/step.ts': 'a table of a machine of any kind cannot say of which kind its contexts are',
  'model/compile/candidate.ts': 'XState keeps guards and actions under their names without a type',
};

/** Names that say nothing about what is inside. */
const vagueNames = ['utils', 'util', 'helpers', 'helper', 'common', 'types', 'misc'];

/** Directives that switch a rule off where it stands. A rule that needs an exemption is changed for all, or the code is split. */
const silencers = ['biome-ignore', '@ts-ignore', '@ts-expect-error', '@ts-nocheck', 'eslint-disable', 'oxlint-disable'];

type Rule = (file: string, source: ts.SourceFile) => readonly string[];

const hasTellingName: Rule = (file) =>
  file.split('/').some((part) => vagueNames.includes(basename(part).split('.')[0] ?? ''))
    ? [`${file}: name it for the idea that it holds`]
    : [];

const casts: Rule = (file, source) => {
  if (file in borders) return [];
  return nodesOf(source)
    .filter(
      (node) =>
        (ts.isAsExpression(node) && !isConstCast(node) && !namesMachineTypes(node)) ||
        ts.isTypeAssertionExpression(node),
    )
    .map(
      (node) =>
        `${placeOf(file, source, node)}: a cast: parse the value, or make this file a border in test/style.test.ts`,
    );
};

const silenced: Rule = (file, source) =>
  silencers
    .filter((word) => source.text.includes(word))
    .map((word) => `${file}: ${word}: change the rule for all, or the code`);

const undocumented: Rule = (file, source) => {
  const documented = new Set(source.statements.filter(isDocumented).flatMap(namesOf));
  return source.statements
    .filter((statement) => isExported(statement) && !isDocumented(statement) && !isInferredFrom(statement, documented))
    .flatMap((statement) =>
      namesOf(statement).map(
        (name) => `${placeOf(file, source, statement)}: ${name} is exported without a doc comment`,
      ),
    );
};

/** `Math.random` is a property, which Biome's list of forbidden globals cannot name. */
const randomness: Rule = (file, source) =>
  nodesOf(source)
    .filter((node) => ts.isPropertyAccessExpression(node) && node.getText(source) === 'Math.random')
    .map((node) => `${placeOf(file, source, node)}: model has no randomness`);

const rules: readonly { readonly sentence: string; readonly rule: Rule; readonly folders: readonly string[] }[] = [
  {
    sentence: 'a file is named for its one idea',
    rule: hasTellingName,
    folders: ['model', 'sut', 'scenarios', 'adapters', 'reports', 'cli', 'test', 'tools'],
  },
  {
    sentence: 'casts stand at borders only',
    rule: casts,
    folders: ['model', 'sut', 'scenarios', 'adapters', 'reports', 'cli'],
  },
  {
    sentence: 'no rule is switched off where it stands',
    rule: silenced,
    folders: ['model', 'sut', 'scenarios', 'adapters', 'reports', 'cli', 'tools'],
  },
  {
    sentence: 'every export has a doc comment',
    rule: undocumented,
    folders: ['model', 'scenarios', 'adapters', 'reports'],
  },
  { sentence: 'the specification draws no random numbers', rule: randomness, folders: ['model'] },
];

describe('the house style', () => {
  it.each(rules)('$sentence', ({ rule, folders }) => {
    const files = folders.flatMap((folder) => sourceFiles(folder));
    expect(files.length).toBeGreaterThan(0);
    const breaches = files.flatMap((file) => rule(file, parsed(file, readFileSync(join(root, file), 'utf8'))));
    expect(breaches.join('\n')).toBe('');
  });

  it('names no border that is gone or holds no cast', () => {
    const needless = Object.keys(borders).filter((file) => {
      if (!sourceFiles(file.split('/')[0] ?? '').includes(file)) return true;
      const source = parsed('another.ts', readFileSync(join(root, file), 'utf8'));
      return casts('another.ts', source).length === 0;
    });
    expect(needless).toEqual([]);
  });
});

describe('the style rules bite', () => {
  it.each([
    { rule: hasTellingName, file: 'model/utils.ts', text: '' },
    { rule: hasTellingName, file: 'model/helpers/one.ts', text: '' },
    { rule: casts, file: 'model/a.ts', text: 'const a = 1 as unknown' },
    { rule: casts, file: 'model/a.ts', text: 'const a = <number>b' },
    { rule: casts, file: 'model/a.ts', text: 'const a = { types: b as C }' },
    { rule: casts, file: 'model/a.ts', text: 'const a = { other: {} as C }' },
    { rule: silenced, file: 'model/a.ts', text: '// @ts-expect-error' },
    { rule: undocumented, file: 'model/a.ts', text: 'export const a = 1' },
    { rule: undocumented, file: 'model/a.ts', text: '/** A. */ const a = 1;\nexport type B = string' },
    { rule: undocumented, file: 'model/a.ts', text: 'const a = z.string(); export type A = z.infer<typeof a>' },
    { rule: undocumented, file: 'model/a.ts', text: '// A line is no doc comment.\nexport function a() {}' },
    { rule: randomness, file: 'model/a.ts', text: 'const a = Math.random()' },
  ])('$rule.name refuses $file: $text', ({ rule, file, text }) =>
    expect(rule(file, parsed(file, text))).toHaveLength(1),
  );

  it.each([
    { rule: hasTellingName, file: 'model/typesetting.ts', text: '' },
    { rule: casts, file: 'model/a.ts', text: 'const a = [1] as const' },
    { rule: casts, file: 'model/a.ts', text: 'setup({ types: {} as { context: A } })' },
    { rule: casts, file: 'model/a.ts', text: "import { a as b } from './b.ts'" },
    { rule: undocumented, file: 'model/a.ts', text: '/** A. */\nexport const a = 1' },
    {
      rule: undocumented,
      file: 'model/a.ts',
      text: '/** A. */\nexport const a = z.string();\nexport type A = z.infer<typeof a>',
    },
    { rule: undocumented, file: 'model/a.ts', text: "export { a } from './b.ts';\nconst b = 1" },
  ])('$rule.name accepts $file: $text', ({ rule, file, text }) => expect(rule(file, parsed(file, text))).toEqual([]));
});

const root = join(import.meta.dirname, '..');

function parsed(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
}

function nodesOf(source: ts.SourceFile): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function placeOf(file: string, source: ts.SourceFile, node: ts.Node): string {
  return `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
}

function isConstCast(node: ts.AsExpression): boolean {
  return ts.isTypeReferenceNode(node.type) && node.type.getText() === 'const';
}

/** `setup({ types: {} as { ... } })` is how XState takes the types of a machine: a declaration, which casts no value. */
function namesMachineTypes(node: ts.AsExpression): boolean {
  const isEmpty = ts.isObjectLiteralExpression(node.expression) && node.expression.properties.length === 0;
  return isEmpty && ts.isPropertyAssignment(node.parent) && node.parent.name.getText() === 'types';
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some((each) => each.kind === ts.SyntaxKind.ExportKeyword)
  );
}

function isDocumented(statement: ts.Statement): boolean {
  return ts.getJSDocCommentsAndTags(statement).length > 0;
}

/** `export type A = z.infer<typeof a>` says what `a` says, so the comment on a documented `a` is its own; a list's members likewise. */
function isInferredFrom(statement: ts.Statement, documented: ReadonlySet<string>): boolean {
  if (!ts.isTypeAliasDeclaration(statement)) return false;
  const written = /^z\.(?:infer|input|output)<typeof (\w+)>$|^\(typeof (\w+)\)\[number\]$/.exec(
    statement.type.getText(),
  );
  return written?.slice(1).some((name) => documented.has(name)) ?? false;
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map((each) => each.name.getText());
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed ? [statement.name?.getText() ?? 'default'] : [];
}

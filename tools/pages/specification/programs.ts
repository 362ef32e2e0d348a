import ts from 'typescript';
import { text } from '../markdown.ts';
import { Rules } from './rules.ts';
import { docOf, parsedIn } from './source.ts';

/** What a program is made of, as the vocabulary says beside its schemas. */
export const programBlocks = (): readonly string[] => {
  const sources = parsedIn('model/vocabulary');
  return Object.entries(said).flatMap(([file, names]) =>
    names.map((name) => {
      const doc = (sources.get(file)?.statements ?? [])
        .filter((one) => declares(one, name))
        .map(docOf)
        .join(' ');
      if (doc === '') throw new Error(`model/vocabulary/${file}.ts says nothing of ${name}: expected a doc comment`);
      return text(doc);
    }),
  );
};

const said: Readonly<Record<string, readonly string[]>> = {
  program: ['programSchema', 'stepSchema', 'structureSteps', 'retrySchema', 'approvalStepSchema'],
  artifact: ['artifactReferenceSchema'],
};

const declares = (statement: ts.Statement, name: string): boolean =>
  ts.isVariableStatement(statement) &&
  statement.declarationList.declarations.some((one) => one.name.getText() === name);

/** Which steps of a slot may be worked on, and what is done once one is. */
export const progressBlocks = (): readonly string[] => {
  const source = parsedIn('model/machines').get('progress');
  const docs = (source?.statements ?? []).filter(ts.isVariableStatement).filter((one) => /^export/.test(one.getText()));
  return [docs.map((one) => `- ${text(docOf(one))}`).join('\n')];
};

/** Under which id each entity is kept. */
export const nameBlocks = (rules = new Rules()): readonly string[] => [
  rules.all
    .filter(({ file }) => file === 'names')
    .map(
      ({ doc, body }) =>
        `- ${text(doc)} \`${body
          .getText()
          .replace(/[`]/g, '')
          .replace(/\$\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}\``,
    )
    .join('\n'),
];

import ts from 'typescript';
import { text } from '../markdown.ts';
import { spelled } from './conditions.ts';
import type { Rules } from './rules.ts';
import { docOf, parsedIn } from './source.ts';

/** What a program is made of, as the vocabulary says beside its schemas. */
export const programBlocks = (): readonly string[] => {
  const sources = parsedIn('model/vocabulary');
  const lines = said.map(({ file, name, word }) => {
    const doc = (sources.get(file)?.statements ?? [])
      .filter((one) => declares(one, name))
      .map(docOf)
      .join(' ');
    if (doc === '') throw new Error(`model/vocabulary/${file}.ts says nothing of ${name}: expected a doc comment`);
    return `- **${word}**: ${text(doc)}`;
  });
  return [lines.join('\n')];
};

const said = [
  { file: 'program', name: 'programSchema', word: 'program' },
  { file: 'program', name: 'stepSchema', word: 'step' },
  { file: 'program', name: 'structureSteps', word: 'structures' },
  { file: 'program', name: 'retrySchema', word: 'retry policy' },
  { file: 'program', name: 'approvalStepSchema', word: 'approval' },
  { file: 'artifact', name: 'artifactReferenceSchema', word: 'artifact reference' },
] as const;

const declares = (statement: ts.Statement, name: string): boolean =>
  ts.isVariableStatement(statement) &&
  statement.declarationList.declarations.some((one) => one.name.getText() === name);

/** Which steps of a slot may be worked on, and what is done once one is. */
export const progressBlocks = (): readonly string[] => {
  const source = parsedIn('model/machines').get('progress');
  const statements: readonly ts.Statement[] = source?.statements ?? [];
  const exported = statements.filter(
    (one): one is ts.VariableStatement => ts.isVariableStatement(one) && /^export/.test(one.getText()),
  );
  const lines = exported.map((one) => {
    const [declared] = one.declarationList.declarations;
    return `- **${spelled(declared?.name.getText() ?? '')}**: ${text(docOf(one))}`;
  });
  return [lines.join('\n')];
};

/** Under which id each entity is kept. */
export const nameBlocks = (rules: Rules): readonly string[] => [
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

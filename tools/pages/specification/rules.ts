import ts from 'typescript';
import { docOf, parsedIn } from './source.ts';

/** A function of the rules: where it stands, what its comment says, what it is called with, and its body. */
export type Rule = {
  readonly file: string;
  readonly name: string;
  readonly doc: string;
  readonly parameters: readonly ts.ParameterDeclaration[];
  readonly body: ts.ConciseBody;
};

/** The rules of the specification as they stand in the code, found by the file that uses a name and the name. */
export class Rules {
  readonly #sources = parsedIn('model/rules');
  readonly #known = new Map<string, Rule>();

  constructor() {
    for (const [file, source] of this.#sources)
      for (const rule of functionsIn(file, source)) this.#known.set(`${file}:${rule.name}`, rule);
  }

  get all(): readonly Rule[] {
    return [...this.#known.values()];
  }

  /** The rule that a name stands for in a file: its own, or one that it imports from another file of rules. */
  find(file: string, name: string): Rule | undefined {
    return this.#known.get(`${file}:${name}`) ?? this.#imported(this.#sources.get(file), name);
  }

  /** The rule of each command: what the composition calls for its name. */
  byCommand(): ReadonlyMap<string, Rule> {
    const runtime = parsedIn('model').get('runtime');
    if (runtime === undefined) throw new Error('model/runtime.ts is not there, which says which rule a command has');
    const found = clausesIn(runtime).flatMap((clause) => {
      const called = calledIn(clause);
      const rule = called === undefined ? undefined : this.#imported(runtime, called);
      return ts.isCaseClause(clause) && ts.isStringLiteral(clause.expression) && rule !== undefined
        ? [[clause.expression.text, rule] as const]
        : [];
    });
    return new Map(found);
  }

  #imported(source: ts.SourceFile | undefined, name: string): Rule | undefined {
    for (const statement of source?.statements ?? []) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const bindings = statement.importClause?.namedBindings;
      if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
      const own = bindings.elements.find((element) => element.name.text === name);
      const file = /([a-z-]+)\.ts$/.exec(statement.moduleSpecifier.text)?.[1];
      if (own !== undefined) return this.#known.get(`${file}:${(own.propertyName ?? own.name).text}`);
    }
    return undefined;
  }
}

const functionsIn = (file: string, source: ts.SourceFile): readonly Rule[] =>
  source.statements.filter(ts.isVariableStatement).flatMap((statement) =>
    statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer !== undefined && ts.isArrowFunction(initializer)
        ? [
            {
              file,
              name: name.getText(),
              doc: docOf(statement),
              parameters: [...initializer.parameters],
              body: initializer.body,
            },
          ]
        : [],
    ),
  );

const clausesIn = (node: ts.Node): readonly ts.CaseOrDefaultClause[] => [
  ...(ts.isCaseOrDefaultClause(node) ? [node] : []),
  ...node.getChildren().flatMap(clausesIn),
];

const calledIn = (clause: ts.CaseOrDefaultClause): string | undefined => {
  const [statement] = clause.statements;
  const value = statement !== undefined && ts.isReturnStatement(statement) ? statement.expression : undefined;
  return value !== undefined && ts.isCallExpression(value) ? value.expression.getText() : undefined;
};

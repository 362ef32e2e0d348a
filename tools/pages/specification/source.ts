import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The files of a folder of the checkout, parsed, by their names without the ending. */
export const parsedIn = (folder: string): ReadonlyMap<string, ts.SourceFile> => {
  const path = join(import.meta.dirname, '../../..', folder);
  const names = readdirSync(path).filter((name) => name.endsWith('.ts'));
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(path, name), 'utf8');
      return [name.slice(0, -'.ts'.length), ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)] as const;
    }),
  );
};

/** The doc comment of a node as one line, without its stars. Empty where there is none. */
export const docOf = (node: ts.Node): string => {
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  return lineOf(comment?.getText() ?? '');
};

/** The comment before each member of a union, by the `type` or types of the member. */
export const docsByType = (union: ts.TypeNode): ReadonlyMap<string, string> => {
  const text = union.getSourceFile().text;
  const members = ts.isUnionTypeNode(union) ? [...union.types] : [union];
  const docs = members.flatMap((member, at) => {
    const before = text.slice(members[at - 1]?.end ?? union.getFullStart(), member.getStart());
    const comment = lineOf(/\/\*\*[\s\S]*\*\//.exec(before)?.[0] ?? '');
    return comment === '' ? [] : typesOf(member).map((type) => [type, comment] as const);
  });
  return new Map(docs);
};

/** The members of the object types that make up a type, with their comments. */
export const membersOf = (type: ts.TypeNode): readonly { readonly name: string; readonly doc: string }[] => {
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap(membersOf);
  if (!ts.isTypeLiteralNode(type)) return [];
  return type.members.flatMap((member) =>
    member.name === undefined ? [] : [{ name: member.name.getText(), doc: docOf(member) }],
  );
};

/** The types that a file declares, by name. */
export const typesIn = (source: ts.SourceFile): readonly ts.TypeAliasDeclaration[] =>
  source.statements.filter(ts.isTypeAliasDeclaration);

/** The text of every string literal type in a node. */
export const literalsIn = (node: ts.Node): readonly string[] => {
  if (ts.isStringLiteral(node)) return [node.text];
  return node.getChildren().flatMap(literalsIn);
};

/** The members that are given a value in an object, or in those that it spreads. */
export const assignmentsIn = (node: ts.Node): readonly ts.PropertyAssignment[] =>
  ts.isPropertyAssignment(node) ? [node] : node.getChildren().flatMap(assignmentsIn);

/** The parts of a node that mean something. */
export const childrenOf = (node: ts.Node): readonly ts.Node[] => {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
};

const typesOf = (member: ts.TypeNode): readonly string[] => {
  if (!ts.isTypeLiteralNode(member)) return [];
  const type = member.members.find((one) => one.name?.getText() === 'type');
  return type === undefined ? [] : literalsIn(type);
};

const lineOf = (comment: string): string =>
  comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/\n\s*\*\s?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

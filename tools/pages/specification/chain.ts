import ts from 'typescript';
import { conditionWords, named as worded } from './conditions.ts';
import type { Rule, Rules } from './rules.ts';
import { assignmentsIn, childrenOf, literalsIn } from './source.ts';

/** One link of a command's chain of questions, as the code of its rule has it. */
export type Link =
  /** An event for an entity: `ask` needs one that is there, `tell` does not. */
  | { readonly type: 'ask' | 'tell'; readonly kind: string; readonly events: readonly string[] }
  | { readonly type: 'create'; readonly kind: string }
  | { readonly type: 'refuse'; readonly reason: string }
  | { readonly type: 'answer'; readonly value: string }
  /** What another rule with a comment of its own does, and the literals that it is given. */
  | { readonly type: 'rule'; readonly rule: Rule; readonly given: readonly string[] }
  /** What whoever calls this rule does inside it. */
  | { readonly type: 'inside' }
  | { readonly type: 'each'; readonly of: string; readonly links: readonly Link[] }
  | {
      readonly type: 'if';
      readonly condition: string;
      readonly then: readonly Link[];
      readonly otherwise: readonly Link[];
    };

type Scope = {
  readonly rules: Rules;
  readonly rule: Rule;
  /** The literals that parameters stand for. */
  readonly literals: ReadonlyMap<string, readonly string[]>;
  /** The functions that parameters stand for. */
  readonly functions: ReadonlyMap<string, { readonly body: ts.ConciseBody; readonly scope: Scope }>;
  readonly outer: readonly Rule[];
};

/**
 * The links of a rule, in the order in which they are come by. Rules without a comment of their own are walked into. `given` are the
 * literals that its parameters are given, where they take any.
 */
export const chainOf = (rules: Rules, rule: Rule, given: readonly string[] = []): readonly Link[] => {
  const known = chains.get(rule) ?? new Map<string, readonly Link[]>();
  const chain = known.get(given.join()) ?? walked(rules, rule, given);
  chains.set(rule, known.set(given.join(), chain));
  return chain;
};

/** Each rule is asked for by every command that comes by it, and walked once. */
const chains = new WeakMap<Rule, Map<string, readonly Link[]>>();

const walked = (rules: Rules, rule: Rule, given: readonly string[]): readonly Link[] => {
  const taking = rule.parameters.filter(({ type }) => type !== undefined && literalsIn(type).length > 0);
  const literals = taking.flatMap(({ name }, at) => {
    const literal = given[at];
    return literal === undefined ? [] : [[name.getText(), [literal]] as const];
  });
  return linksIn(rule.body, { rules, rule, literals: new Map(literals), functions: new Map(), outer: [rule] });
};

const linksIn = (node: ts.Node, scope: Scope): readonly Link[] => {
  if (ts.isBlock(node)) return ofStatements(node.statements, scope);
  if (ts.isCallExpression(node)) return ofCall(node, scope);
  if (ts.isConditionalExpression(node)) return ofChoice(node, scope);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.BarBarToken) return ofOr(node, scope);
  if (ts.isArrowFunction(node) || ts.isTypeNode(node)) return [];
  return childrenOf(node).flatMap((child) => linksIn(child, scope));
};

const ofChoice = ({ condition, whenTrue, whenFalse }: ts.ConditionalExpression, scope: Scope): readonly Link[] => [
  ...linksIn(condition, scope),
  ...branching(conditionWords(condition, scope.rule.body), linksIn(whenTrue, scope), linksIn(whenFalse, scope)),
];

/** What comes after an `if` that returns is its `else`. */
const ofStatements = (statements: readonly ts.Statement[], scope: Scope): readonly Link[] => {
  const [first, ...rest] = statements;
  if (first === undefined) return [];
  if (!ts.isIfStatement(first)) return [...linksIn(first, scope), ...ofStatements(rest, scope)];
  return branching(
    conditionWords(first.expression, scope.rule.body),
    linksIn(first.thenStatement, scope),
    ofStatements(rest, scope),
  );
};

const ofOr = ({ left, right }: ts.BinaryExpression, scope: Scope): readonly Link[] => {
  const before = linksIn(left, scope);
  const after = linksIn(right, scope);
  return before.length > 0 ? [...before, ...after] : branching(conditionWords(left, scope.rule.body), [], after);
};

const branching = (condition: string, then: readonly Link[], otherwise: readonly Link[]): readonly Link[] =>
  then.length + otherwise.length === 0 ? [] : [{ type: 'if', condition, then, otherwise }];

const ofCall = (call: ts.CallExpression, scope: Scope): readonly Link[] => {
  const called = call.expression.getText();
  if (called.startsWith('tx.')) return ofTransaction(called.slice('tx.'.length), call, scope);
  if (/\.every$/.test(called)) return ofEvery(call, scope);
  const callback = scope.functions.get(called);
  if (callback !== undefined) return linksIn(callback.body, callback.scope);
  if (isFunctionParameter(called, scope)) return [{ type: 'inside' }];
  const rule = scope.rules.find(scope.rule.file, called);
  if (rule === undefined) return childrenOf(call).flatMap((child) => linksIn(child, scope));
  return ofRule(rule, call, scope);
};

const ofTransaction = (method: string, call: ts.CallExpression, scope: Scope): readonly Link[] => {
  const [first, , event] = call.arguments;
  const text = first !== undefined && ts.isStringLiteral(first) ? first.text : '';
  switch (method) {
    case 'ask':
    case 'tell':
      return [{ type: method, kind: text, events: event === undefined ? [] : eventsIn(event, scope) }];
    case 'create':
      return [{ type: 'create', kind: text }];
    case 'refuse':
      return [{ type: 'refuse', reason: text }];
    case 'answer':
      return [{ type: 'answer', value: membersIn(first).join(', ') }];
    default:
      return [];
  }
};

const ofEvery = (call: ts.CallExpression, scope: Scope): readonly Link[] => {
  const [check] = call.arguments;
  if (check === undefined || !ts.isArrowFunction(check) || !ts.isPropertyAccessExpression(call.expression)) return [];
  const links = linksIn(check.body, scope);
  const all = call.expression.expression;
  const named = ts.isCallExpression(all) ? scope.rules.find(scope.rule.file, all.expression.getText()) : undefined;
  const of =
    named === undefined || named.doc === ''
      ? worded(all.getText())
      : named.doc.charAt(0).toLowerCase() + named.doc.slice(1);
  return links.length === 0 ? [] : [{ type: 'each', of, links }];
};

/** A rule with a comment is a link of its own; what its caller does inside it follows it. */
const ofRule = (rule: Rule, call: ts.CallExpression, scope: Scope): readonly Link[] => {
  const functions = call.arguments.filter(ts.isArrowFunction);
  const isKnown = scope.outer.includes(rule);
  const inner = isKnown ? [] : linksIn(rule.body, insideOf(rule, call, scope));
  if (rule.doc !== '' || isKnown) {
    if (!isKnown && inner.length === 0) return [];
    const given = call.arguments.flatMap((one) => givenIn(one, scope));
    return [{ type: 'rule', rule, given }, ...functions.flatMap(({ body }) => linksIn(body, scope))];
  }
  return inner;
};

const insideOf = (rule: Rule, call: ts.CallExpression, scope: Scope): Scope => {
  const pairs = rule.parameters.map((parameter, at) => [parameter.name.getText(), call.arguments[at]] as const);
  return {
    ...scope,
    rule,
    outer: [...scope.outer, rule],
    literals: new Map(pairs.map(([name, value]) => [name, value === undefined ? [] : givenIn(value, scope)] as const)),
    functions: new Map(
      pairs.flatMap(([name, value]) =>
        value !== undefined && ts.isArrowFunction(value) ? [[name, { body: value.body, scope }] as const] : [],
      ),
    ),
  };
};

/** A literal that is given as it stands, or by a name that stands for one; or those of the member `ops`. */
const givenIn = (value: ts.Expression, scope: Scope): readonly string[] => {
  if (ts.isStringLiteral(value)) return [value.text];
  if (ts.isIdentifier(value)) return scope.literals.get(value.text) ?? [];
  if (!ts.isObjectLiteralExpression(value)) return [];
  return value.properties
    .filter(ts.isPropertyAssignment)
    .filter(({ name }) => name.getText() === 'ops')
    .flatMap(({ initializer }) => literalsIn(initializer));
};

/** What the member `type` of an event can be: a literal, one of two, or what a parameter stands for. */
const eventsIn = (event: ts.Node, scope: Scope): readonly string[] => {
  const types = assignmentsIn(event).filter(({ name }) => name.getText() === 'type');
  return [...new Set(types.flatMap(({ initializer }) => namesIn(initializer, scope)))];
};

const namesIn = (value: ts.Expression, scope: Scope): readonly string[] => {
  if (ts.isConditionalExpression(value)) return [...namesIn(value.whenTrue, scope), ...namesIn(value.whenFalse, scope)];
  if (!ts.isIdentifier(value)) return literalsIn(value);
  const known = scope.literals.get(value.text) ?? [];
  if (known.length > 0) return known;
  const parameter = scope.rule.parameters.find(({ name }) => name.getText() === value.text);
  return parameter?.type === undefined ? [] : literalsIn(parameter.type);
};

const membersIn = (value: ts.Expression | undefined): readonly string[] =>
  value !== undefined && ts.isObjectLiteralExpression(value)
    ? value.properties.flatMap(({ name }) => (name === undefined ? [] : [name.getText()]))
    : [];

const isFunctionParameter = (name: string, { rule }: Scope): boolean =>
  rule.parameters.some(
    (one) => one.name.getText() === name && one.type !== undefined && ts.isFunctionTypeNode(one.type),
  );

import ts from 'typescript';

/** A condition of a rule in words, as far as its form is a known one; else as code. `rule` is where the names in it are given. */
export const conditionWords = (condition: ts.Node, rule: ts.Node): string => {
  const text = condition.getText().replace(/\s+/g, ' ');
  const values = new Map(declarationsIn(rule).map(({ name, initializer }) => [name.getText(), initializer?.getText()]));
  return text
    .split(/ (\|\||&&) /)
    .map((part) => joints[part] ?? wordsOf(part, values))
    .join(' ');
};

const joints: Readonly<Record<string, string>> = { '||': 'or', '&&': 'and' };

/** Names that are short in the code and would say too little on a page. */
const longer: Readonly<Record<string, string>> = {
  found: 'such step',
  asked: 'such step',
  place: 'such step',
  working: 'attempt at work',
  current: 'attempt at work',
  active: 'active attempt',
  path: 'way of that name',
  own: 'steps of the slot',
  effects: 'effects of the slot',
  resting: 'step and those that rest on it',
  reused: 'steps that are reused',
  joined: 'groups and choices that ended with it',
  because: 'ground',
  'dead.attempt': 'attempt that ended',
};

/** A name or call in a condition as words, longer than it is where that says more. */
export const named = (code: string): string => longer[code] ?? spelled(code);

/** A name of the code, or a call, spelled as words: `childrenOf(tx, run)` as "children of run". */
export const spelled = (code: string): string =>
  code
    .replace(/\s+/g, ' ')
    .replace(/Object\.\w+\((\w+)\)/, '$1')
    .replace(/^Object\.\w+\(tx\.get\('(\w+)', \w+\)\?\.context\.(\w+).*/, '$2 of the $1')
    .replace(/\(tx,? ?/g, ' ')
    .replace(/[().?]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .trim();

const get = String.raw`tx\.get\('(\w+)', (?:[^()]|\([^()]*\))*\)(?:\?\.context)?`;

type Form = { readonly form: RegExp; readonly words: (one: string, other: string, third?: string) => string };

/** The forms in which rules ask, and what each says. The first that fits counts. */
const forms: readonly Form[] = [
  { form: new RegExp(`^${get} === before$`), words: (kind) => `the ${kind} is as before` },
  { form: new RegExp(`^!is\\(${get}, '([\\w.-]+)'\\)$`), words: (kind, state) => `the ${kind} is not \`${state}\`` },
  { form: new RegExp(`^is\\(${get}, '([\\w.-]+)'\\)$`), words: (kind, state) => `the ${kind} is \`${state}\`` },
  { form: new RegExp(`^${get} !== undefined$`), words: (kind) => `the ${kind} is there` },
  { form: new RegExp(`^${get} === undefined$`), words: (kind) => `the ${kind} is not there` },
  { form: /^([\w.]+) === (?:null|undefined)$/, words: (name) => `there is no ${named(name)}` },
  {
    form: /^([\w.]+) !== (?:null|undefined)$/,
    words: (name) => `there is ${named(name).replace(/^such /, 'such a ')}`,
  },
  { form: /^([\w.]+)\.trim\(\) !== ''$/, words: (name) => `the ${named(name)} is not blank` },
  { form: /^([\w.]+) === '([\w-]+)'$/, words: (name, value) => `the ${named(name)} is \`${value}\`` },
  { form: /^([\w.?]+) !== '([\w-]+)'$/, words: (name, value) => `the ${named(name)} is not \`${value}\`` },
  { form: /^([\w.]+) === ([\w.]+)$/, words: (one, other) => `the ${named(one)} is the ${named(other)}` },
  { form: /^([\w.]+) !== ([\w.]+)$/, words: (one, other) => `the ${named(one)} is not the ${named(other)}` },
  { form: /^(\w+)\(tx, (\w+)\) > 0$/, words: (name, of) => `something of the ${of} is ${named(name)}` },
  { form: /^(\w+)\(tx, (\w+)\) === \2$/, words: (name, of) => `the ${named(name)} the ${of} is the ${of} itself` },
  { form: /^(\w+)\(.*\)\.length > 0$/, words: (name) => `there are ${named(name)}` },
  {
    form: new RegExp(`^!(\\w+)\\.some\\(.*is\\(${get}, '(\\w+)'\\)\\)$`),
    words: (all, _, state = '') => `none of the ${named(all)} is \`${state}\``,
  },
  { form: /^!is([A-Z]\w*)$/, words: (name) => `it is not ${named(name).toLowerCase()}` },
  {
    form: /^(has|is)([A-Z]\w*)\(tx, (\w+)\)$/,
    words: (verb, rest, of = '') => `the ${of} ${verb} ${named(rest).toLowerCase()}`,
  },
  { form: /^!(\w+\(.*\))$/, words: (call) => `not ${named(call)}` },
  { form: /^(\w+\(.*\))$/, words: (call) => named(call) },
];

/** Names that begin with "was" were looked up before anything was asked, and say so. */
const wordsOf = (part: string, values: ReadonlyMap<string, string | undefined>): string => {
  const isPast = /^!?was[A-Z]/.test(part);
  const code = part.replace(/(?<![.'\w])[a-zA-Z]+(?![\w':(])/g, (name) => looked(name, values) ?? name);
  const found = forms.find(({ form }) => form.test(code));
  const [, one = '', other = '', third = ''] = found?.form.exec(code) ?? [];
  const words = found?.words(one, other, third);
  if (words === undefined) return `\`${code}\``;
  return isPast ? `${words.replace(' is ', ' was ')} before` : words;
};

/** What a name was looked up as, where it is an entity or the state of one. What was looked up `before` is to be told from what is now. */
const looked = (name: string, values: ReadonlyMap<string, string | undefined>): string | undefined => {
  const code = values.get(name)?.replace(/\s+/g, ' ') ?? '';
  return name !== 'before' && new RegExp(`^(?:${get}|is\\(.*\\))$`).test(code) ? code : undefined;
};

const declarationsIn = (node: ts.Node): readonly ts.VariableDeclaration[] =>
  ts.isVariableDeclaration(node) ? [node] : node.getChildren().flatMap(declarationsIn);

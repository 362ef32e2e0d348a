import { textOf } from './pages.ts';

const serves = 'it serves the page until Ctrl-C: test/cli/show.test.ts does that, and test/page opens it in Chromium';
const clones = 'the tests run in a clone that is set up';
const smoked = 'test/docs/adapters.test.ts types the same and sees that it holds; it takes half a minute';
const boots =
  'each worker of a template in TypeScript boots a compiler: the same for the template in Python is run below, and takes a third';
const long = 'it takes minutes, and says nothing that the run of one program before it does not';

/** Lines of shell blocks that no test runs, each with its reason. test/docs/commands.test.ts sees that the command line takes them all the same. */
export const unrunLine: readonly { readonly page: string; readonly line: string; readonly because: string }[] = [
  { page: 'docs/tutorial.md', line: 'git clone OWNER/killpoint && cd killpoint', because: clones },
  { page: 'docs/tutorial.md', line: 'npm ci', because: clones },
  { page: 'docs/tutorial.md', line: 'npx killpoint show', because: serves },
  {
    page: 'docs/how-to/adapt-a-runtime.md',
    line: 'npx killpoint smoke ./my-adapter/adapter.mts',
    because: smoked,
  },
  {
    page: 'docs/how-to/adapt-a-runtime.md',
    line: `npx killpoint smoke 'cmd:"python3 my-python/adapter.py"' -V`,
    because: smoked,
  },
  {
    page: 'docs/how-to/adapt-a-runtime.md',
    line: 'npx killpoint run ./my-adapter/adapter.mts --program one-effect',
    because: boots,
  },
  {
    page: 'docs/how-to/adapt-a-runtime.md',
    line: 'npx killpoint run ./my-adapter/adapter.mts --level 1',
    because: long,
  },
  { page: 'docs/how-to/adapt-a-runtime.md', line: 'npx killpoint run ./my-adapter/adapter.mts', because: long },
  {
    page: 'docs/how-to/baseline.md',
    line: 'npx killpoint run mutant:key-per-attempt:in-process --level 1 --baseline killpoint-baseline.json',
    because:
      'the line before it takes as long and does the same; test/cli/baseline.test.ts runs both, one after the other',
  },
];

/** Why a line of a page is not run, where it is not. */
export const unrunBecause = (page: string, line: string): string | undefined =>
  unrunLine.find((one) => one.page === page && one.line === line)?.because;

/** The inputs that a workflow gives to our action and that the action does not have. No GitHub runner is needed to see that. */
export const strangeInputs = (workflow: string): readonly string[] => {
  const known = inputsOf(textOf('action.yml'));
  return inputsUsed(workflow).filter((name) => !known.includes(name));
};

/** The inputs that a workflow gives to our action. */
export const inputsUsed = (workflow: string): readonly string[] => {
  const [, used = ''] = /uses: OWNER\/killpoint@\S+\n\s+with:\n((?: {10}.*\n?)+)/.exec(workflow) ?? [];
  return [...used.matchAll(/^ {10}([a-z]+):/gm)].map(([, name = '']) => name);
};

const inputsOf = (action: string): readonly string[] => {
  const [, inputs = ''] = /^inputs:\n([\s\S]*?)^outputs:/m.exec(action) ?? [];
  return [...inputs.matchAll(/^ {2}([a-z]+):$/gm)].map(([, name = '']) => name);
};

import type { Contract, Json, Program, Step } from '../model/vocabulary.ts';

/** How far the plans of a program go: every interruption, those that a replayed value needs, or only races that interrupt nothing. */
export type Coverage = 'every' | 'values' | 'races';

/** A program with what is done to it. */
export type Scenario = { readonly program: Program; readonly coverage: Coverage };

const model = (id: string, uses: readonly string[] = []): Step => ({ op: 'model', id, uses });
const tool = (id: string, uses: readonly string[] = []): Step => ({ op: 'tool', id, uses });
const valued = (id: string, value: Json): Step => ({ op: 'tool', id, uses: [], answers: { value } });
const approval = (id: string, uses: readonly string[]): Step => ({ op: 'approval', id, uses });
const effect = (id: string, uses: readonly string[] = [], contract: Contract = 'idempotent'): Step => ({
  op: 'effect',
  id,
  uses,
  contract,
});

const review = (contract: Contract): readonly Step[] => [
  model('extract'),
  model('analyse', ['extract']),
  approval('approve', ['analyse']),
  effect('publish', ['analyse', 'approve'], contract),
];

/** Any text that UTF-8 can carry and a careless layer changes: joined and right-to-left letters, line separators, controls, markup. */
const awkwardText = 'Zażółć 漢字 👩‍👩‍👧 e\u0301 \u202Eabc\u202C \u2028\u2029 \u0001\u001b[31m "\\" </script><script>';

const nested: Json = {
  list: [[], {}, [null, [0, -0.5, 1e21]]],
  deep: { a: { b: { c: { d: [true, false, { e: '' }] } } } },
  '': 'empty name',
};

/** The catalogue: adding a scenario is adding an entry here, and touches no adapter. */
export const scenarios: readonly Scenario[] = [
  {
    program: { id: 'one-effect', title: 'one effect on an owner that deduplicates', steps: [effect('publish')] },
    coverage: 'every',
  },
  {
    program: {
      id: 'document-review',
      title: 'extract, analyse, wait for approval, publish',
      steps: review('idempotent'),
    },
    coverage: 'every',
  },
  {
    program: {
      id: 'model-tool-effect',
      title: 'a model call, a tool call that uses it, an effect that uses both',
      steps: [model('draft'), tool('look-up', ['draft']), effect('notify', ['draft', 'look-up'])],
    },
    coverage: 'every',
  },
  {
    program: {
      id: 'awkward-values',
      title: 'null, empty, Unicode, nested and 256 KiB results, each handed on to the effect',
      steps: [
        valued('nothing', null),
        valued('empty', ''),
        valued('unicode', awkwardText),
        valued('nested', nested),
        { op: 'tool', id: 'large', uses: [], answers: { text: 'durable ', bytes: 262_144 - 2 } },
        effect('store', ['nothing', 'empty', 'unicode', 'nested', 'large']),
      ],
    },
    coverage: 'values',
  },
  {
    program: {
      id: 'opaque-review',
      title: 'the document review, published by an owner that cannot deduplicate',
      steps: review('opaque'),
    },
    coverage: 'races',
  },
];

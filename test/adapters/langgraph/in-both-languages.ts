import { expect, it } from 'vitest';
import { type Program, programSchema, type RunView } from '../../../model/vocabulary.ts';
import { launchOf, type Worker, type World } from './drive.ts';

/** What the tests of both adapters of LangGraph have at hand; `world` is another one in each test. */
export type Kit = {
  readonly world: () => World;
  readonly open: (variant: Record<string, string>, program: Program) => Promise<void>;
  readonly atWork: () => Promise<Worker>;
  readonly standing: (status: RunView['status']) => Promise<void>;
  readonly view: () => Promise<RunView>;
};

/** The tests that are the same in JavaScript and Python. */
export const testInBothLanguages = ({ world, open, atWork, standing, view }: Kit): void => {
  it('shows a run as failed whose node has used up its attempts', async () => {
    const fetch = { op: 'tool', id: 'fetch', uses: [], retry: { attempts: 3, backoffMs: 10 } };
    const program = programSchema.parse({ id: 'hopeless', title: 'hopeless', steps: [fetch] });
    world().troubles.fetch = 1_000;
    await open({}, program);
    await (await atWork()).send(launchOf(program));
    await standing('failed');
    expect(world().calls.map(({ step }) => step)).toEqual(['fetch', 'fetch', 'fetch']);
  });

  it('keeps null, empty, nested and awkward results as they are', async () => {
    const values = { nothing: null, empty: '', nested: { '': [[], {}, null] }, text: '\u0001 \u2028 👩‍👩‍👧 </script>' };
    const ids = Object.keys(values);
    const valued = [
      ...ids.map((id) => ({ op: 'tool', id, uses: [] })),
      { op: 'effect', id: 'store', uses: ids, contract: 'idempotent' },
    ];
    const program = programSchema.parse({ id: 'values', title: 'values', steps: valued });
    Object.assign(world().answers, values);
    await open({}, program);
    await (await atWork()).send(launchOf(program));
    await standing('succeeded');
    expect(world().calls.at(-1)?.inputs).toEqual(values);
    const { steps: shown } = await view();
    expect(Object.fromEntries(ids.map((id) => [id, shown[id]?.inForce]))).toEqual(values);
  });
};

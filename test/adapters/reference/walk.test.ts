import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReference } from '../../../adapters/reference/adapter.ts';
import { type Kind, machines } from '../../../model/kinds.ts';
import { type Answer, decide } from '../../../model/runtime.ts';
import type { Command, Session } from '../../../model/vocabulary.ts';
import { scopes } from '../../../scenarios/explore/index.ts';
import { Store } from '../../../sut/store.ts';
import { Tree } from '../../../tools/walk/tree.ts';
import { Walker } from '../../../tools/walk/walker.ts';
import { freshFile } from '../../sut/scene.ts';
import { DrivenProcess } from './driven-process.ts';

/** Without a clock and without a limit of attempts, which the address of a store does not have. */
const scope = scopes.find(({ id }) => id === 'unlimited');
if (scope === undefined) throw new Error('expected the scope "unlimited"');
const tree = new Tree(scope);
const settings = { ...scope.settings, pollMs: 15 };
const furthest = tree.leaves.slice(-1);

let folder: string;
let session: Session;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'killpoint-walk-'));
  const program = { id: 'walk', title: 'walk', steps: [...scope.steps] };
  session = await createReference().open({ folder, name: 'walk', settings, program, servers: {} });
});
afterEach(async () => {
  await session.close();
  rmSync(folder, { recursive: true });
});

/** What the commands on the way to a state are, each with the specification's answer, and the store that they leave. */
const walked = (state: number) => {
  const said: { readonly command: Command; readonly answer: Answer }[] = [];
  const file = freshFile();
  const walker = new Walker(scope, (now) =>
    Store.open(file, {
      settings: scope.settings,
      now,
      decide: (view, command) => {
        const decision = decide(view, command);
        said.push({ command, answer: decision.answer });
        return decision;
      },
    }),
  );
  walker.begin();
  for (const nth of tree.path(state)) walker.does(tree.deeds[nth] ?? { type: 'tick', ms: 0 });
  return { said, walker };
};

/** Everything that a store holds, without its times: one clock stood still, the other is the wall's. */
const contents = (store: Store) =>
  (Object.keys(machines) as Kind[]).flatMap((kind) =>
    store
      .all(kind)
      .map(({ id, entity: { leaf, context } }) =>
        JSON.stringify([kind, id, leaf, context], (name, value) =>
          /Ms$/.test(name) && value !== null ? 'a time' : value,
        ),
      ),
  );

test.each(furthest)(
  'a process that is killed after each answer leaves what the specification says (state %i)',
  async (state) => {
    const { said, walker } = walked(state);
    const address = { file: freshFile(), settings };
    for (const { command, answer } of said) {
      const one = new DrivenProcess(session.process('client'));
      await one.ready;
      await one.ask({
        do: 'open',
        store: address,
        world: 'http://127.0.0.1:9',
        program: { id: 'walk', title: '', steps: [] },
        name: 'client-1',
      });
      const { type, ...rest } = command;
      const expected = answer.status === 'ok' ? { ok: answer.value } : { refused: answer.reason };
      expect(await one.ask({ do: type, ...rest })).toEqual({ id: 2, ...expected });
      await one.kill();
    }
    const left = Store.openReadOnly(address.file, { settings, now: Date.now });
    expect(contents(left)).toEqual(contents(walker.store));
    expect(contents(left).length).toBeGreaterThan(8);
    left.close();
    walker.close();
  },
);

import { type Answer, decide } from '../../model/runtime.ts';
import { emptyStore, type Store as Memory, viewOf, written } from '../../model/store.ts';
import type { View } from '../../model/transaction.ts';
import { type Command, sameJson } from '../../model/vocabulary.ts';
import { beginningOf } from '../../scenarios/explore/alphabet.ts';
import type { Act, Deed } from '../../scenarios/explore/deed.ts';
import type { Scope } from '../../scenarios/explore/scope.ts';
import { happen } from '../../scenarios/explore/world.ts';
import type { Store } from '../../sut/store.ts';
import type { Tree } from './tree.ts';

/** What is the world's, or the explorer's own, and stands in no store. */
const elsewhere: ReadonlySet<string> = new Set(['owner', 'request']);

/** Where a walk stands: what the specification says is there, and when. */
export type Stand = { readonly memory: Memory; readonly nowMs: number };

/** A command that the store did not do as the specification says, after what had happened before. */
export class Deviation extends Error {}

/** One store beside the specification: every deed is done in both, and what the store answers and keeps is compared. */
export class Walker {
  /** Commands that were given to the store. */
  commands = 0;
  store: Store;
  readonly #scope: Scope;
  readonly #open: () => Store;
  #stand: Stand = { memory: emptyStore, nowMs: 0 };

  /** The store asks `nowMs` for the time. */
  constructor(scope: Scope, open: (nowMs: () => number) => Store) {
    this.#scope = scope;
    this.#open = () => open(() => this.#stand.nowMs);
    this.store = this.#open();
  }

  get stand(): Stand {
    return this.#stand;
  }

  /** What happens before the scope begins. */
  begin(): void {
    for (const deed of beginningOf(this.#scope)) this.does(deed);
  }

  /** Closes the store and opens it anew: only what is durable is there then. */
  reopen(): void {
    this.store.close();
    this.store = this.#open();
  }
  close(): void {
    this.store.close();
  }

  /** Does a deed. Throws `Deviation`. A command is given a key of its own: a repeated one would be answered as before. */
  does(deed: Deed): void {
    const { memory, nowMs } = this.#stand;
    if (deed.type === 'tick') {
      this.#stand = { memory, nowMs: nowMs + deed.ms };
      return;
    }
    this.commands += 1;
    const act: Act = 'key' in deed ? { ...deed, key: `${deed.key} ${this.commands}` } : deed;
    const view = viewOf(memory, { nowMs, settings: this.#scope.settings });
    const { answer, writes, command } = happen(view, act, { isSlow: this.#scope.may.includes('delay') });
    if (command !== undefined) this.#compare(view, command);
    if (answer.status === 'ok') this.#stand = { memory: written(memory, writes), nowMs };
  }

  /** Goes through the whole tree: every deed in every state is done once, and taken back. */
  through(tree: Tree, state = 0): void {
    for (const [nth, deed] of tree.deeds.entries())
      this.forgotten(() => {
        this.does(deed);
        const next = tree.child(state, nth);
        if (next !== undefined) this.through(tree, next);
      });
  }

  /** The same, with everything that led to a state done again before each deed in it: what the tree spares. */
  again(tree: Tree): void {
    for (let state = 0; state < tree.states; state++) {
      const path = tree.path(state);
      for (const deed of tree.deeds) {
        this.forgotten(() => {
          for (const nth of path) this.does(tree.deeds[nth] ?? deed);
          this.does(deed);
        });
      }
    }
  }

  /** Does something and takes all of it back, here and in the store. */
  forgotten(work: () => void): void {
    const before = this.#stand;
    this.store.undone(work);
    this.#stand = before;
  }

  /** Throws `Deviation` unless the store keeps exactly what the specification says is there. */
  agrees(): void {
    const all = [...this.#stand.memory.values()].filter(({ kind }) => !elsewhere.has(kind));
    for (const write of all) this.#keeps(write, 'at the end');
    const { entities } = this.store.extent();
    if (entities !== all.length) throw new Deviation(`expected ${all.length} entities in the store, found ${entities}`);
  }

  #compare(view: View, command: Command): void {
    const before = this.store.extent();
    const expected = decide(view, command);
    const said = this.store.apply(command);
    if (!sameJson(JSON.parse(JSON.stringify(said)), JSON.parse(JSON.stringify(expected.answer))))
      throw new Deviation(
        `${wordsFor(command)}: expected ${inWords(expected.answer)}, the store said ${JSON.stringify(said)}`,
      );
    const after = this.store.extent();
    const written = expected.writes.length;
    if (after.writes - before.writes !== written || after.events - before.events !== (said.status === 'ok' ? 1 : 0))
      throw new Deviation(
        `${wordsFor(command)}: expected ${written} writes, the store made ${after.writes - before.writes}`,
      );
    for (const write of expected.writes) this.#keeps(write, wordsFor(command));
  }

  #keeps({ kind, id, entity }: Memory extends ReadonlyMap<string, infer W> ? W : never, when: string): void {
    const kept = this.store.get(kind, id);
    const isKept =
      kept?.leaf === entity.leaf &&
      sameJson(JSON.parse(JSON.stringify(kept.context)), JSON.parse(JSON.stringify(entity.context)));
    if (!isKept)
      throw new Deviation(
        `${when}: expected ${kind} ${id} as ${JSON.stringify(entity)}, the store keeps ${JSON.stringify(kept)}`,
      );
  }
}

const wordsFor = (command: Command): string => JSON.stringify(command);
const inWords = (answer: Answer): string => JSON.stringify(answer);

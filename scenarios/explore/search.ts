import { alphabetOf, beginningOf } from './alphabet.ts';
import { Columns, ROOM } from './columns.ts';
import type { Deed } from './deed.ts';
import { Footprint } from './footprint.ts';
import { specificationsIn, viewOf } from './moments.ts';
import { type Ground, invariantsOf, numbersOf, type Outcome, outcomeOf, type Question } from './outcomes.ts';
import { Paths } from './paths.ts';
import { Rows } from './rows.ts';
import type { Scope } from './scope.ts';
import { Symmetry } from './symmetry.ts';
import { happen } from './world.ts';

/** What a search is told besides its scope. */
export type Aim = Pick<Ground, 'laws' | 'defects'> & {
  /** It ends with the first broken law, which has then a shortest path. */
  readonly stopsAtFirst: boolean;
  /** It ends when there are this many states. */
  readonly limit: number;
  /** It asks anew each time, for those who want to know whether remembering is exact. */
  readonly isForgetful: boolean;
};

type Tick = Extract<Deed, { type: 'tick' }>;
type Act = {
  readonly at: (row: Uint16Array) => Outcome;
  readonly learned: () => number;
  readonly tick: Tick | undefined;
};

/** Breadth first through everything that a scope allows, so that the first path to a broken law is a shortest one. */
export class Search {
  readonly scope: Scope;
  readonly columns: Columns;
  readonly rows = new Rows(16);
  readonly paths: Paths;
  readonly broken = new Map<string, { readonly law: Question['law']; readonly path: readonly Deed[] }>();
  readonly reasons = new Set<string>();
  readonly done = new Set<string>();
  refused = 0;
  decisions = 0;
  /** How many states were left behind with everything that may happen in them. */
  finished = 0;
  readonly #aim: Aim;
  readonly #ground: Ground;
  readonly #deeds: readonly Deed[];
  readonly #acts: readonly Act[];
  readonly #symmetry: Symmetry;
  readonly #questions: (readonly Question[])[] = [];
  readonly #now = new Uint16Array(ROOM);
  readonly #next = new Uint16Array(ROOM);

  constructor(scope: Scope, aim: Aim) {
    this.scope = scope;
    this.#aim = aim;
    this.columns = new Columns(scope.runs, scope.settings);
    this.#deeds = alphabetOf(scope);
    const named = specificationsIn([...beginningOf(scope), ...this.#deeds]);
    this.#ground = { ...aim, scope, columns: this.columns, view: viewOf(this.columns, scope, named) };
    this.#acts = this.#deeds.map((deed) => this.#act(deed));
    this.#symmetry = new Symmetry(this.columns.groups);
    this.paths = new Paths(this.#deeds, this.#symmetry);
  }

  /** How often a deed had to be decided by the specification itself. */
  get learned(): number {
    return this.#acts.reduce((sum, { learned }) => sum + learned(), 0);
  }

  /** What a row shows. */
  get viewOf(): Ground['view'] {
    return this.#ground.view;
  }

  /** Every state of a lifecycle that was entered, as `KIND.LEAF`. */
  get leaves(): ReadonlySet<string> {
    return new Set(this.columns.all.flatMap(({ kind, lane }) => lane.values.map(({ leaf }) => `${kind}.${leaf}`)));
  }

  /** Goes on until there is nothing new, or the aim is reached. */
  run(): this {
    this.#begin();
    while (this.finished < this.rows.size && !this.#isOver()) {
      this.rows.copy(this.finished, this.#now);
      for (const [nth, act] of this.#acts.entries()) this.#take(act, nth);
      this.finished += 1;
    }
    return this;
  }

  #isOver(): boolean {
    return this.rows.size >= this.#aim.limit || (this.#aim.stopsAtFirst && this.broken.size > 0);
  }

  #act(deed: Deed): Act {
    if (deed.type === 'tick') return { at: () => ({ status: 'cut' }), learned: () => 0, tick: deed };
    const compute = outcomeOf(this.#ground, deed);
    const memo = new Footprint(compute);
    if (!this.#aim.isForgetful) return { at: (row) => memo.at(row), learned: () => memo.learned, tick: undefined };
    return { at: (row) => compute((column) => row[column] ?? 0), learned: () => 0, tick: undefined };
  }

  #begin(): void {
    for (const deed of beginningOf(this.scope)) {
      if (deed.type === 'tick') continue;
      const { answer, writes } = happen(
        this.#ground.view((column) => this.#next[column] ?? 0),
        deed,
      );
      if (answer.status === 'refused')
        throw new Error(`The scope "${this.scope.id}" cannot begin: ${deed.type} was refused, ${answer.reason}.`);
      for (const [column, number] of numbersOf(this.columns, writes)) this.#next[column] = number;
    }
    this.#enter(-1, -1);
  }

  #take(act: Act, nth: number): void {
    this.decisions += 1;
    if (act.tick) {
      this.#tick(act.tick, nth);
      return;
    }
    const outcome = act.at(this.#now);
    switch (outcome.status) {
      case 'refused':
        this.refused += 1;
        this.reasons.add(outcome.reason);
        return;
      case 'cut':
        this.paths.cut(this.finished);
        return;
      case 'done':
        this.#next.set(this.#now);
        for (const [column, number] of outcome.writes) this.#next[column] = number;
        outcome.open = this.#stillOpen(outcome.open, nth);
        this.#enter(this.finished, nth);
        return;
      default:
        outcome satisfies never;
    }
  }

  #tick({ ms }: Tick, nth: number): void {
    for (let column = 0; column < this.columns.all.length; column++)
      this.#next[column] = this.columns.later(column, this.#now[column] ?? 0, ms);
    this.#enter(this.finished, nth);
  }

  /** Asks what has to be asked of this row, and keeps what has to be asked of the next. */
  #stillOpen(open: readonly Question[], nth: number): readonly Question[] {
    if (open.length === 0) return open;
    const left = open.filter((question) => {
      const holds = question.holds.at(this.#now);
      if (!holds)
        this.#break(question.law, () => [...this.paths.to(this.finished), ...this.paths.step(this.finished, nth)]);
      return !holds || !question.holds.isConstant;
    });
    return left.length === open.length ? open : left;
  }

  #enter(from: number, nth: number): void {
    const order = this.#symmetry.sort(this.#next);
    const size = this.rows.size;
    const to = this.rows.add(this.#next, this.columns.all.length);
    if (nth >= 0) {
      this.done.add(this.#deeds[nth]?.type ?? '');
      this.paths.edge(from, nth, to);
    }
    if (this.rows.size === size) return;
    this.paths.arrive(from, nth, order);
    this.#ask(to);
  }

  /** The invariants of everything that a new state shows. */
  #ask(state: number): void {
    for (let column = 0; column < this.columns.all.length; column++) {
      if (this.#next[column] === 0) continue;
      this.#questions[column] ??= invariantsOf(this.#ground, column);
      for (const { law, holds } of this.#questions[column] ?? [])
        if (!holds.at(this.#next)) this.#break(law, () => this.paths.to(state));
    }
  }

  #break(law: Question['law'], path: () => readonly Deed[]): void {
    const key = `${law.law} ${law.requirement}`;
    if (!this.broken.has(key)) this.broken.set(key, { law, path: path() });
  }
}

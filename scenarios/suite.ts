import { Judging } from '../model/index.ts';
import { type History, isControl, type Larger, type Plan, type Verdict } from '../model/vocabulary.ts';
import type { Assignment } from './assignment.ts';
import { descend } from './depth/descend.ts';
import { type Depth, type Draw, drawsOf } from './depth/draws.ts';
import { secondsAmong } from './depth/pairs.ts';
import { type Digest, digestOf } from './digest.ts';
import { execute } from './execute.ts';
import type { OpenGround } from './ground.ts';
import { Planning } from './planning.ts';
import { eachOnce } from './plans/make.ts';
import { byNovelty } from './plans/novelty.ts';
import { isOffered } from './selection.ts';
import { Portion } from './shards.ts';
import type { Ran } from './shrinking.ts';
import { sideBySide } from './side-by-side.ts';

/** A case that is over: what is kept of it, and where its history was saved. */
export type Saved = Digest & { readonly file: string };

/** After so many escapes nothing more is tried: workers that outlive their kills show nothing, however often, and each costs its waiting. */
const ESCAPES_ENOUGH = 3;

/** The cases of one run: planned, executed side by side, and saved before anything judges them. */
export class Suite {
  readonly #saved: Saved[] = [];
  /** What is undisturbed is looked at again and again. */
  readonly #undisturbed = new Map<string, History>();
  readonly assignment: Assignment;
  readonly ground: OpenGround;
  readonly #judging: Judging;
  readonly #deep = new Map<string, Promise<Ran | undefined>>();
  readonly #planning: Planning;
  readonly #began = process.hrtime.bigint();
  readonly portion: Portion;
  /** Milliseconds that each plan took; those that every shard runs are left out. */
  readonly costs = new Map<string, number>();
  /** By the id of a plan that was made smaller: what it was before. */
  readonly larger = new Map<string, Larger>();
  /** Plans that the budget left no time for. */
  leftOut = 0;
  #planned = 0;
  #failing = 0;
  #escaped = 0;

  constructor(assignment: Assignment, ground: OpenGround) {
    this.assignment = assignment;
    this.ground = ground;
    this.portion = new Portion(assignment.shard);
    this.#planning = new Planning(assignment, ground, {
      history: (plan) => this.#ran(plan),
      all: () => [...this.#undisturbed.values()],
    });
    this.#judging = new Judging(ground.subject, assignment.requirements);
  }

  async run(): Promise<void> {
    const { interruptions, only } = this.assignment;
    if (typeof interruptions === 'object') {
      await this.#runAll(this.portion.share(this.#planning.controls()));
      return this.#descend(interruptions);
    }
    const scripts = only === undefined ? this.#planning.scripts() : [];
    await this.#runAll([...this.portion.share(this.#planning.controls()), ...this.portion.divide(scripts)]);
    await this.#runAll(this.portion.share(this.#planning.looks()));
    await this.#runAll(this.portion.divide(this.#new(this.#planning.interruptions())));
    if (interruptions === 'pairs') await this.#runPairs();
  }
  /** Runs what is undisturbed and returns the plans that would follow. */
  async survey(): Promise<readonly Plan[]> {
    const planning = this.#planning;
    const controls = this.portion.share(planning.controls());
    await this.#runAll(controls);
    const scripts = this.portion.divide(planning.scripts());
    const looks = this.portion.share(planning.looks());
    await this.#runAll(looks);
    return [...controls, ...scripts, ...looks, ...this.portion.divide(this.#new(planning.interruptions()))];
  }
  /** What was run, in the order of planning: which case finished first is chance, and must not change a report. */
  get saved(): readonly Saved[] {
    const at = ({ plan }: Saved): number => this.portion.placeOf(plan.id);
    return this.#saved.toSorted((a, b) => at(a) - at(b));
  }
  /** The runs that nothing interrupted. */
  get controls(): readonly History[] {
    return this.saved.flatMap(({ plan }) => this.#undisturbed.get(plan.id) ?? []);
  }
  historyOf({ file }: Saved): Promise<History> {
    return this.assignment.archive.history(file);
  }
  /** What a reader has to know of the plans that interrupt what is written. */
  get remarks(): readonly string[] {
    return this.#planning.writes.remarks;
  }
  /** What the cases so far say of each requirement. */
  verdicts(): readonly Verdict[] {
    return this.#judging.verdicts((plan) => this.portion.placeOf(plan));
  }
  /** Its workers cannot be killed, so the rest of the plans was not run. */
  get isHopeless(): boolean {
    return this.#escaped >= ESCAPES_ENOUGH;
  }
  /** Runs one plan by itself, as a confirmation does. It is not part of the suite and is not saved. */
  alone(plan: Plan, nth: number): Promise<History> {
    return execute(this.ground, plan, {
      folder: this.assignment.archive.workFolder(`${plan.id}-alone-${nth}`),
      path: this.#planning.pathOf(plan),
    });
  }

  #ran(plan: Plan): History | undefined {
    return this.#undisturbed.get(plan.id);
  }
  /**
   * A death at every boundary, and after each that left something else behind a second interruption. Which left something else shows
   * only where all of them are run, so every shard runs them.
   */
  async #runPairs(): Promise<void> {
    const deaths = eachOnce(this.#planning.deaths()).filter((plan) => this.#planning.isToRun(plan));
    await this.#runAll(this.portion.share(deaths));
    const ids = new Set(deaths.map(({ id }) => id));
    const died = this.saved.filter(({ plan, missed }) => ids.has(plan.id) && missed === undefined);
    const seconds = secondsAmong(await Promise.all(died.map((one) => this.historyOf(one))));
    await this.#runAll(this.portion.divide(this.#new(seconds)));
  }
  /** Those that were not planned before, each once, as far as they can be run. */
  #new(plans: readonly Plan[]): readonly Plan[] {
    return eachOnce(plans).filter((plan) => !this.portion.has(plan.id) && this.#planning.isToRun(plan));
  }
  /** Draws, each from one of the programs. A plan that two of them come to is run once. */
  async #descend(depth: Depth): Promise<void> {
    const from = this.#planning.undisturbed();
    await this.#sideBySide(
      this.portion.draws(drawsOf(depth)).flatMap((draw) => {
        const { control } = from[draw.program % Math.max(1, from.length)] ?? {};
        return control === undefined ? [] : [() => this.#goDeep(control, draw)];
      }),
    );
  }
  async #goDeep(control: History, draw: Draw): Promise<void> {
    const { from, to } = (await descend(control, draw, (plan) => this.#once(plan))) ?? {};
    if (from === undefined || to === undefined || from.plan.id === to.plan.id) return;
    this.larger.set(to.plan.id, { plan: from.plan, events: from.observations.length });
  }
  async #once(plan: Plan): Promise<Ran | undefined> {
    if (!isOffered(plan, this.ground.subject)) return undefined;
    const known = this.#deep.get(plan.id) ?? this.#add(plan);
    this.#deep.set(plan.id, known);
    return known;
  }
  #add(plan: Plan): Promise<Ran | undefined> {
    this.#planned += 1;
    this.portion.draw(plan);
    return this.#runCase(plan, true);
  }

  async #runAll(plans: readonly Plan[]): Promise<void> {
    this.#planned += plans.length;
    const ordered = this.assignment.budgetMs === undefined ? plans : byNovelty(plans);
    await this.#sideBySide(ordered.map((plan) => () => this.#runCase(plan)));
  }

  #sideBySide(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
    return sideBySide(tasks, { workers: this.assignment.workers, halt: (because) => this.ground.halt(because) });
  }

  /** Nothing where the case was not run, or, where it `mayMiss`, did not come to its interventions: then it counts for nothing. */
  async #runCase(plan: Plan, mayMiss = false): Promise<Ran | undefined> {
    const { archive, isBrief, onProgress } = this.assignment;
    if (this.ground.signal.aborted || this.isHopeless || (isBrief && this.#failing > 0)) return undefined;
    if (this.#isOverBudget()) {
      this.leftOut += 1;
      return undefined;
    }
    const began = process.hrtime.bigint();
    const history = await execute(this.ground, plan, {
      folder: archive.workFolder(plan.id),
      path: this.#planning.pathOf(plan),
    });
    if (!this.portion.isShared(plan.id)) this.costs.set(plan.id, millisecondsSince(began));
    const digest = digestOf(history);
    if (this.ground.signal.aborted || (mayMiss && digest.missed !== undefined)) return undefined;
    const file = await archive.saveHistory(history);
    this.#saved.push({ ...digest, file });
    if (isControl(plan)) this.#undisturbed.set(plan.id, history);
    if (digest.hasEscape) this.#escaped++;
    const fails = this.#judging.add({ history, file });
    if (fails.length > 0) this.#failing++;
    onProgress({ done: this.#saved.length, planned: this.#planned, failing: this.#failing, last: plan.id });
    return { history, fails };
  }

  /** By the machine's own clock: in this process time may be virtual. */
  #isOverBudget(): boolean {
    const { budgetMs } = this.assignment;
    return budgetMs !== undefined && millisecondsSince(this.#began) > budgetMs;
  }
}

const millisecondsSince = (began: bigint): number => Math.round(Number(process.hrtime.bigint() - began) / 1e6);

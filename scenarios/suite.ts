import { Judging } from '../model/index.ts';
import type { History, Plan, Verdict } from '../model/vocabulary.ts';
import type { Assignment } from './assignment.ts';
import { descend } from './depth/descend.ts';
import { type Depth, drawsOf } from './depth/draws.ts';
import { secondsAmong } from './depth/pairs.ts';
import { type Digest, digestOf, isControl } from './digest.ts';
import { execute, isMissed } from './execute.ts';
import type { OpenGround } from './ground.ts';
import { Planning } from './planning.ts';
import { eachOnce } from './plans/make.ts';
import { byNovelty } from './plans/novelty.ts';
import { isOffered } from './selection.ts';
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
  readonly #order = new Map<string, number>();
  readonly assignment: Assignment;
  readonly ground: OpenGround;
  readonly #judging: Judging;
  readonly #deep = new Map<string, Promise<Ran | undefined>>();
  readonly #planning: Planning;
  readonly #began = process.hrtime.bigint();
  /** Plans that the budget left no time for. */
  leftOut = 0;
  #planned = 0;
  #failing = 0;
  #escaped = 0;

  constructor(assignment: Assignment, ground: OpenGround) {
    this.assignment = assignment;
    this.ground = ground;
    this.#planning = new Planning(assignment, ground, {
      history: (plan) => this.#ran(plan),
      all: () => [...this.#undisturbed.values()],
    });
    this.#judging = new Judging(ground.subject, assignment.requirements);
  }

  async run(): Promise<void> {
    const { interruptions, only } = this.assignment;
    if (typeof interruptions === 'object') {
      await this.#runAll(this.#planning.controls());
      return this.#descend(interruptions);
    }
    await this.#runAll([...this.#planning.controls(), ...(only === undefined ? this.#planning.scripts() : [])]);
    await this.#runAll(this.#planning.looks());
    await this.#runAll(this.#new(this.#planning.interruptions()));
    if (interruptions === 'pairs') await this.#runPairs();
  }
  /** Runs what is undisturbed and returns the plans that would follow. */
  async survey(): Promise<readonly Plan[]> {
    const planning = this.#planning;
    const controls = planning.controls();
    await this.#runAll(controls);
    await this.#runAll(planning.looks());
    return [...controls, ...planning.scripts(), ...planning.looks(), ...this.#new(planning.interruptions())];
  }
  /** What was run, in the order of planning: which case finished first is chance, and must not change a report. */
  get saved(): readonly Saved[] {
    const at = ({ plan }: Saved): number => this.#placeOf(plan.id);
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
    return this.#judging.verdicts((plan) => this.#placeOf(plan));
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

  #placeOf(plan: string): number {
    return this.#order.get(plan) ?? 0;
  }
  #ran(plan: Plan): History | undefined {
    return this.#undisturbed.get(plan.id);
  }
  /** A death at every boundary, and after each that left something else behind a second interruption. */
  async #runPairs(): Promise<void> {
    const deaths = this.#planning.deaths();
    await this.#runAll(this.#new(deaths));
    const ids = new Set(deaths.map(({ id }) => id));
    const died = this.saved.filter(({ plan, missed }) => ids.has(plan.id) && missed === undefined);
    await this.#runAll(this.#new(secondsAmong(await Promise.all(died.map((one) => this.historyOf(one))))));
  }
  /** Those that were not planned before, each once, as far as they can be run. */
  #new(plans: readonly Plan[]): readonly Plan[] {
    return eachOnce(plans).filter((plan) => !this.#order.has(plan.id) && this.#planning.isToRun(plan));
  }
  /** Draws, each from one of the programs. A plan that two of them come to is run once. */
  async #descend(depth: Depth): Promise<void> {
    const from = this.#planning.undisturbed();
    await this.#sideBySide(
      drawsOf(depth).flatMap((draw) => {
        const { control } = from[draw.program % Math.max(1, from.length)] ?? {};
        return control === undefined ? [] : [() => descend(control, draw, (plan) => this.#once(plan))];
      }),
    );
  }
  async #once(plan: Plan): Promise<Ran | undefined> {
    if (!isOffered(plan, this.ground.subject)) return undefined;
    const known = this.#deep.get(plan.id) ?? this.#add(plan);
    this.#deep.set(plan.id, known);
    return known;
  }
  #add(plan: Plan): Promise<Ran | undefined> {
    this.#planned += 1;
    this.#order.set(plan.id, this.#order.size);
    return this.#runCase(plan, true);
  }

  async #runAll(plans: readonly Plan[]): Promise<void> {
    this.#planned += plans.length;
    for (const { id } of plans) this.#order.set(id, this.#order.size);
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
    const history = await execute(this.ground, plan, {
      folder: archive.workFolder(plan.id),
      path: this.#planning.pathOf(plan),
    });
    if (this.ground.signal.aborted || (mayMiss && isMissed(history))) return undefined;
    const file = await archive.saveHistory(history);
    this.#saved.push({ ...digestOf(history), file });
    if (isControl(plan)) this.#undisturbed.set(plan.id, history);
    if (history.observations.some(({ event }) => event.type === 'call.escaped')) this.#escaped++;
    const fails = this.#judging.add({ history, file });
    if (fails.length > 0) this.#failing++;
    onProgress({ done: this.#saved.length, planned: this.#planned, failing: this.#failing, last: plan.id });
    return { history, fails };
  }

  /** By the machine's own clock: in this process time may be virtual. */
  #isOverBudget(): boolean {
    const { budgetMs } = this.assignment;
    return budgetMs !== undefined && Number(process.hrtime.bigint() - this.#began) / 1e6 > budgetMs;
  }
}

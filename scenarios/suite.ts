import type { History, Plan } from '../model/vocabulary.ts';
import type { Assignment } from './assignment.ts';
import { descend } from './depth/descend.ts';
import { type Depth, drawsOf } from './depth/draws.ts';
import { secondsAmong } from './depth/pairs.ts';
import { execute, isMissed } from './execute.ts';
import type { OpenGround } from './ground.ts';
import { listingsOf, plansOfListings } from './listings.ts';
import { dryRunOf, dryRunsOf, interruptCommits } from './plans/commits.ts';
import { pathOf } from './plans/landmarks.ts';
import { eachOnce } from './plans/make.ts';
import { byNovelty } from './plans/novelty.ts';
import type { WritePlans } from './plans/writes.ts';
import { controlOf, deathsIn, everyPlanFor, plansFor } from './plans.ts';
import type { Scenario } from './programs/scenario.ts';
import { reachOf, usualReach } from './reach.ts';
import { isOffered, needsWorkers, scriptedPlans } from './selection.ts';
import { failsOf, type Ran } from './shrinking.ts';
import { sideBySide } from './side-by-side.ts';

/** A history and where it was saved. */
export type Saved = { readonly history: History; readonly file: string };

/** After so many escapes nothing more is tried: workers that outlive their kills show nothing, however often, and each costs its waiting. */
const ESCAPES_ENOUGH = 3;

/** The cases of one run: planned, executed side by side, and saved before anything judges them. */
export class Suite {
  readonly #saved: Saved[] = [];
  readonly #order = new Map<string, number>();
  readonly assignment: Assignment;
  readonly ground: OpenGround;
  readonly #deep = new Map<string, Promise<Ran | undefined>>();
  readonly #paths = new Map<string, readonly string[]>();
  readonly #began = process.hrtime.bigint();
  /** Plans that the budget left no time for. */
  leftOut = 0;
  #planned = 0;
  #failing = 0;
  #escaped = 0;

  constructor(assignment: Assignment, ground: OpenGround) {
    this.assignment = assignment;
    this.ground = ground;
  }

  async run(): Promise<void> {
    const { interruptions, only } = this.assignment;
    if (typeof interruptions === 'object') {
      await this.#runAll(this.#controls());
      return this.#descend(interruptions);
    }
    await this.#runAll([...this.#controls(), ...(only === undefined ? this.#scripts() : [])]);
    await this.#runAll(this.#looks());
    await this.#runAll(this.#interruptions());
    if (interruptions === 'pairs') await this.#runPairs();
  }
  /** Runs what is undisturbed and returns the plans that would follow. */
  async survey(): Promise<readonly Plan[]> {
    await this.#runAll(this.#controls());
    await this.#runAll(this.#looks());
    return [...this.#controls(), ...this.#scripts(), ...this.#looks(), ...this.#interruptions()];
  }
  /** What was run, in the order of planning: which case finished first is chance, and must not change a report. */
  get saved(): readonly Saved[] {
    const at = ({ history }: Saved): number => this.#order.get(history.plan.id) ?? 0;
    return this.#saved.toSorted((a, b) => at(a) - at(b));
  }
  /** Its workers cannot be killed, so the rest of the plans was not run. */
  get isHopeless(): boolean {
    return this.#escaped >= ESCAPES_ENOUGH;
  }
  /** Runs one plan by itself, as a confirmation does. It is not part of the suite and is not saved. */
  alone(plan: Plan, nth: number): Promise<History> {
    return execute(this.ground, plan, {
      folder: this.assignment.archive.workFolder(`${plan.id}-alone-${nth}`),
      path: this.#paths.get(plan.program.id),
    });
  }

  #scenarios(): readonly Scenario[] {
    const { scenarios, requirements } = this.assignment;
    if (!needsWorkers(requirements)) return [];
    return scenarios.filter(({ program }) => isOffered(controlOf(program, 1), this.ground.subject));
  }
  /** The positive control, twice each: what an uninterrupted run looks like, and whether it looks so again. */
  #controls(): readonly Plan[] {
    return this.#scenarios().flatMap(({ program }) => [controlOf(program, 1), controlOf(program, 2)]);
  }
  #scripts(): readonly Plan[] {
    return scriptedPlans(this.assignment.requirements).filter((plan) => this.#isToRun(plan));
  }
  /** Runs that interrupt nothing, and show what there is of a store to be interrupted: its commits, or the calls on its files. */
  #looks(): readonly Plan[] {
    const scenarios = this.#undisturbed().map(({ scenario }) => scenario);
    const plans = [...dryRunsOf(scenarios), ...listingsOf(scenarios, this.ground.files)];
    return plans.filter((plan) => this.#isToRun(plan));
  }
  /** What an undisturbed run shows of a program can be interrupted; a program that does not even finish undisturbed cannot. */
  #undisturbed(): readonly { readonly scenario: Scenario; readonly control: History }[] {
    return this.#scenarios().flatMap((scenario) => {
      const control = this.#ran(controlOf(scenario.program, 1));
      if (control === undefined || control.ended !== 'settled') return [];
      this.#paths.set(scenario.program.id, pathOf(control));
      return [{ scenario, control }];
    });
  }
  #interruptions(): readonly Plan[] {
    const following = this.#undisturbed().flatMap(({ scenario, control }) => [
      ...this.#plansFor(scenario, control),
      ...interruptCommits(scenario.program, this.#ran(dryRunOf(scenario.program))),
    ]);
    return this.#new(this.assignment.only ?? [...following, ...this.writes.plans]);
  }
  /** The plans of what the files of stores went through undisturbed, with what a reader has to know of them. */
  get writes(): WritePlans {
    return plansOfListings(this.#saved, this.ground.files);
  }
  #ran(plan: Plan): History | undefined {
    return this.#saved.find(({ history }) => history.plan.id === plan.id)?.history;
  }
  #isToRun(plan: Plan): boolean {
    return isOffered(plan, this.ground.subject) && (this.assignment.reach ?? usualReach).includes(reachOf(plan));
  }
  #plansFor(scenario: Scenario, control: History): readonly Plan[] {
    return this.assignment.interruptions === 'all' ? everyPlanFor(scenario, control) : plansFor(scenario, control);
  }
  /** A death at every boundary, and after each that left something else behind a second interruption. */
  async #runPairs(): Promise<void> {
    const deaths = this.#undisturbed().flatMap(({ scenario: { program }, control }) => deathsIn(program, control));
    await this.#runAll(this.#new(deaths));
    const ids = new Set(deaths.map(({ id }) => id));
    const died = this.saved.flatMap(({ history }) => (ids.has(history.plan.id) && !isMissed(history) ? [history] : []));
    await this.#runAll(this.#new(secondsAmong(died)));
  }
  /** Those that were not planned before, each once, as far as they can be run. */
  #new(plans: readonly Plan[]): readonly Plan[] {
    return eachOnce(plans).filter((plan) => !this.#order.has(plan.id) && this.#isToRun(plan));
  }
  /** Draws, each from one of the programs. A plan that two of them come to is run once. */
  async #descend(depth: Depth): Promise<void> {
    const from = this.#undisturbed();
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
      path: this.#paths.get(plan.program.id),
    });
    if (this.ground.signal.aborted || (mayMiss && isMissed(history))) return undefined;
    this.#saved.push({ history, file: await archive.saveHistory(history) });
    if (history.observations.some(({ event }) => event.type === 'call.escaped')) this.#escaped++;
    const fails = failsOf(history, this.ground.subject, this.assignment.requirements);
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

import pLimit from 'p-limit';
import { judge } from '../model/index.ts';
import type { History, Plan } from '../model/vocabulary.ts';
import type { Assignment, Saved } from './assignment.ts';
import { descend, type Ran } from './depth/descend.ts';
import { type Depth, drawsOf } from './depth/draws.ts';
import { execute, isMissed } from './execute.ts';
import type { OpenGround } from './ground.ts';
import { listingsOf, plansOfListings } from './listings.ts';
import { pathOf } from './plans/landmarks.ts';
import type { WritePlans } from './plans/writes.ts';
import { controlOf, plansFor } from './plans.ts';
import type { Scenario } from './programs/scenario.ts';
import { reachOf, usualReach } from './reach.ts';
import { isOffered, needsWorkers, scriptedPlans } from './selection.ts';

export type { Assignment, Progress, Saved } from './assignment.ts';

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
  #planned = 0;
  #failing = 0;
  #escaped = 0;

  constructor(assignment: Assignment, ground: OpenGround) {
    this.assignment = assignment;
    this.ground = ground;
  }

  async run(): Promise<void> {
    const { depth } = this.assignment;
    await this.#runAll([...this.#controls(), ...(depth === undefined ? this.#scripts() : [])]);
    await this.#runAll(this.#listings());
    await (depth === undefined ? this.#runAll(this.#interruptions()) : this.#descend(depth));
  }
  /** Runs what is undisturbed and returns the plans that would follow. */
  async survey(): Promise<readonly Plan[]> {
    await this.#runAll(this.#controls());
    await this.#runAll(this.#listings());
    return [...this.#controls(), ...this.#scripts(), ...this.#listings(), ...this.#interruptions()];
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
  /** What an undisturbed run shows of a program can be interrupted; a program that does not even finish undisturbed cannot. */
  #undisturbed(): readonly Undisturbed[] {
    return this.#scenarios().flatMap((scenario) => {
      const control = this.#saved.find(({ history }) => history.plan.id === controlOf(scenario.program, 1).id)?.history;
      if (control === undefined || control.ended !== 'settled') return [];
      this.#paths.set(scenario.program.id, pathOf(control));
      return [{ scenario, control }];
    });
  }
  #interruptions(): readonly Plan[] {
    return this.#undisturbed()
      .flatMap(({ scenario, control }) => plansFor(scenario, control))
      .concat(this.writes.plans)
      .filter((plan) => this.#isToRun(plan));
  }
  #isToRun(plan: Plan): boolean {
    return isOffered(plan, this.ground.subject) && (this.assignment.reach ?? usualReach).includes(reachOf(plan));
  }
  #listings(): readonly Plan[] {
    return listingsOf(this.#undisturbed(), this.ground.files);
  }
  /** The plans of what the files of stores went through undisturbed, with what a reader has to know of them. */
  get writes(): WritePlans {
    return plansOfListings(this.#saved, this.ground.files);
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
    await this.#sideBySide(plans.map((plan) => () => this.#runCase(plan)));
  }

  async #sideBySide(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
    const side = pLimit(this.assignment.workers);
    const running = new Set<Promise<unknown>>();
    const cases = tasks.map((task) =>
      side(() => {
        const started = task();
        running.add(started);
        return started;
      }),
    );
    try {
      await Promise.all(cases);
    } catch (error) {
      // Nothing is closed under a case that still runs: all are ended first.
      side.clearQueue();
      this.ground.halt(error);
      await Promise.allSettled(running);
      throw error;
    }
  }

  /** Nothing where the case was not run, or, where it `mayMiss`, did not come to its interventions: then it counts for nothing. */
  async #runCase(plan: Plan, mayMiss = false): Promise<Ran | undefined> {
    const { archive, isBrief, onProgress } = this.assignment;
    if (this.ground.signal.aborted || this.isHopeless || (isBrief && this.#failing > 0)) return undefined;
    const history = await execute(this.ground, plan, {
      folder: archive.workFolder(plan.id),
      path: this.#paths.get(plan.program.id),
    });
    if (this.ground.signal.aborted || (mayMiss && isMissed(history))) return undefined;
    this.#saved.push({ history, file: await archive.saveHistory(history) });
    if (history.observations.some(({ event }) => event.type === 'call.escaped')) this.#escaped++;
    const fails = this.#failsOf(history);
    if (fails.length > 0) this.#failing++;
    onProgress({ done: this.#saved.length, planned: this.#planned, failing: this.#failing, last: plan.id });
    return { history, fails };
  }

  #failsOf(history: History): readonly string[] {
    const verdicts = judge([{ history, file: '' }], this.ground.subject, this.assignment.requirements);
    return verdicts.filter(({ status }) => status === 'fail').map(({ requirement }) => requirement);
  }
}

/** A scenario that runs, and how it ran undisturbed. */
type Undisturbed = { readonly scenario: Scenario; readonly control: History };

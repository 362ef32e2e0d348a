import type { History, Plan } from '../model/vocabulary.ts';
import type { Assignment } from './assignment.ts';
import type { OpenGround } from './ground.ts';
import { listingsOf, plansOfListings } from './listings.ts';
import { dryRunOf, dryRunsOf, interruptCommits } from './plans/commits.ts';
import { pathOf } from './plans/landmarks.ts';
import { onSmallest } from './plans/novelty.ts';
import type { WritePlans } from './plans/writes.ts';
import { controlOf, deathsIn, everyPlanFor, plansFor } from './plans.ts';
import type { Scenario } from './programs/scenario.ts';
import { reachOf, usualReach } from './reach.ts';
import { isOffered, needsWorkers, scriptedPlans } from './selection.ts';

/** The cases of a suite that are over. */
type Past = { readonly history: (plan: Plan) => History | undefined; readonly all: () => readonly History[] };

/** What a suite runs next, given what it has run. Each list may name a plan again that an earlier one had. */
export class Planning {
  readonly #assignment: Assignment;
  readonly #ground: OpenGround;
  readonly #past: Past;

  constructor(assignment: Assignment, ground: OpenGround, past: Past) {
    this.#assignment = assignment;
    this.#ground = ground;
    this.#past = past;
  }

  /** The positive control, twice each: what an uninterrupted run looks like, and whether it looks so again. */
  controls(): readonly Plan[] {
    return this.#scenarios().flatMap(({ program }) => [controlOf(program, 1), controlOf(program, 2)]);
  }
  scripts(): readonly Plan[] {
    return scriptedPlans(this.#assignment.requirements).filter((plan) => this.isToRun(plan));
  }
  /** Runs that interrupt nothing, and show what there is of a store to be interrupted: its commits, or the calls on its files. */
  looks(): readonly Plan[] {
    const scenarios = this.undisturbed().map(({ scenario }) => scenario);
    const plans = [...dryRunsOf(scenarios), ...listingsOf(scenarios, this.#ground.files)];
    return plans.filter((plan) => this.isToRun(plan));
  }
  interruptions(): readonly Plan[] {
    return this.#assignment.only ?? [...this.#chosen(), ...this.#commits(), ...this.writes.plans];
  }
  /** A death at every boundary. */
  deaths(): readonly Plan[] {
    return this.undisturbed().flatMap(({ scenario: { program }, control }) => deathsIn(program, control));
  }
  /** What an undisturbed run shows of a program can be interrupted; a program that does not even finish undisturbed cannot. */
  undisturbed(): readonly { readonly scenario: Scenario; readonly control: History }[] {
    return this.#scenarios().flatMap((scenario) => {
      const control = this.#past.history(controlOf(scenario.program, 1));
      if (control === undefined || control.ended !== 'settled') return [];
      return [{ scenario, control }];
    });
  }
  /** The plans of what the files of stores went through undisturbed, with what a reader has to know of them. */
  get writes(): WritePlans {
    return plansOfListings(this.#past.all(), this.#ground.files);
  }
  /** The path that a plan's program takes undisturbed, as far as that is known. */
  pathOf({ program }: Plan): readonly string[] | undefined {
    const control = this.#past.history(controlOf(program, 1));
    return control?.ended === 'settled' ? pathOf(control) : undefined;
  }
  isToRun(plan: Plan): boolean {
    return isOffered(plan, this.#ground.subject) && (this.#assignment.reach ?? usualReach).includes(reachOf(plan));
  }

  #scenarios(): readonly Scenario[] {
    const { scenarios, requirements } = this.#assignment;
    if (!needsWorkers(requirements)) return [];
    return scenarios.filter(({ program }) => isOffered(controlOf(program, 1), this.#ground.subject));
  }
  #chosen(): readonly Plan[] {
    const { interruptions } = this.#assignment;
    const undisturbed = this.undisturbed();
    const every = (): readonly Plan[] =>
      undisturbed
        .flatMap(({ scenario, control }) => everyPlanFor(scenario, control))
        .filter((plan) => this.isToRun(plan));
    if (interruptions === 'all') return every();
    const made = undisturbed.flatMap(({ scenario, control }) => plansFor(scenario, control));
    return interruptions === 'smallest' ? [...made, ...onSmallest(every())] : made;
  }
  #commits(): readonly Plan[] {
    return this.undisturbed().flatMap(({ scenario: { program } }) =>
      interruptCommits(program, this.#past.history(dryRunOf(program))),
    );
  }
}

import { judge, requirements } from '../model/index.ts';
import type { Adapter, Counterexample, History, Plan, Verdict } from '../model/vocabulary.ts';
import type { Archive } from './archive.ts';
import { counterexampleOf, type ReadCounterexample } from './counterexample.ts';
import { execute } from './execute.ts';
import { UsageError } from './failures.ts';
import { type OpenGround, openGround } from './ground.ts';
import { reachOf } from './reach.ts';
import { isOffered, mustOffer } from './selection.ts';
import { type Ran, shrink } from './shrinking.ts';
import { smallerPlans } from './smaller-plans.ts';

/** What is made smaller, on what, and who hears of each plan that still fails. */
export type ShrinkWish = {
  readonly file: ReadCounterexample;
  readonly address: string;
  readonly adapter: Adapter;
  readonly killpoint: string;
  readonly archive: Archive;
  readonly signal: AbortSignal;
  readonly onFailing: (plan: Plan) => void;
};

/** What came of it. `runs` counts every run of every plan. Where the plan itself did not fail any more, there is no `smallest`. */
export type Shrunk = { readonly runs: number; readonly smallest: Counterexample | undefined; readonly plan: Plan };

/** How often in a row a plan has to fail before anything is built on it: what depends on timing fails once in a while. */
const IN_A_ROW = 2;
/** How often the plan that came with the file is tried: it is known to fail, and no better one is at hand. */
const FIRST_TRIES = 3;

/**
 * Makes the plan of a counterexample smaller: fewest interventions or script lines first, then the shortest program, always failing the
 * requirement of the file. Throws `UsageError` where this specification does not have it, or
 * the target does not offer what the plan needs.
 */
export const smallest = async (wish: ShrinkWish): Promise<Shrunk> => {
  const { file, archive } = wish;
  if (!requirements.some(({ id }) => id === file.requirement))
    throw new UsageError(
      `this specification has no requirement '${file.requirement}', so nothing can be said about it`,
    );
  await archive.prepare();
  const ground = await openGround(wish.adapter, {
    ...{ workers: 1, signal: wish.signal, folder: archive.folder },
    reach: [reachOf(file.plan)],
  });
  try {
    mustOffer(ground.subject, file.plan);
    const tries = new Tries(wish, ground);
    const first = await tries.first();
    if (first === undefined) return { runs: tries.runs, smallest: undefined, plan: file.plan };
    const last = await shrink(first, {
      requirement: file.requirement,
      smaller: ({ plan }) => smallerPlans(plan),
      run: (plan) => tries.run(plan),
    });
    return { runs: tries.runs, smallest: fileOf(last, wish), plan: last.plan };
  } finally {
    await ground.close();
    await archive.tidy();
  }
};

/** The runs of plans, each plan tried once: what it showed is remembered. */
class Tries {
  runs = 0;
  readonly #wish: ShrinkWish;
  readonly #ground: OpenGround;
  readonly #known = new Map<string, Promise<Ran | undefined>>();

  constructor(wish: ShrinkWish, ground: OpenGround) {
    this.#wish = wish;
    this.#ground = ground;
  }

  /** A history of the plan as it came, failing. */
  async first(): Promise<History | undefined> {
    const { plan, requirement } = this.#wish.file;
    for (let nth = 1; nth <= FIRST_TRIES; nth++) {
      const ran = await this.#inARow(plan);
      if (ran?.fails.includes(requirement)) return ran.history;
    }
    return undefined;
  }
  run(plan: Plan): Promise<Ran | undefined> {
    const { program, interventions, script } = plan;
    const key = JSON.stringify([program, interventions, script]);
    const known = this.#known.get(key) ?? this.#told(plan);
    this.#known.set(key, known);
    return known;
  }

  async #told(plan: Plan): Promise<Ran | undefined> {
    const ran = isOffered(plan, this.#ground.subject) ? await this.#inARow(plan) : undefined;
    if (ran?.fails.includes(this.#wish.file.requirement)) this.#wish.onFailing(plan);
    return ran;
  }
  /** The last of so many runs that all failed, or the one that did not. */
  async #inARow(plan: Plan): Promise<Ran | undefined> {
    let ran: Ran | undefined;
    for (let nth = 1; nth <= IN_A_ROW; nth++) {
      ran = await this.#once(plan);
      if (!ran?.fails.includes(this.#wish.file.requirement)) return ran;
    }
    return ran;
  }
  async #once(plan: Plan): Promise<Ran | undefined> {
    if (this.#ground.signal.aborted) return undefined;
    this.runs++;
    const folder = this.#wish.archive.workFolder(`shrink-${this.runs}`);
    const history = await execute(this.#ground, plan, { folder, path: undefined });
    if (history.ended === 'aborted') return undefined;
    const { requirement } = this.#wish.file;
    return { history, fails: verdictOf(history, requirement)?.status === 'fail' ? [requirement] : [] };
  }
}

const verdictOf = (history: History, requirement: string): Verdict | undefined => {
  const asked = requirements.filter(({ id }) => id === requirement);
  return judge([{ history, file: '' }], history.subject, asked)[0];
};

const fileOf = (history: History, { file, address, killpoint }: ShrinkWish): Counterexample | undefined => {
  const { requirement } = file;
  const verdict = verdictOf(history, requirement)?.cases[0];
  if (verdict === undefined) return undefined;
  const isSmaller = history.plan.id !== file.plan.id;
  const before = isSmaller ? { plan: file.plan, events: file.history.observations.length } : undefined;
  const about = {
    ...{ target: address, killpoint, reproduced: `${IN_A_ROW}/${IN_A_ROW}` },
    larger: file.larger ?? before,
  };
  return counterexampleOf({ requirement, verdict, history }, about);
};

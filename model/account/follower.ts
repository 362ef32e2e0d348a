import type { Settings } from '../transaction.ts';
import type { History, Json, Observation } from '../vocabulary.ts';
import { Belief } from './belief.ts';
import { follow } from './calling.ts';
import { answers, sends, withPending } from './commanding.ts';
import { refusedAt } from './explaining.ts';
import { Legals } from './legal.ts';
import { Seen } from './seen.ts';
import { Showing } from './showing.ts';
import type { Moment } from './telling.ts';
import { reads } from './viewing.ts';
import { type Stuck, Way } from './way.ts';

/** Follows one history, one observation after the other. */
export class Follower {
  readonly #way: Way;
  readonly #showing: Showing;
  readonly #legals: Legals;
  #beforeMs = 0;

  constructor(history: History) {
    const { plan } = history;
    const belief = new Belief(settingsOf(history));
    const isSkewed = plan.interventions.some((one) => one.do === 'skew');
    this.#way = new Way(belief, new Seen(), { isScripted: plan.script !== undefined, isSkewed });
    this.#showing = new Showing(belief);
    this.#legals = new Legals(belief);
  }

  follow(observation: Observation): Moment {
    const { seq, atMs } = observation;
    this.#way.belief.seq = seq;
    this.#way.between(this.#beforeMs, atMs);
    this.#beforeMs = atMs;
    const stuck = this.#stuckAt(observation);
    const states = this.#showing.states();
    const refused = stuck && { refused: refusedAt(this.#way, seq, stuck) };
    return { seq, states, hidden: this.#way.hidden(), legal: this.#legals.now(), ...refused };
  }

  #stuckAt(observation: Observation): Stuck | undefined {
    const way = this.#way;
    const { event, worker, atMs } = observation;
    switch (event.type) {
      case 'command.sent':
        return void sends(way, observation, event);
      case 'command.answered':
        return withPending(way, () => answers(way, observation, event));
      case 'view.read':
        return withPending(way, () => reads(way, observation, event));
      case 'call.received':
        return this.#receives(observation);
      case 'process.working':
        return worker === undefined ? undefined : void way.seen.works(worker, atMs);
      default:
        return void this.#sees(observation);
    }
  }

  #receives(observation: Observation): Stuck | undefined {
    const { event } = observation;
    if (event.type !== 'call.received') return undefined;
    const call = this.#way.seen.receives(observation, event);
    return call && withPending(this.#way, () => follow(this.#way, call));
  }

  /** What tells nothing to the rules, and will be reason to believe something later. */
  #sees(observation: Observation): void {
    const { event, worker = '' } = observation;
    const { seen } = this.#way;
    if (event.type === 'process.died') seen.dies(worker);
    if (event.type === 'process.stopped' || event.type === 'process.continued')
      seen.stops(worker, event.type === 'process.stopped');
    if (event.type === 'call.answered') seen.ends(observation, event.call, event);
    if (event.type === 'effect.looked-up') seen.asks(observation, event);
    if (event.type === 'effect.applied' || event.type === 'effect.deduplicated' || event.type === 'effect.called-back')
      seen.applies(event.run, event.step);
    if (event.type === 'effect.told') seen.tells(event.call);
    if (event.type === 'call.lost') seen.ends(observation, event.call, { value: null });
  }
}

/** The times of the runtime, as far as they are stated: what is not stated may have been nothing. */
const settingsOf = ({ plan: { settings }, subject: { bounds } }: History): Settings => {
  const maxAttempts = numberOf(settings.maxAttempts);
  return {
    leaseMs: numberOf(settings.leaseMs) ?? bounds.leaseMs,
    graceMs: numberOf(settings.graceMs) ?? 0,
    backoffMs: numberOf(settings.backoffMs) ?? 0,
    deliveryMs: numberOf(settings.deliveryMs) ?? 0,
    ...(maxAttempts !== undefined && { maxAttempts }),
  };
};
const numberOf = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

import { callStepOf, type Deed, referenceIn } from '../../model/vocabulary.ts';
import { find, type Wanted } from '../world/artifacts.ts';
import type { WorldCall, WorldDecision } from '../world/decision.ts';
import { answer } from '../world/handlers.ts';
import { type Artifact, emptyLedger } from '../world/ledger.ts';
import { carryOut, type EffectStep, lookUp } from '../world/owners.ts';
import type { Question } from '../world/request.ts';
import type { Commander } from './commander.ts';
import { callback, RUN } from './messages.ts';
import type { Moment } from './moment.ts';
import { condense } from './recorder.ts';
import type { Actor, Stage } from './stage.ts';

/** An owner says an outcome at least once: so often at most, as long as nobody has heard it. */
const CALLBACK_LIMIT = 5;

/** A deed of a plan on an effect owner. */
export type OwnerDeed = Extract<Deed, 'call-back' | 'take-access' | 'deliver'>;
/** Whether a deed is one on an effect owner. */
export const isOwnerDeed = (deed: Deed): deed is OwnerDeed => ['call-back', 'take-access', 'deliver'].includes(deed);

/** A request with the moment of its arrival. */
type Request = { readonly moment: Moment; readonly call: WorldCall; readonly atMs: number };
/** An action that an owner has taken and says the outcome of later. */
type Action = { readonly request: Request; calls: number; isBeingTold: boolean; isTold: boolean };

/** The servers of one case at work: their ledger, what they decide, whom they call back, and what the plan does to them. */
export class Owners {
  readonly #stage: Stage;
  readonly #commander: Commander;
  /** Effects that are on their owner's table, by call. */
  readonly #pending = new Map<number, Request>();
  readonly #actions: Action[] = [];
  readonly #steps = new Map<string, string>();
  /** The request of a dead worker that its owner does not have yet. */
  #adrift: Request | undefined;
  #ledger = emptyLedger;

  constructor(stage: Stage, commander: Commander) {
    this.#stage = stage;
    this.#commander = commander;
  }

  /** A call has arrived, and nothing is done. */
  receive(moment: Moment, call: WorldCall): void {
    if (moment.op !== 'effect') return;
    if (call.key !== undefined) this.#steps.set(call.key, call.step);
    this.#pending.set(moment.call, { moment, call, atMs: this.#stage.recorder.now() });
  }
  /** Its request is gone, and nothing was done. */
  discard({ call }: Moment): void {
    this.#pending.delete(call);
  }
  /** Its worker is dead, and its request has not reached its owner. */
  setAdrift({ call }: Moment): void {
    this.#adrift = this.#pending.get(call);
    this.#pending.delete(call);
  }

  /** Does what a call asks for, and writes down what was done. */
  decide(moment: Moment, call: WorldCall): WorldDecision {
    const { served, shelf } = this.#stage.footing;
    const decision = shelf.keep(call.step, answer(served, call, this.#ledger));
    this.#ledger = decision.ledger;
    if (decision.did === 'accepted') this.#take(moment, call);
    this.#pending.delete(moment.call);
    this.#note(moment, call, decision);
    return decision;
  }

  /** What a process asks the artifact store for. It is answered at once: reading changes nothing, and no plan holds it. */
  find(actor: Actor, wanted: Wanted): Artifact | undefined {
    const found = this.#stage.footing.shelf.find(wanted, this.#ledger);
    const { run, name, version = 'latest' } = wanted;
    const status = found === undefined ? 'missing' : 'found';
    if (actor.state !== 'dead')
      this.#stage.note({ type: 'artifact.read', run, name, version: found?.version ?? version, status }, actor);
    return found;
  }
  /** What an owner says of a key, with the step that the key is known for; nothing where it cannot be asked. */
  lookUp({ key }: Question): (ReturnType<typeof lookUp> & { readonly step: string }) | undefined {
    const step = this.#steps.get(key);
    if (step !== undefined && this.#effectOf({ step })?.contract !== 'lookup') return undefined;
    const isPending = [...this.#pending.values()].some(({ call }) => call.key === key);
    return { step: step ?? '', ...lookUp(key, isPending, this.#ledger) };
  }

  /** Carries out a deed of the plan. Says whether it landed, or why not. */
  async act(deed: OwnerDeed, moment: Moment | undefined): Promise<true | string> {
    switch (deed) {
      case 'call-back':
        return this.#callBackAgain(moment);
      case 'take-access':
        this.#ledger = { ...this.#ledger, isBarred: true };
        return true;
      case 'deliver':
        return this.#deliver();
      default:
        return deed satisfies never;
    }
  }

  /** Whether a runtime has heard of an outcome: from then on a waiting run owes progress. */
  get hasTold(): boolean {
    return this.#actions.some(({ isTold }) => isTold);
  }
  /** Says the next outcome that nobody has heard yet, where there is a process to hear it. */
  async callBack(): Promise<void> {
    const due = this.#actions.find(
      ({ isTold, isBeingTold, calls }) => !isTold && !isBeingTold && calls < CALLBACK_LIMIT,
    );
    const actor = due === undefined ? undefined : await this.#commander.through();
    if (due !== undefined && actor !== undefined) await this.#tell(due, actor);
  }

  /** Of the request that is held, where its owner calls back, early; else of the first action that was taken, once more. */
  async #callBackAgain(moment: Moment | undefined): Promise<true | string> {
    const held = this.#pending.get(moment?.call ?? 0);
    const isLater = held !== undefined && this.#effectOf(held.call)?.contract === 'async';
    const action = isLater ? this.#take(held.moment, held.call) : this.#actions[0];
    if (action === undefined) return 'no owner has anything to call back about';
    const actor = (await this.#commander.through()) ?? (await this.#commander.other());
    // What stood before it, and what stands after, as with every command of a plan.
    await this.#stage.look(RUN, 'before-command');
    const isHeard = await this.#tell(action, actor);
    await this.#stage.look(RUN, 'after-command');
    return isHeard || 'nobody was there to hear it';
  }

  /** Whether the runtime answered. */
  async #tell(action: Action, actor: Actor): Promise<boolean> {
    const { moment, call } = action.request;
    const step = this.#effectOf(call);
    const { key } = call;
    if (step === undefined || key === undefined) return false;
    const done = carryOut(step, call, this.#ledger);
    this.#ledger = done.ledger;
    if (done.did === 'applied') this.#note(moment, call, done);
    action.calls += 1;
    action.isBeingTold = true;
    const word = { run: call.run, actionKey: key, outcome: 'applied', receipt: done.value } as const;
    const value = condense(done.value);
    this.#stage.note({ type: 'effect.called-back', ...ofCall(moment), key, outcome: 'applied', value }, moment.actor);
    const outcome = await this.#stage.send(actor, callback(word, `callback ${key} ${action.calls}`));
    action.isBeingTold = false;
    action.isTold ||= outcome.status === 'ok';
    return outcome.status !== 'unknown';
  }

  #take(moment: Moment, call: WorldCall): Action {
    const known = this.#actions.find(({ request }) => request.call.key === call.key);
    if (known !== undefined) return known;
    const request = { moment, call, atMs: this.#stage.recorder.now() };
    const action = { request, calls: 0, isBeingTold: false, isTold: false };
    this.#actions.push(action);
    return action;
  }

  /** What a plan says of how long a request may be on its way holds for the plan as well. */
  #deliver(): true | string {
    const adrift = this.#adrift;
    if (adrift === undefined) return 'no request is on its way';
    const { deliveryMs } = this.#stage.plan.settings;
    const passedMs = this.#stage.recorder.now() - adrift.atMs;
    if (typeof deliveryMs !== 'number' || passedMs >= deliveryMs)
      return `a request may be on its way for ${deliveryMs ?? 0} ms, and ${Math.round(passedMs)} had passed`;
    this.#adrift = undefined;
    this.decide(adrift.moment, adrift.call);
    return true;
  }

  #effectOf({ step }: Pick<WorldCall, 'step'>): EffectStep | undefined {
    const found = callStepOf(this.#stage.plan.program, step);
    return found?.op === 'effect' ? found : undefined;
  }

  #note(moment: Moment, { key }: WorldCall, { did, value }: WorldDecision): void {
    const { actor } = moment;
    const of = ofCall(moment);
    const said = did === 'stored' ? referenceIn(value) : undefined;
    // What the store really holds, whatever it says that it does.
    const stored = said === undefined ? undefined : find({ run: of.run, ...said }, this.#ledger);
    if (stored !== undefined) {
      const { name, version, digest, bytes } = stored;
      this.#stage.note({ type: 'artifact.stored', ...of, name, version, digest, bytes }, actor);
    }
    if (did === 'sampled' || did === 'stored')
      this.#stage.note({ type: 'call.done', ...of, value: condense(value) }, actor);
    if (did === 'applied')
      this.#stage.note({ type: 'effect.applied', ...of, ...(key === undefined ? {} : { key }) }, actor);
    if (did === 'deduplicated') this.#stage.note({ type: 'effect.deduplicated', ...of, key: key ?? '' }, actor);
  }
}

const ofCall = ({ call, run, step }: Moment) => ({ call, run, step });

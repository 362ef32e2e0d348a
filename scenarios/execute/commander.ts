import type { Boundary, Command, CommandDeed, Outcome, ReadingReason, RunView } from '../../model/vocabulary.ts';
import { sleep } from '../processes/waiting.ts';
import { decision, launchOf, RUN, runNamed, type Wait } from './messages.ts';
import { appliedIn, isCommandDeed, ordersFor } from './orders.ts';
import type { Actor, Stage } from './stage.ts';

/** How often a client asks again when its command has no answer, or was refused while the run still waits for it. */
const ASK_LIMIT = 5;
/** How much longer than two leases a client says that time is over, and how often. */
const INSIST_MS = 1_000;
const ASK_AGAIN_MS = 25;

/** What is shown of each run of a case that was begun. */
export type Views = ReadonlyMap<string, RunView | undefined>;

/**
 * The client of a case: it launches its runs and decides what they wait for. A command without an answer is unknown, and is asked again
 * under its own key; only an answered one binds the runtime.
 */
export class Commander {
  readonly #stage: Stage;
  readonly #asked = new Map<string, Asked>();
  readonly #begun: string[] = [RUN];
  /** The waits that a decision was accepted on. */
  readonly #answered: Wait[] = [];
  #client: Promise<Actor> | undefined;
  #sent = 0;
  readonly #outcomes = new Map<CommandDeed, Outcome>();
  #isCancelled = false;
  #isHeld = false;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /**
   * Whether this case has a client of its own: where its plan needs one, sends commands, or leaves no worker to launch through. Else
   * commands go through the working worker, since a process more for every case is what a suite would mostly wait for.
   */
  get hasClients(): boolean {
    const { needs, interventions } = this.#stage.plan;
    const isAsked =
      needs.includes('client') ||
      interventions.some(
        ({ at, do: deed }) =>
          isCommandDeed(deed) || ['worker.started', 'run.ready', 'approval.requested'].includes(at.at),
      );
    return isAsked && this.#stage.subject.can.includes('client');
  }
  /** The runs of the case: the one that every plan launches, and those that this one adds and that were not refused. */
  get runs(): readonly string[] {
    return this.#begun.filter((run) => run === RUN || this.#asked.get(launchKeyOf(run))?.outcome?.status !== 'refused');
  }
  /** Reads every run of the case. */
  async look(why: ReadingReason): Promise<Views> {
    const views = new Map<string, RunView | undefined>();
    for (const run of this.runs) views.set(run, await this.#stage.look(run, why));
    return views;
  }
  /** Whether anything was decided of a run and answered with ok: from then on it owes progress, although it waits. */
  hasDecided(run: string): boolean {
    return this.isCancelled(run) || this.#answered.some((wait) => wait.run === run);
  }
  /** Whether the launch of every run that was begun was answered with ok. */
  get isLaunched(): boolean {
    return this.#begun.every((run) => this.#asked.get(launchKeyOf(run))?.outcome?.status === 'ok');
  }
  /** The process that commands go through: a client of their own where the runtime has such, else the working worker. */
  async through(): Promise<Actor | undefined> {
    if (!this.hasClients) return this.#stage.working();
    if ((await this.#client)?.state === 'dead') this.#client = undefined;
    this.#client ??= this.#stage.enter('client');
    return this.#client;
  }
  /** A process of its own for one command of a plan: a client, or a worker that is not told to work where there are no clients. */
  other(): Promise<Actor> {
    return this.#stage.enter(this.hasClients ? 'client' : 'worker');
  }

  /** Launches each run that was begun, unless that was answered, or is being asked. */
  launch(actor: Actor): void {
    for (const run of this.#begun) void this.#launch(actor, run);
  }
  /** Decides what a waiting run waits for, through one process. */
  decide(actor: Actor, run: string, view: RunView | undefined): void {
    const open = this.#openApproval(run, view);
    if (open === undefined) return;
    const key = keyOf(open);
    void this.#ask(actor, key, decision(open, { key, as: 'approve' })).then((outcome) => {
      if (outcome.status === 'ok') this.#answered.push(open);
    });
  }
  /** Whether a run waits for a decision that was neither made nor is being made. */
  isToDecide(run: string, view: RunView | undefined): boolean {
    const open = this.#openApproval(run, view);
    return open !== undefined && !this.#isAnswered(open) && this.#isToAsk(keyOf(open));
  }
  /** One command of a plan, under a key of its own; resolves when it is answered or its process is dead. */
  async contend(actor: Actor, deed: CommandDeed, views: Views): Promise<Outcome> {
    if (deed === 'launch-another') return this.#launch(actor, this.#begin());
    const view = views.get(RUN);
    const wait = this.#openApproval(RUN, view) ?? { run: RUN, id: '', revision: '' };
    const next = runNamed(this.#begun.length + 1);
    const known = { plan: this.#stage.plan, view, wait, applied: appliedIn(this.#stage.recorder.observations), next };
    let outcome: Outcome = { status: 'unknown', cause: 'nothing was sent' };
    for (const order of ordersFor(deed, known, `${deed}-${++this.#sent}`))
      outcome = await (deed === 'expire' ? this.#insist(actor, order) : this.#stage.send(actor, order));
    this.#outcomes.set(deed, outcome);
    if (outcome.status === 'ok') this.#heed(deed, { wait, next, outcome });
    return outcome;
  }
  /** Why a boundary that comes right after a command was not reached, where that command was not accepted. */
  missing({ at }: Boundary): string | undefined {
    const deed = at === 'branch.created' ? 'branch' : at === 'retry-wait.reassigned' ? 'reassign' : undefined;
    const outcome = deed === undefined ? undefined : this.#outcomes.get(deed);
    return deed === undefined || outcome?.status === 'ok'
      ? undefined
      : `no ${deed} was accepted: ${JSON.stringify(outcome)}`;
  }
  /** Whether the run is held by a command of the plan, and so rests rightly. */
  isHeld(run: string): boolean {
    return run === RUN && this.#isHeld;
  }
  /** Nobody decides any more what a cancelled run waits for, but by its plan. */
  isCancelled(run: string): boolean {
    return run === RUN && this.#isCancelled;
  }

  /** Whether a decision on this wait was accepted. One about no certain revision counts for every one. */
  #isAnswered({ run, id, revision }: Wait): boolean {
    const fits = (one: string): boolean => one === revision || one === '' || revision === '';
    return this.#answered.some((one) => one.run === run && one.id === id && fits(one.revision));
  }
  /** What an accepted command means for what the client does next. */
  #heed(deed: CommandDeed, { wait, next, outcome }: { wait: Wait; next: string; outcome: Outcome }): void {
    const asked = { asks: 1, isOpen: false, outcome };
    if (deed === 'launch') this.#asked.set(launchKeyOf(RUN), asked);
    if (deed === 'cancel') this.#isCancelled = true;
    if (deed === 'decide' || deed === 'reject') {
      this.#asked.set(keyOf(wait), asked);
      this.#answered.push(wait);
    }
    if (deed === 'hold' || deed === 'release') this.#isHeld = deed === 'hold';
    if (deed !== 'branch') return;
    this.#begun.push(next);
    this.#asked.set(launchKeyOf(next), asked);
  }
  /** While a worker works it is asked once; else until it is true that time ended what it did. */
  async #insist(actor: Actor, order: Command): Promise<Outcome> {
    const end = performance.now() + 2 * this.#stage.subject.bounds.leaseMs + INSIST_MS;
    for (;;) {
      const outcome = await this.#stage.send(actor, order);
      const isOver = outcome.status === 'ok' || this.#stage.working() !== undefined || performance.now() > end;
      if (isOver || actor.state === 'dead') return outcome;
      await sleep(ASK_AGAIN_MS);
    }
  }
  /** A run that the plan adds. It counts from its command on. */
  #begin(): string {
    const run = runNamed(this.#begun.length + 1);
    this.#begun.push(run);
    return run;
  }
  #launch(actor: Actor, run: string): Promise<Outcome> {
    const key = launchKeyOf(run);
    return this.#ask(actor, key, launchOf(this.#stage.plan, run, key));
  }

  #openApproval(run: string, view: RunView | undefined): Wait | undefined {
    const shown = view?.approvals?.find(({ status }) => status === 'requested');
    if (shown !== undefined) return { run, id: shown.id, revision: shown.revision };
    const step = this.#stage.plan.program.steps.find(({ op }) => op === 'approval');
    return step === undefined ? undefined : { run, id: step.id, revision: '' };
  }

  #isToAsk(key: string): boolean {
    const known = this.#asked.get(key);
    // A process that the plan stopped will not answer in time: its command is as unknown as a dead one's.
    const isOpen = known?.isOpen === true && known.actor?.state !== 'stopped';
    return !isOpen && known?.outcome?.status !== 'ok' && (known?.asks ?? 0) < ASK_LIMIT;
  }
  /** Sends a command unless it was answered, or is being asked. */
  async #ask(actor: Actor, key: string, command: Command): Promise<Outcome> {
    const known = this.#asked.get(key);
    if (!this.#isToAsk(key)) return known?.outcome ?? { status: 'unknown', cause: 'it is being asked' };
    const asked: Asked = { asks: (known?.asks ?? 0) + 1, isOpen: true, outcome: known?.outcome, actor };
    this.#asked.set(key, asked);
    const outcome = await this.#stage.send(actor, command);
    asked.isOpen = false;
    asked.outcome = outcome;
    return outcome;
  }
}

type Asked = { asks: number; isOpen: boolean; outcome: Outcome | undefined; actor?: Actor };

const launchKeyOf = (run: string): string => (run === RUN ? 'launch' : `launch-${run}`);
/** Content that is shown anew wants a decision of its own. */
const keyOf = ({ run, id, revision }: Wait): string => `decide-${run === RUN ? '' : `${run}-`}${id}-${revision}`;

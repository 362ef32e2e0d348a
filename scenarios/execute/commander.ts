import type { Command, Deed, Outcome, RunView } from '../../model/vocabulary.ts';
import { decision, launchOf, revocation } from './messages.ts';
import type { Actor, Stage } from './stage.ts';

/** How often a client asks again when its command has no answer, or was refused while the run still waits for it. */
const ASK_LIMIT = 5;

/** A deed of a plan that is a command to the runtime. */
export type CommandDeed = Extract<Deed, 'launch' | 'decide' | 'reject' | 'cancel'>;

/**
 * The client of one run: it launches it and decides what it waits for. A command without an answer is unknown, and is asked again under
 * its own key; only an answered one binds the runtime.
 */
export class Commander {
  readonly #stage: Stage;
  readonly #asked = new Map<string, Asked>();
  #client: Promise<Actor> | undefined;
  #sent = 0;
  #isCancelled = false;

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
  /** Whether any decision was answered with ok: from then on a waiting run owes progress. */
  get hasDecided(): boolean {
    return [...this.#asked].some(([key, { outcome }]) => key !== LAUNCH && outcome?.status === 'ok');
  }
  get isLaunched(): boolean {
    return this.#asked.get(LAUNCH)?.outcome?.status === 'ok';
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

  /** Launches the run unless that was answered, or is being asked. */
  launch(actor: Actor): void {
    this.#ask(actor, LAUNCH, launchOf(this.#stage.plan, LAUNCH));
  }
  /** Decides what a waiting run waits for, through one process. */
  decide(actor: Actor, view: RunView): void {
    const open = this.#openApproval(view);
    if (open !== undefined) this.#ask(actor, keyOf(open.id), decision(open, { key: keyOf(open.id), as: 'approve' }));
  }
  /** Whether the run waits for a decision that was neither made nor is being made. */
  isToDecide(view: RunView): boolean {
    const open = this.#openApproval(view);
    return open !== undefined && this.#isToAsk(keyOf(open.id));
  }
  /** One command of a plan, under a key of its own; resolves when it is answered or its process is dead. */
  async contend(actor: Actor, deed: CommandDeed, view: RunView | undefined): Promise<Outcome> {
    const open = this.#openApproval(view) ?? { id: '', revision: '' };
    const key = `${deed}-${++this.#sent}`;
    const outcome = await this.#stage.send(actor, this.#commandOf(deed, open, key));
    const asked = { asks: 1, isOpen: false, outcome };
    if (deed !== 'launch') this.#asked.set(key, asked);
    if (outcome.status !== 'ok') return outcome;
    if (deed === 'launch') this.#asked.set(LAUNCH, asked);
    else if (deed === 'cancel') this.#isCancelled = true;
    else this.#asked.set(keyOf(open.id), asked);
    return outcome;
  }
  /** Nobody decides any more what a cancelled run waits for, but by its plan. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  #commandOf(deed: CommandDeed, open: { id: string; revision: string }, key: string): Command {
    if (deed === 'launch') return launchOf(this.#stage.plan, key);
    if (deed === 'cancel') return revocation(key);
    return decision(open, { key, as: deed === 'decide' ? 'approve' : 'reject' });
  }

  #openApproval(view: RunView | undefined): { readonly id: string; readonly revision: string } | undefined {
    const shown = view?.approvals?.find(({ status }) => status === 'requested');
    const step = this.#stage.plan.program.steps.find(({ op }) => op === 'approval');
    return shown ?? (step === undefined ? undefined : { id: step.id, revision: '' });
  }

  #isToAsk(key: string): boolean {
    const known = this.#asked.get(key);
    // A process that the plan stopped will not answer in time: its command is as unknown as a dead one's.
    const isOpen = known?.isOpen === true && known.actor?.state !== 'stopped';
    return !isOpen && known?.outcome?.status !== 'ok' && (known?.asks ?? 0) < ASK_LIMIT;
  }
  #ask(actor: Actor, key: string, command: Command): void {
    if (!this.#isToAsk(key)) return;
    const known = this.#asked.get(key);
    const asked: Asked = { asks: (known?.asks ?? 0) + 1, isOpen: true, outcome: known?.outcome, actor };
    this.#asked.set(key, asked);
    void this.#stage.send(actor, command).then((outcome) => {
      asked.isOpen = false;
      asked.outcome = outcome;
    });
  }
}

/** Whether a deed of a plan is a command to the runtime. */
export const isCommandDeed = (deed: Deed): deed is CommandDeed =>
  ['launch', 'decide', 'reject', 'cancel'].includes(deed);

type Asked = { asks: number; isOpen: boolean; outcome: Outcome | undefined; actor?: Actor };

const LAUNCH = 'launch';
const keyOf = (approval: string): string => `decide-${approval}`;

import type { Command, Outcome, RunView } from '../../model/vocabulary.ts';
import type { Actor, Stage } from './stage.ts';

/** The run that every program is launched as, in its tenant, with its one slot. */
export const RUN = 'run-1';
const TENANT = 'tenant-1';
const SLOT = 'slot-1';

/** How often a client asks again when its command has no answer, or was refused while the run still waits for it. */
const ASK_LIMIT = 5;

/**
 * The client of one run: it launches it and decides what it waits for. A command without an answer is unknown, and is asked again under
 * its own key; only an answered one binds the runtime.
 */
export class Commander {
  readonly #stage: Stage;
  readonly #asked = new Map<string, Asked>();
  #client: Promise<Actor> | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /**
   * Whether this case has a client of its own: where its plan needs one, or leaves no worker to launch through. Else commands go through
   * the working worker, since a process more for every case is what a suite would mostly wait for.
   */
  get hasClients(): boolean {
    const { needs, interventions } = this.#stage.plan;
    const isAsked =
      needs.includes('client') ||
      interventions.some(({ at }) => at.at === 'worker.started' || at.at === 'approval.requested');
    return isAsked && this.#stage.subject.can.includes('client');
  }
  /** Whether any decision was answered with ok: from then on a waiting run owes progress. */
  get hasDecided(): boolean {
    return [...this.#asked].some(([key, { outcome }]) => key !== LAUNCH && outcome?.status === 'ok');
  }
  get isLaunched(): boolean {
    return this.#asked.get(LAUNCH)?.outcome?.status === 'ok';
  }
  get isRefused(): string | undefined {
    const outcome = this.#asked.get(LAUNCH)?.outcome;
    return outcome?.status === 'refused' ? outcome.reason : undefined;
  }
  /** The process that commands go through: a client of their own where the runtime has such, else the working worker. */
  async through(): Promise<Actor | undefined> {
    if (!this.hasClients) return this.#stage.working();
    if ((await this.#client)?.state === 'dead') this.#client = undefined;
    this.#client ??= this.#stage.enter('client');
    return this.#client;
  }

  /** Launches the run unless that was answered, or is being asked. */
  launch(actor: Actor): void {
    const { program } = this.#stage.plan;
    this.#ask(actor, LAUNCH, {
      type: 'launch',
      ...by(LAUNCH),
      run: RUN,
      slot: SLOT,
      startKey: `start-${RUN}`,
      pins: { package: 'package@1', workflow: `${program.id}@1`, binding: 'binding@1' },
      program,
      specification: 'specification-1',
      workerClass: 'standard',
    });
  }
  /** Decides what a waiting run waits for, through one process. */
  decide(actor: Actor, view: RunView): void {
    const open = this.#openApproval(view);
    if (open !== undefined) this.#ask(actor, `decide-${open.id}`, decision(open, `decide-${open.id}`));
  }
  /** One decision of a race, under a key of its own; resolves when it is answered or its process is dead. */
  async contend(actor: Actor, view: RunView, nth: number): Promise<Outcome> {
    const open = this.#openApproval(view) ?? { id: '', revision: '' };
    const key = `decide-${open.id}-${nth}`;
    const outcome = await this.#stage.send(actor, decision(open, key));
    this.#asked.set(key, { asks: 1, isOpen: false, outcome });
    if (outcome.status === 'ok') this.#asked.set(`decide-${open.id}`, { asks: 1, isOpen: false, outcome });
    return outcome;
  }

  #openApproval(view: RunView): { readonly id: string; readonly revision: string } | undefined {
    const shown = view.approvals?.find(({ status }) => status === 'requested');
    const step = this.#stage.plan.program.steps.find(({ op }) => op === 'approval');
    return shown ?? (step === undefined ? undefined : { id: step.id, revision: '' });
  }

  #ask(actor: Actor, key: string, command: Command): void {
    const known = this.#asked.get(key);
    // A process that the plan stopped will not answer in time: its command is as unknown as a dead one's.
    const isOpen = known?.isOpen === true && known.actor?.state !== 'stopped';
    if (isOpen || known?.outcome?.status === 'ok' || (known?.asks ?? 0) >= ASK_LIMIT) return;
    const asked: Asked = { asks: (known?.asks ?? 0) + 1, isOpen: true, outcome: known?.outcome, actor };
    this.#asked.set(key, asked);
    void this.#stage.send(actor, command).then((outcome) => {
      asked.isOpen = false;
      asked.outcome = outcome;
    });
  }
}

type Asked = { asks: number; isOpen: boolean; outcome: Outcome | undefined; actor?: Actor };

const LAUNCH = 'launch';
const by = (key: string) => ({ tenant: TENANT, actor: 'client', key });
const decision = ({ id, revision }: { id: string; revision: string }, key: string): Command => ({
  type: 'decide',
  ...by(key),
  actor: 'reviewer',
  run: RUN,
  approval: id,
  decision: 'approve',
  revision,
});

import { cpSync, existsSync } from 'node:fs';
import {
  type Command,
  type Event,
  type Outcome,
  type Plan,
  type ProcessRole,
  type ReadingReason,
  type RunView,
  runViewSchema,
  type Session,
  type Subject,
} from '../../model/vocabulary.ts';
import { messageOf } from '../failures.ts';
import type { Driven } from '../processes/driven.ts';
import { compareMeasured } from './measured.ts';
import { Opening, unopened } from './opening.ts';
import type { Parts } from './parts.ts';
import { condenseView, Recorder } from './recorder.ts';

/** A process that plays in one case, under the name that its plan gives it. */
export type Actor = {
  readonly name: string;
  readonly role: ProcessRole;
  readonly driven: Driven;
  readonly base: string;
  state: 'opened' | 'working' | 'stopped' | 'dead';
  doomedBy: 'plan' | 'clean-up' | undefined;
};

/** One case's processes and readings: everything that its director and its client can do, each deed written down. */
export class Stage {
  readonly recorder = new Recorder();
  readonly actors: Actor[] = [];
  readonly plan: Plan;
  readonly subject: Subject;
  readonly #parts: Parts;
  #session: Session;
  readonly #readings = new Map<string, { raw: RunView; at: number; view: RunView }>();
  readonly opening = new Opening();
  #commands = 0;
  #lastUnreadable = '';

  constructor(parts: Parts) {
    this.plan = parts.plan;
    this.subject = parts.subject;
    this.#parts = parts;
    this.#session = parts.session;
  }

  /** A process of this case, booted and with its store open, not yet told to work. */
  async enter(role: ProcessRole): Promise<Actor> {
    this.recorder.touch();
    const own = this.#session.within ?? this.#session.process(role);
    const driven = await this.#parts.pool.take('boot' in own ? own : (this.#parts.supervision?.wrap(own) ?? own), role);
    const name = `${role}-${this.actors.filter((actor) => actor.role === role).length + 1}`;
    const base = this.#parts.world.address(name, {
      serve: (exchange) => this.#parts.serving.serve(actor, exchange),
      find: (wanted) => this.#parts.serving.find(actor, wanted),
      stranger: (path, because) => void this.note({ type: 'call.strange', path, because }, actor),
    });
    const actor: Actor = { name, role, driven, base, state: 'opened', doomedBy: undefined };
    driven.child.watch = (moment) => this.#parts.serving.commits(actor, moment);
    if (role === 'worker') this.#inheritDisk(driven.child.disk);
    this.actors.push(actor);
    this.note({ type: 'process.ready', role }, actor);
    void driven.child.exited.then(({ code, signal }) => {
      actor.state = 'dead';
      this.note({ type: 'process.died', code, signal, by: actor.doomedBy ?? 'itself' }, actor);
    });
    await this.#parts.supervision?.watch(actor);
    await this.opening.of(
      actor,
      async () => {
        await this.#open(actor);
        this.note({ type: 'process.opened' }, actor);
      },
      () => this.kill(actor, 'clean-up'),
    );
    return actor;
  }
  async #open({ name, driven, base: world }: Actor): Promise<void> {
    const measured = await driven.open({ store: this.#session.store, world, program: this.plan.program, name });
    compareMeasured(name, measured, this.subject);
  }
  /** Tells a process to work. Resolves after its recovery scan, or with its death; few wait for either. */
  async work(actor: Actor): Promise<void> {
    actor.state = 'working';
    this.note({ type: 'process.working' }, actor);
    await actor.driven.work();
  }
  /** Kills a process and says whether it died by that signal and with all that belonged to it. */
  async kill(actor: Actor, by: 'plan' | 'clean-up'): Promise<boolean> {
    if (actor.driven.child.death === undefined) actor.doomedBy ??= by;
    const death = await actor.driven.child.kill();
    const escaped = actor.driven.child.reapEscaped();
    for (const pid of by === 'plan' ? escaped : [])
      this.note({ type: 'call.escaped', path: `process ${pid} of this worker outlived its kill` }, actor);
    return death.signal === 'SIGKILL' && actor.doomedBy === by && escaped.length === 0;
  }
  /** Kills a worker and takes its node's disk away: its working folder, HOME and TMPDIR. */
  async loseNode(actor: Actor): Promise<boolean> {
    const isDead = await this.kill(actor, 'plan');
    actor.driven.child.discardDisk();
    return isDead;
  }
  /** Kills all that lives, and has the store be what a loss of power leaves of it. Says whether everything died by that. */
  async losePower(leave: () => void): Promise<boolean> {
    const alive = this.actors.filter(({ state }) => state !== 'dead');
    const deaths = await Promise.all(alive.map((actor) => this.kill(actor, 'plan')));
    await this.#session.close();
    leave();
    this.opening.isStoreHarmed = true;
    this.#session = await this.#parts.reopen().catch((error: unknown) => unopened(this.#session, error));
    return deaths.every((isDead) => isDead);
  }
  async stop(actor: Actor): Promise<void> {
    await actor.driven.child.stop();
    if (actor.state !== 'dead') actor.state = 'stopped';
    this.note({ type: 'process.stopped' }, actor);
    for (const pid of actor.driven.child.unstopped())
      this.note({ type: 'call.escaped', path: `process ${pid} of this worker was not stopped with it` }, actor);
  }
  continue(actor: Actor): void {
    if (actor.state === 'stopped') actor.state = 'working';
    this.note({ type: 'process.continued' }, actor);
    actor.driven.child.continue();
  }
  /** Sends a command through a process. Never rejects: a death on the way is an unknown outcome. */
  async send(actor: Actor, command: Command): Promise<Outcome> {
    const id = ++this.#commands;
    this.recorder.record('harness', { type: 'command.sent', id, command }, actor.name);
    const outcome = await actor.driven.command(command);
    this.recorder.record('runtime', { type: 'command.answered', id, outcome }, actor.name);
    return outcome;
  }
  /** Reads a run. A reading like the one before is only written down where `why` asks for it. */
  async look(run: string, why: ReadingReason): Promise<RunView | undefined> {
    const last = this.#readings.get(run);
    try {
      const raw = await this.#session.inspect(run);
      const isSame = raw === last?.raw || (last !== undefined && JSON.stringify(raw) === JSON.stringify(last.raw));
      if (why === 'change' && isSame) {
        this.recorder.stillReads(last.at);
        return last.view;
      }
      const view = isSame ? last.view : condenseView(runViewSchema.parse(raw));
      const { seq } = this.recorder.record('runtime', { type: 'view.read', run, why, view });
      this.#readings.set(run, { raw, at: seq, view });
      return view;
    } catch (error) {
      const text = messageOf(error);
      if (why !== 'change' || text !== this.#lastUnreadable)
        this.recorder.record('runtime', { type: 'view.unreadable', run, why, error: text });
      this.#lastUnreadable = text;
      return undefined;
    }
  }
  note(event: Event, actor?: Actor): void {
    const isOfWorld = ['call.', 'effect.', 'artifact.'].some((ours) => event.type.startsWith(ours));
    this.recorder.record(isOfWorld ? 'world' : 'harness', event, actor?.name);
  }
  /** Something of a worker outlived its kill or its stop: whatever comes after says nothing. */
  get hasEscape(): boolean {
    return this.recorder.observations.some(({ event }) => event.type === 'call.escaped');
  }
  working(): Actor | undefined {
    return this.actors.find((actor) => actor.role === 'worker' && actor.state === 'working');
  }
  /** A successor is started on the node of the worker before it, unless that node was lost: it finds what was left there. */
  #inheritDisk(disk: string): void {
    const before = this.actors.findLast(({ role }) => role === 'worker')?.driven.child.disk;
    if (before !== undefined && existsSync(before)) cpSync(before, disk, { recursive: true });
  }
  /** Kills what is left, as tidying up, and takes the addresses and disks away. */
  async close(): Promise<void> {
    await Promise.all(
      this.actors.filter((actor) => actor.state !== 'dead').map((actor) => this.kill(actor, 'clean-up')),
    );
    for (const actor of this.actors) {
      this.#parts.world.forget(actor.base);
      actor.driven.child.discardDisk();
      this.#parts.supervision?.forget(actor);
    }
    await this.#session.close();
  }
}

import {
  type Command,
  type Event,
  type Outcome,
  type Plan,
  type ProcessRole,
  type ReadingReason,
  type RunView,
  runViewSchema,
  type Subject,
} from '../../model/vocabulary.ts';
import { messageOf } from '../failures.ts';
import type { Actor } from './actor.ts';
import { approachOf, storeFor } from './approaches.ts';
import type { Footing } from './footing.ts';
import { compareMeasured } from './measured.ts';
import { Opening } from './opening.ts';
import type { Parts } from './parts.ts';
import { condenseView, Recorder } from './recorder.ts';

export type { Actor } from './actor.ts';

/** One case's processes and readings: everything that its director and its client can do, each deed written down. */
export class Stage {
  readonly recorder = new Recorder();
  readonly actors: Actor[] = [];
  readonly plan: Plan;
  readonly subject: Subject;
  readonly footing: Footing;
  readonly opening = new Opening();
  readonly #parts: Parts;
  readonly #readings = new Map<string, { raw: RunView; at: number; view: RunView }>();
  readonly #tally = { made: 0 };
  #commands = 0;
  #lastUnreadable = '';

  constructor(parts: Parts) {
    this.plan = parts.plan;
    this.subject = parts.subject;
    this.footing = parts.footing;
    this.#parts = parts;
  }

  /** A process of this case, booted and with its store open, not yet told to work. */
  async enter(role: ProcessRole): Promise<Actor> {
    this.recorder.touch();
    const { supervision, world } = this.#parts;
    const { session } = this.footing;
    const own = session.within ?? session.process(role);
    const driven = await this.#parts.pool.take(supervision?.wrap(own) ?? own, role);
    const approach = await approachOf({ ...this.#parts, session, others: this.actors, tally: this.#tally }, () => ({
      actor,
      note: (event) => this.note(event, actor),
      decide: this.#parts.serving.commit,
    }));
    const name = `${role}-${this.actors.filter((actor) => actor.role === role).length + 1}`;
    const base = world.address(name, {
      serve: (exchange) => this.#parts.serving.serve(actor, exchange),
      lookUp: (inquiry) => this.#parts.serving.lookUp(actor, inquiry),
      find: (wanted) => this.#parts.serving.find(actor, wanted),
      stranger: (path, because) => void this.note({ type: 'call.strange', path, because }, actor),
    });
    const actor: Actor = { name, role, driven, base, approach, state: 'opened', doomedBy: undefined };
    driven.child.watch = (moment) => this.#parts.serving.commits(actor, moment);
    if (role === 'worker') this.#inheritDisk(driven.child);
    this.actors.push(actor);
    this.note({ type: 'process.ready', role }, actor);
    void driven.child.exited.then(({ code, signal }) => {
      actor.state = 'dead';
      void approach?.close();
      this.note({ type: 'process.died', code, signal, by: actor.doomedBy ?? 'itself' }, actor);
    });
    await supervision?.watch(actor);
    await this.opening.of(
      actor,
      () => this.#open(actor),
      () => this.kill(actor, 'clean-up'),
    );
    return actor;
  }
  async #open(actor: Actor): Promise<void> {
    const { name, driven, base: world, approach } = actor;
    const { code, skewMs, session } = this.footing;
    if (skewMs !== 0) await driven.skew(skewMs);
    const measured = await driven.open({ store: storeFor(session, approach), world, ...code, name });
    compareMeasured(name, measured, this.subject);
    this.note({ type: 'process.opened' }, actor);
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
    await actor.approach?.close();
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
    this.opening.isStoreHarmed = true;
    await this.footing.losePower(leave);
    return deaths.every((isDead) => isDead);
  }
  /** Tells a worker to stop in order, and says whether it has begun to. */
  async drain(actor: Actor): Promise<true | string> {
    const outcome = await actor.driven.drain();
    return outcome.status === 'ok' || `the worker did not begin to stop in order: ${JSON.stringify(outcome)}`;
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
      const raw = await this.footing.session.inspect(run);
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
  hasCalled({ name }: Actor): boolean {
    return this.recorder.observations.some(({ worker, event }) => worker === name && event.type === 'call.received');
  }
  working(): Actor | undefined {
    return this.actors.find((actor) => actor.role === 'worker' && actor.state === 'working');
  }
  /** A successor is started on the node of the worker before it, unless that node was lost: it finds what was left there. */
  #inheritDisk(child: Actor['driven']['child']): void {
    const before = this.actors.findLast(({ role }) => role === 'worker')?.driven.child.disk;
    if (before !== undefined) child.inherit(before);
  }
  /** Kills what is left, as tidying up, and takes the addresses and disks away. */
  async close(): Promise<void> {
    await Promise.all(
      this.actors.filter((actor) => actor.state !== 'dead').map((actor) => this.kill(actor, 'clean-up')),
    );
    for (const actor of this.actors) {
      await actor.approach?.close();
      this.#parts.world.forget(actor.base);
      actor.driven.child.discardDisk();
      this.#parts.supervision?.forget(actor);
    }
    await this.footing.session.close();
  }
}

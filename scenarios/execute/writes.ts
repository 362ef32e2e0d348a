import { type Intervention, isOf } from '../../model/vocabulary.ts';
import { boundaryText } from '../plans/names.ts';
import { sleep } from '../processes/waiting.ts';
import { EIO, ENOSPC, labelOf, needsRoom, type Operation, type Watching, type Word } from '../store/files/operation.ts';
import { type Disk, readDisk, writeDisk } from '../store/images/disk.ts';
import { imageOf } from '../store/images/loss.ts';
import type { Recorded, Recording } from '../store/recording.ts';
import type { Director } from './director.ts';
import type { Actor, Stage } from './stage.ts';

/** What a process had sent before it came to an operation has reached the world by then, in milliseconds. */
const ARRIVAL_MS = 20;

type Parts = {
  readonly stage: Stage;
  readonly director: Director;
  /** The folder of the store. It is read at once: whatever is in it by now counts as durable. */
  readonly folder: string;
  /** What an undisturbed run of the program did, where there was one: a case must do the same up to its first interruption. */
  readonly undisturbed: Recording | undefined;
  /** Told when its processes are to be trusted less, or more. */
  readonly onChange: () => void;
};

/**
 * The files of one case's store: every change of one, by any of its processes, one at a time and in one order. Each is at once an entry of
 * the recording and a gate, as a call on the world is.
 */
export class Writes {
  readonly #stage: Stage;
  readonly #director: Director;
  readonly #folder: string;
  readonly #onChange: () => void;
  readonly #before: Disk;
  readonly #expected: readonly string[] | undefined;
  readonly #done: Recorded[] = [];
  readonly #begun = new Map<Operation, Omit<Recorded, 'result'>>();
  readonly #unseen = new Set<string>();
  /** What the workers of this case did, in order. */
  readonly #labels: string[] = [];
  /** The machine's steady clock when the case began. */
  readonly #clockMs: number;
  #turn: Promise<unknown> = Promise.resolve();
  #isFull = false;

  constructor({ stage, director, folder, undisturbed, onChange }: Parts) {
    this.#stage = stage;
    this.#director = director;
    this.#folder = folder;
    this.#onChange = onChange;
    this.#before = readDisk(folder);
    this.#clockMs = Number(process.hrtime.bigint()) / 1e6 - stage.recorder.now();
    this.#expected = undisturbed?.done.filter(({ nth }) => nth !== undefined).map(({ label }) => label);
  }

  get recording(): Recording {
    return { before: this.#before, done: this.#done, unseen: [...this.#unseen] };
  }

  /** The gate of one process. */
  by(actor: Actor): Watching {
    return {
      trusts: () => this.#trusts(actor),
      passes: (operation) => void this.#begin(operation, this.#count(actor, operation)),
      before: (operation) => {
        const word = this.#turn.then(() => this.#decide(actor, operation));
        this.#turn = word.catch(() => undefined);
        return word;
      },
      done: (operation, result) => {
        const begun = this.#begun.get(operation);
        this.#begun.delete(operation);
        if (begun !== undefined) this.#done.push({ ...begun, result });
      },
      odd: (word, path) => void this.#unseen.add(word === 'ring' ? 'io_uring' : path),
    };
  }

  /**
   * A process waits for a word where the plan may have one, and nowhere else: who reads its store meanwhile could have to wait for a lock that
   * it holds, and if that is we, nobody would ever give the word.
   */
  #trusts(actor: Actor): number {
    if (this.#isFull) return 0;
    const { next } = this.#director;
    const { interventions } = this.#stage.plan;
    const ahead = next === undefined ? [] : interventions.slice(interventions.indexOf(next));
    if (actor.role !== 'worker' || !ahead.some(({ at }) => at.at === 'write.before')) return Infinity;
    // Until what comes before it has landed, nobody knows how far it is.
    return next?.at.at === 'write.before' ? Math.max(0, next.at.nth - 1 - this.#labels.length) : 0;
  }
  #count(actor: Actor, operation: Operation): Counted {
    const label = labelOf(operation);
    const calls = this.#callsUntil(operation.atMs - this.#clockMs);
    const nth = actor.role === 'worker' ? this.#labels.push(label) : undefined;
    return { label, calls, nth };
  }
  #begin(operation: Operation, counted: Counted): Word {
    this.#begun.set(operation, { operation, ...counted });
    return 'go';
  }

  async #decide(actor: Actor, operation: Operation): Promise<Word> {
    if (actor.state === 'dead') return 'held';
    const counted = this.#count(actor, operation);
    const word =
      counted.nth === undefined ? 'go' : await this.#obey(actor, { ...counted, operation, nth: counted.nth });
    if (word !== 'go') return word;
    return this.#isFull && needsRoom(operation) ? { errno: ENOSPC } : this.#begin(operation, counted);
  }

  /** All that the plan wants before this operation, in its order. */
  async #obey(actor: Actor, { operation, label, nth }: Counted & Place): Promise<Word> {
    let word: Word = 'go';
    for (let next = this.#next(nth); next !== undefined; next = this.#next(nth)) {
      const astray = this.#astray(next, label, nth);
      if (astray !== undefined) this.#director.land(astray);
      else if (next.do === 'restore') this.#refuse(false);
      else if (next.do === 'fail') word = this.#refuse(this.#isFull, EIO);
      else if (next.do === 'full') word = this.#refuse(true, needsRoom(operation) ? ENOSPC : undefined);
      else if (next.do === 'stop') await this.#stop(actor);
      else return this.#end(actor, next);
    }
    return word;
  }
  #next(nth: number): Intervention | undefined {
    const { next } = this.#director;
    return next?.at.at === 'write.before' && next.at.nth === nth ? next : undefined;
  }

  /** Whether the store takes no more from now on, and what becomes of this operation. */
  #refuse(isFull: boolean, errno?: number): Word {
    this.#isFull = isFull;
    this.#stage.opening.isStoreHarmed = true;
    this.#onChange();
    this.#director.land(true);
    return errno === undefined ? 'go' : { errno };
  }

  async #stop(actor: Actor): Promise<void> {
    const gate = await this.#director.act(async () => {
      await this.#hold(actor);
      return this.#director.stopNow(actor, false);
    });
    // Other operations may go on: only this one stands still with its worker.
    this.#turn = Promise.resolve();
    await gate.opened;
  }

  async #end(actor: Actor, next: Intervention): Promise<Word> {
    await this.#director.act(async () => {
      await this.#hold(actor);
      const isDead = await (next.do === 'lose-power' ? this.#losePower(next) : this.#stage.kill(actor, 'plan'));
      this.#director.land(isDead || 'the worker did not die by our signal, or not all of it');
    });
    return 'held';
  }
  /** What was done before this operation is all that a disk can have kept. What is done from now on is done to what it kept. */
  async #losePower({ image }: Intervention): Promise<boolean> {
    const disk = imageOf(this.recording, { cut: this.#done.length, as: image ?? { class: 'drop-all' } });
    return this.#stage.losePower(() => writeDisk(this.#folder, disk));
  }

  /** Nobody reads the store meanwhile: who reads might have to wait for a lock that is held here. */
  async #hold(actor: Actor): Promise<void> {
    const boundary = this.#director.next?.at;
    if (boundary !== undefined) this.#stage.note({ type: 'boundary.held', boundary }, actor);
    await sleep(ARRIVAL_MS);
  }

  /** Why this is not where the plan meant, for its first intervention: what follows an interruption may come as it will. */
  #astray(next: Intervention, label: string, nth: number): string | undefined {
    if (next !== this.#stage.plan.interventions[0]) return undefined;
    const wanted = next.at.label;
    if (wanted !== undefined && wanted !== label)
      return `the run wrote otherwise: its operation ${nth} was ${label}, and ${boundaryText(next.at)} was meant`;
    const at = this.#expected === undefined ? -1 : this.#labels.findIndex((one, n) => one !== this.#expected?.[n]);
    return at < 0
      ? undefined
      : `the run wrote otherwise: its operation ${at + 1} was ${this.#labels[at]}, in the undisturbed run ${this.#expected?.[at] ?? 'there was none'}`;
  }

  #callsUntil(atMs: number): number {
    return this.#stage.recorder.observations.filter((seen) => isOf(seen, 'call.received') && seen.atMs <= atMs).length;
  }
}

type Counted = Pick<Recorded, 'label' | 'calls' | 'nth'>;
type Place = { readonly operation: Operation; readonly nth: number };

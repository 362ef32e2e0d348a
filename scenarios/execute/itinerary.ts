import { holderOf, type Program } from '../../model/vocabulary.ts';
import { sleep, until } from '../processes/waiting.ts';
import type { Moment } from './moment.ts';

/** The path that an undisturbed run takes, as `step#nth` of its calls: a case must follow it up to its first intervention. */
export type Path = readonly string[];

/** After its siblings were answered, a member of a group is held a little longer: their results become durable, or do not. */
const SETTLE_MS = 200;

/** Where a run has been, and where it should have been. */
export class Itinerary {
  readonly #program: Program;
  readonly #path: Path | undefined;
  readonly #taken: string[] = [];
  readonly #answered = new Map<string, number>();
  #hasDisturbed = false;

  constructor(program: Program, path: Path | undefined) {
    this.#program = program;
    this.#path = path;
  }

  /** A call came. */
  came(moment: Moment): void {
    if (!this.#hasDisturbed) this.#taken.push(`${moment.step}#${moment.nth}`);
  }
  /** The plan interferes from now on. */
  disturb(): void {
    this.#hasDisturbed = true;
  }
  /** An answer left for its caller. */
  answered(step: string): void {
    this.#answered.set(step, (this.#answered.get(step) ?? 0) + 1);
  }
  isParallel(step: string): boolean {
    return holderOf(this.#program, step)?.op === 'parallel';
  }
  /** Resolves when every other member of the group was answered, or after `limitMs`. */
  async siblings({ step }: Moment, limitMs: number): Promise<void> {
    const group = holderOf(this.#program, step);
    const others = group?.op === 'parallel' ? group.members.filter(({ id }) => id !== step) : [];
    if (await until(() => others.every(({ id }) => this.#answered.has(id)), limitMs)) await sleep(SETTLE_MS);
  }

  /** Where this run left the undisturbed path before its first intervention, or nothing. The members of a group come in any order. */
  strayed(): string | undefined {
    const path = this.#path;
    if (path === undefined) return undefined;
    const at = this.#taken.findIndex((call, index) =>
      this.isParallel(call.replace(/#\d+$/, '')) ? !path.includes(call) : path[index] !== call,
    );
    return at < 0
      ? undefined
      : `the run took another path: ${this.#taken[at]} where the undisturbed run had ${path[at] ?? 'ended'}`;
  }
}

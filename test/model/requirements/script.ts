import type {
  AttemptView,
  Command,
  CommandOf,
  History,
  Outcome,
  Plan,
  Program,
  RunView,
  SlotView,
} from '../../../model/vocabulary.ts';
import { publish } from '../commands.ts';
import { effect, programOf, Story } from '../history-builder.ts';

/** What a run shows of its slot and its attempts. */
export type State = { readonly slot: SlotView; readonly attempts: readonly AttemptView[] };

const viewOf = ({ slot, attempts }: State): Omit<RunView, 'status'> => ({ steps: {}, slots: [slot], attempts });

/** Launch specifications for two classes of one slot, and one that is another slot's. */
const specifications = [
  publish('small'),
  publish('big', { workerClass: 'large' }),
  publish('foreign', { workerClass: 'large', slot: 'slot-9' }),
];

/** A case that drives one slot by commands: each stands between two readings, and a race is several between the same two. */
export class Script {
  readonly #story = new Story(programOf(effect('publish')), { script: [] });

  constructor(published: readonly CommandOf<'publish'>[] = specifications) {
    for (const command of published) this.#story.replies(this.#story.sends('client-1', command));
  }
  says(command: Command, outcome: Outcome, [before, after]: readonly [State, State]): this {
    this.#story.shows('before-command', 'running', viewOf(before));
    this.#story.replies(this.#story.sends('client-1', command), outcome);
    this.#story.shows('after-command', 'running', viewOf(after));
    return this;
  }
  race(commands: readonly (readonly [Command, Outcome])[], [before, after]: readonly [State, State]): this {
    this.#story.shows('before-command', 'running', viewOf(before));
    const sent = commands.map(([command], at) => this.#story.sends(`client-${at + 1}`, command));
    for (const [at, [, outcome]] of commands.entries()) this.#story.replies(sent[at] ?? 0, outcome);
    this.#story.shows('after-command', 'running', viewOf(after));
    return this;
  }
  end(): History {
    return this.#story.end();
  }
}

/** What a run shows: running and empty where nothing else is said. */
export type Shown = Partial<RunView> & { readonly run?: string };

/** A case that drives a runtime by commands, each between two readings of every run that is shown. */
export class Told {
  readonly story: Story;

  constructor(program: Program = programOf(effect('publish')), settings: Plan['settings'] = {}) {
    this.story = new Story(program, { script: [], settings });
  }
  /** A command with what was shown before and after it. */
  says(command: Command, outcome: Outcome, around: Around): this {
    return this.race([[command, outcome]], around);
  }
  /** A command that nothing is read around. */
  asks(command: Command, outcome: Outcome = ok): this {
    this.story.asks(command, outcome);
    return this;
  }
  race(commands: readonly (readonly [Command, Outcome])[], [before, after]: Around): this {
    for (const { status = 'running', ...view } of [before].flat()) this.story.shows('before-command', status, view);
    const sent = commands.map(([command], at) => this.story.sends(`client-${at + 1}`, command));
    for (const [at, [, outcome]] of commands.entries()) this.story.replies(sent[at] ?? 0, outcome);
    for (const { status = 'running', ...view } of [after].flat()) this.story.shows('after-command', status, view);
    return this;
  }
  after(ms: number): this {
    this.story.after(ms);
    return this;
  }
  end(): History {
    return this.story.end();
  }
}

type Around = readonly [Shown | readonly Shown[], Shown | readonly Shown[]];

export const lost: Outcome = { status: 'unknown', cause: 'its process died' };
export const ok: Outcome = { status: 'ok', value: null };
export const refused = (reason: string): Outcome => ({ status: 'refused', reason });

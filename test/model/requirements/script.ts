import type {
  AttemptView,
  Command,
  CommandOf,
  History,
  Outcome,
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

export const ok: Outcome = { status: 'ok', value: null };
export const refused = (reason: string): Outcome => ({ status: 'refused', reason });

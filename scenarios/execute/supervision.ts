import type { InProcessSpec, ProcessSpec } from '../../model/vocabulary.ts';
import type { Watching } from '../store/files/operation.ts';
import type { FileWatcher } from '../store/files/watcher.ts';
import type { Actor } from './actor.ts';

/** How the processes of one case come under the eyes of the supervisor of its store's files. */
export class Supervision {
  readonly #watcher: FileWatcher;
  readonly #folder: string;
  readonly #gateOf: (actor: Actor) => Watching | undefined;

  constructor(watcher: FileWatcher, folder: string, gateOf: (actor: Actor) => Watching | undefined) {
    this.#watcher = watcher;
    this.#folder = folder;
    this.#gateOf = gateOf;
  }

  /** One that lives within the harness makes no calls of its own that anybody could hold. */
  wrap<Spec extends ProcessSpec | InProcessSpec>(spec: Spec): Spec | ProcessSpec {
    return 'boot' in spec ? spec : this.#watcher.wrap(spec);
  }
  async watch(actor: Actor): Promise<void> {
    const watching = this.#gateOf(actor);
    if (watching === undefined) throw new Error('expected the gate of the case to be there before its processes');
    await this.#watcher.watch(actor.driven.child.mark, { folder: this.#folder, watching });
  }
  forget(actor: Actor): void {
    this.#watcher.forget(actor.driven.child.mark);
  }
}

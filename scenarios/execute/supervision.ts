import type { ProcessSpec } from '../../model/vocabulary.ts';
import type { FileWatcher } from '../store/files/watcher.ts';
import type { Actor } from './stage.ts';
import type { Writes } from './writes.ts';

/** How the processes of one case come under the eyes of the supervisor of its store's files. */
export class Supervision {
  readonly #watcher: FileWatcher;
  readonly #folder: string;
  readonly #writes: () => Writes;

  constructor(watcher: FileWatcher, folder: string, writes: () => Writes) {
    this.#watcher = watcher;
    this.#folder = folder;
    this.#writes = writes;
  }

  wrap(spec: ProcessSpec): ProcessSpec {
    return this.#watcher.wrap(spec);
  }
  async watch(actor: Actor): Promise<void> {
    const watching = this.#writes().by(actor);
    await this.#watcher.watch(actor.driven.child.mark, { folder: this.#folder, watching });
  }
  forget(actor: Actor): void {
    this.#watcher.forget(actor.driven.child.mark);
  }
}

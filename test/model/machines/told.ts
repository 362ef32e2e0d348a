import { type Decision, decide } from '../../../model/runtime.ts';
import type { Defects } from '../../../model/step.ts';
import { emptyStore, type Store, viewOf, written } from '../../../model/store.ts';
import type { Settings } from '../../../model/transaction.ts';
import type { Command, CommandOf, CommandType, Program } from '../../../model/vocabulary.ts';

type Bare<T extends CommandType> = Omit<CommandOf<T>, 'type' | 'tenant' | 'actor' | 'key'> &
  Partial<Pick<Command, 'tenant' | 'actor' | 'key'>>;

export const settings: Settings = { leaseMs: 100, graceMs: 50, backoffMs: 10 };

export const review: Program = {
  id: 'review',
  title: 'Document review',
  steps: [
    { op: 'tool', id: 'extract', uses: [] },
    { op: 'approval', id: 'approve', uses: ['extract'] },
    { op: 'effect', id: 'publish', uses: ['extract'], contract: 'idempotent' },
  ],
};

/** A runtime in memory that a story is told to. A story's answers are `ok` or the reason of a refusal. */
export class Told {
  store: Store = emptyStore;
  nowMs = 0;
  last: Decision = { answer: { status: 'ok', value: null }, writes: [] };
  readonly #settings: Settings;
  readonly #defects: Defects | undefined;

  constructor(given: Settings = settings, defects?: Defects) {
    this.#settings = given;
    this.#defects = defects;
  }

  say<T extends CommandType>(type: T, bare: Bare<T>): string {
    const command = { type, tenant: 'tenant-1', actor: 'actor-1', key: 'key', ...bare };
    return this.send(command as unknown as Command);
  }

  send(command: Command): string {
    this.last = decide(viewOf(this.store, { nowMs: this.nowMs, settings: this.#settings }), command, this.#defects);
    this.store = written(this.store, this.last.writes);
    return this.last.answer.status === 'ok' ? 'ok' : this.last.answer.reason;
  }

  launch(program: Program = review): string {
    this.configure();
    return this.say('launch', {
      run: 'run-1',
      slot: 'slot-1',
      startKey: 'start-1',
      pins: { package: 'p1', workflow: 'w1', binding: 'b1' },
      program,
      specification: 'specification-1',
      workerClass: 'standard',
    });
  }

  /** Registers and accepts what the stories pin. */
  configure(): void {
    for (const [id, of] of [
      ['p1', 'package'],
      ['w1', 'workflow'],
      ['b1', 'binding'],
    ] as const) {
      this.say('register', { revision: { id, of, digest: id } });
      this.say('accept', { revision: id });
    }
  }

  claim(owner: string | null = 'actor-1', workerClass = 'standard'): string {
    return this.say('claim', { run: 'run-1', slot: 'slot-1', workerClass, owner });
  }

  /** A run that is launched, claimed and started. */
  begin(program: Program = review): this {
    if ([this.launch(program), this.claim(), this.say('start', { attempt: 'slot-1/1' })].some((said) => said !== 'ok'))
      throw new Error('The beginning of a story was refused.');
    return this;
  }

  get value(): unknown {
    return this.last.answer.status === 'ok' ? this.last.answer.value : undefined;
  }
}

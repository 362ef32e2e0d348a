import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Json, jsonSchema, type Program, type RunView, runViewSchema } from '../../../model/vocabulary.ts';
import { Lines } from './lines.ts';
import { World } from './world.ts';

const home = join(import.meta.dirname, '../../../adapters/python-journal');
const sessionSchema = z.object({ session: z.string(), store: jsonSchema });
const specSchema = z.object({ command: z.string(), arguments: z.array(z.string()) });

/** An adapter process of the Python runtime. */
export const startAdapter = (): Lines => new Lines('python3', [join(home, 'adapter.py')]);

/** One adapter serves all cases of a variant, as it does in the harness. */
const adapters = new Map<string, Lines>();
const adapterOf = async (variant: Readonly<Record<string, string>>): Promise<Lines> => {
  const known = adapters.get(JSON.stringify(variant));
  if (known !== undefined) return known;
  const adapter = startAdapter();
  adapters.set(JSON.stringify(variant), adapter);
  await adapter.ask({ do: 'describe', protocol: 1, variant });
  return adapter;
};
/** Ends the adapters that cases were opened with. */
export const closeAdapters = async (): Promise<void> => {
  await Promise.all([...adapters.values()].map((adapter) => adapter.leave()));
};

/** One case of the Python runtime, without the harness: its adapter, a store, a world, and the processes that a test enters. */
export class Bench {
  readonly program: Program;
  readonly world: World;
  readonly adapter: Lines;
  readonly #folder: string;
  readonly #opened: z.infer<typeof sessionSchema>;
  readonly #spec: z.infer<typeof specSchema>;
  readonly #processes: Lines[] = [];

  private constructor(
    parts: Pick<Bench, 'program' | 'world' | 'adapter'> & { folder: string; opened: unknown; spec: unknown },
  ) {
    this.program = parts.program;
    this.world = parts.world;
    this.adapter = parts.adapter;
    this.#folder = parts.folder;
    this.#opened = sessionSchema.parse(parts.opened);
    this.#spec = specSchema.parse(parts.spec);
  }
  static async open(program: Program, variant: Readonly<Record<string, string>> = {}): Promise<Bench> {
    const folder = mkdtempSync(join(tmpdir(), 'killpoint-python-'));
    const adapter = await adapterOf(variant);
    const setting = { folder, name: 'case-1', settings: {}, program, servers: {} };
    const { ok: opened } = await adapter.ask({ do: 'open', setting });
    const { session } = sessionSchema.parse(opened);
    const { ok: spec } = await adapter.ask({ do: 'process', session, role: 'worker' });
    return new Bench({ program, world: await World.open(), adapter, folder, opened, spec });
  }
  async close(): Promise<void> {
    await Promise.all(this.#processes.map((one) => one.kill()));
    await this.adapter.ask({ do: 'close', session: this.session });
    this.world.close();
    rmSync(this.#folder, { recursive: true });
  }

  get session(): string {
    return this.#opened.session;
  }
  /** A process with its store open, not told to work. */
  async enter(name: string): Promise<Lines> {
    const entered = new Lines(this.#spec.command, this.#spec.arguments);
    this.#processes.push(entered);
    const { store } = this.#opened;
    await entered.ask({ do: 'open', store, world: this.world.address(name), program: this.program, name });
    return entered;
  }
  async work(name: string): Promise<Lines> {
    const worker = await this.enter(name);
    await worker.ask({ do: 'work' });
    return worker;
  }
  async look(): Promise<RunView> {
    const { ok } = await this.adapter.ask({ do: 'inspect', session: this.#opened.session, run: 'run-1' });
    return runViewSchema.parse(ok);
  }
  /** The run once it is as asked. */
  async once(is: (view: RunView) => boolean): Promise<RunView> {
    for (;;) {
      const view = await this.look();
      if (is(view)) return view;
      await sleep(5);
    }
  }
  rest(status: RunView['status']): Promise<RunView> {
    return this.once((view) => view.status === status);
  }
  /** How many results are recorded for each step. */
  async commits(): Promise<Readonly<Record<string, number>>> {
    const { steps } = await this.look();
    return Object.fromEntries(Object.entries(steps).map(([id, { commits }]) => [id, commits.length]));
  }

  launch(through: Lines, given: Readonly<Record<string, Json>> = {}) {
    return through.ask({ do: 'launch', ...by, startKey: 'start-1', program: this.program, ...given });
  }
}

const by = { tenant: 'tenant-1', actor: 'client', key: 'key-1', run: 'run-1' };

/** A decision about the one approval of a program. */
export const decide = (through: Lines, decision = 'approve') =>
  through.ask({ do: 'decide', ...by, approval: 'approve', decision, revision: '' });

/** A cancellation of the run. */
export const cancel = (through: Lines) => through.ask({ do: 'cancel', ...by });

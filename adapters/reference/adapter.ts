import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areas } from '../../model/areas.ts';
import type {
  Adapter,
  Described,
  Feature,
  InProcessSpec,
  ProcessSpec,
  RunView,
  Session,
  Setting,
} from '../../model/vocabulary.ts';
import { mutantNamed, ownProcess, Store } from '../../sut/index.ts';
import { conversation } from '../process/index.ts';
import { configuration } from './configuration.ts';
import { groundOf } from './ground.ts';
import { served } from './handlers.ts';
import { type StoreAddress, settingsFrom } from './store-address.ts';
import { version } from './version.ts';

/** Which reference: the mutant of an id, and whether its processes live in the harness's own. */
export type Kind = { readonly mutant?: string | undefined; readonly isInProcess?: boolean };

/** The reference runtime as a target. Throws where there is no such mutant. */
export const createReference = (kind: Kind = {}): Adapter => {
  if (kind.mutant !== undefined) mutantNamed(kind.mutant);
  return {
    isInProcess: kind.isInProcess,
    describe: async () => subjectOf(kind),
    open: async (setting) => openSession(setting, kind),
  };
};

const openSession = ({ folder, settings: asked, program, existing }: Setting, kind: Kind): Session => {
  const isInProcess = kind.isInProcess === true;
  const address: StoreAddress = { file: join(folder, 'store.db'), settings: settingsFrom(asked, isInProcess) };
  const options = { settings: address.settings, now: ownProcess.now };
  if (existing !== true) writeFileSync(address.file, freshStore(address, program.id), { mode: 0o600 });
  const open = (): Views =>
    new Views(
      Store.openReadOnly(address.file, options),
      kind.mutant === undefined ? undefined : mutantNamed(kind.mutant).shows,
    );
  let views = open();
  const { close, ...ground } = groundOf(address.file, () => {
    views.close();
    views = open();
  });
  const spec = apart(kind);
  return {
    store: address,
    process: () => spec,
    within: isInProcess ? within(kind) : undefined,
    ground,
    inspect: async (run) => views.of(run),
    close: async () => {
      close();
      views.close();
    },
  };
};

const apart = ({ mutant }: Kind): ProcessSpec => ({
  command: process.execPath,
  arguments: mutant === undefined ? [builtProcess()] : [builtProcess(), mutant],
  env: {},
});

const within = ({ mutant }: Kind): InProcessSpec => ({
  boot: (surroundings) => {
    const { handlers, abandon } = served(mutant, surroundings);
    return { tell: conversation(handlers, surroundings), abandon };
  },
});

/** Readings of a store. The harness looks far more often than anything changes: an unchanged store gives the same reading again. */
class Views {
  readonly #store: Store;
  readonly #known = new Map<string, { readonly version: string; readonly view: RunView }>();
  readonly #shows: (view: RunView) => RunView;
  constructor(store: Store, shows: (view: RunView) => RunView = (view) => view) {
    this.#store = store;
    this.#shows = shows;
  }
  of(run: string): RunView {
    const version = this.#store.version();
    const known = this.#known.get(run);
    if (known?.version === version) return known.view;
    const view = this.#shows(this.#store.read(run));
    this.#known.set(run, { version, view });
    return view;
  }
  close(): void {
    this.#store.close();
  }
}

/**
 * The bytes of a store that was just made, with the configuration registered that the harness's plans pin. It is made once for each
 * program: no worker ever finds half a schema, and a case does not pay for the disk's patience.
 */
const freshStore = ({ file, settings }: StoreAddress, program: string): Buffer => {
  const known = fresh.get(program);
  if (known !== undefined) return known;
  const store = Store.open(`${file}.fresh`, { settings, now: ownProcess.now });
  for (const command of configuration(program)) store.apply(command);
  store.close();
  const made = readFileSync(`${file}.fresh`);
  fresh.set(program, made);
  return made;
};
const fresh = new Map<string, Buffer>();

/** A process that gets killed runs from a build: through a loader its boot would take several times as long. */
const builtProcess = (): string => {
  const beside = fileURLToPath(new URL('process.cjs', import.meta.url));
  const built = fileURLToPath(new URL('../../dist/adapters/reference/process.cjs', import.meta.url));
  const found = [beside, built].find((file) => existsSync(file));
  if (found === undefined) throw new Error(`expected the built worker at ${built}, found none; run \`npm run build\``);
  return found;
};

const subjectOf = ({ mutant, isInProcess }: Kind): Described => {
  const { leaseMs, graceMs, backoffMs, pollMs } = settingsFrom({});
  return {
    name: mutant === undefined ? 'reference' : `mutant:${mutant}`,
    version: version(),
    language: 'TypeScript',
    links: ['docs/requirements.md'],
    variant: isInProcess === true ? { lives: 'in-process' } : {},
    can: isInProcess === true ? [...features, 'commits'] : features,
    // It is made from the specification, so it promises every area.
    capabilities: areas.map(({ id }) => ({
      name: `${id}.*`,
      claim: 'promised',
      link: `docs/requirements.md#${id}`,
    })),
    // A lost worker is missed at the next look round after its lease fell due; the last second is for a machine that is busy.
    bounds: { takeoverMs: leaseMs + backoffMs + 8 * pollMs + 1_000, leaseMs, idleMs: 250, retryMs: backoffMs },
    keyBuiltBy: 'runtime',
    // Within the harness it makes no system calls of its own that anybody could hold.
    store: isInProcess === true ? undefined : 'files',
    notes: [
      `Times are shortened for testing: a lease of ${leaseMs} ms, a grace of ${graceMs} ms, a backoff of ${backoffMs} ms.`,
      ...(isInProcess === true
        ? [
            'Its processes live in the harness, under a virtual clock: all times are virtual, and a kill abandons a process.',
          ]
        : []),
      ...(mutant === undefined ? [] : [`Deliberately defective: ${mutantNamed(mutant).defect}`]),
    ],
  };
};

const features: readonly Feature[] = [
  'model',
  'tool',
  'effect',
  'output',
  'approval',
  'timer',
  'parallel',
  'choose',
  'child',
  'client',
  'start-key',
  'retry',
  'attempt-limit',
  // Its file stands outside its workers' disks, as a database on another machine would.
  'shared-store',
  'lease',
  'claim',
  'reassign',
  'hold',
  'cancel',
  'tenants',
  'registry',
  'branch',
  'resume',
  'deadline',
  'execution-time',
  'reviewer',
  'approval-deadline',
  'provenance',
  'prefix',
  'decisions',
  'reports',
  'sliced',
  'look-up',
  'callback',
  'authority',
  'conflict',
  'outage',
  'full',
  'engine',
  'upgrade',
  'drain',
  'skew',
];

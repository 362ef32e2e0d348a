import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach } from 'vitest';
import type { Command, CommandOf, Program, RunView } from '../../model/vocabulary.ts';
import { ownProcess } from '../../sut/host.ts';
import { Runtime, type RuntimeOptions } from '../../sut/runtime.ts';
import { Store, type StoreAnswer } from '../../sut/store.ts';

/** Long enough for a busy machine, short enough to wait for. */
export const settings = { leaseMs: 400, graceMs: 100, backoffMs: 20, pollMs: 5 };

export const oneEffect: Program = {
  id: 'one-effect',
  title: 'One effect',
  steps: [{ op: 'effect', id: 'publish', uses: [], contract: 'idempotent' }],
};
export const review: Program = {
  id: 'review',
  title: 'Document review',
  steps: [
    { op: 'model', id: 'extract', uses: [] },
    { op: 'model', id: 'analyse', uses: ['extract'] },
    { op: 'approval', id: 'approve', uses: ['analyse'] },
    { op: 'effect', id: 'publish', uses: ['analyse', 'approve'], contract: 'idempotent' },
  ],
};

const folders: string[] = [];
const open: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A store file in a folder of its own, gone after the test. */
export const freshFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-sut-'));
  folders.push(folder);
  return join(folder, 'store.db');
};

export const openStore = (file: string, now: () => number = Date.now): Store =>
  configured(later(Store.open(file, { settings, now })));
export const openReader = (file: string): Store => later(Store.openReadOnly(file, { settings, now: Date.now }));
export const openRuntime = (options: Options): Runtime => {
  // The disk of its node is the folder of its store: nothing is left where the tests were started.
  const disk = () => dirname(options.file);
  const runtime = later(new Runtime({ settings, ...ownProcess, disk, ...options }));
  for (const command of configuration) runtime.answer(command);
  return runtime;
};
type Options = Pick<RuntimeOptions, 'file' | 'perform' | 'name' | 'ask' | 'read'> &
  Partial<Pick<RuntimeOptions, 'settings' | 'mutant'>>;

const operator = (key: string) => ({ tenant: 'operator', actor: 'operator', key });
/** Registers and accepts what the tests pin. */
const configuration: readonly Command[] = (['package', 'workflow', 'binding'] as const).flatMap((of) => [
  { type: 'register', ...operator(`register ${of}`), revision: { id: `${of}@1`, of, digest: of } },
  { type: 'accept', ...operator(`accept ${of}`), revision: `${of}@1` },
]);
/** The store, with what the tests pin. */
export const configured = (store: Store): Store => {
  for (const command of configuration) store.apply(command);
  return store;
};
const later = <T extends { close(): void | Promise<void> }>(one: T): T => {
  open.push(one);
  return one;
};

let keys = 0;
const by = () => {
  keys += 1;
  return { tenant: 'tenant-1', actor: 'client', key: `key-${keys}` };
};
export const launch = (program: Program, given: Partial<CommandOf<'launch'>> = {}): CommandOf<'launch'> => ({
  ...{ type: 'launch', ...by(), run: 'run-1', slot: 'slot-1', startKey: 'start-1', program },
  pins: { package: 'package@1', workflow: 'workflow@1', binding: 'binding@1' },
  ...{ specification: 'specification-1', workerClass: 'standard', ...given },
});
export const claim = (given: Partial<CommandOf<'claim'>> = {}): CommandOf<'claim'> => ({
  ...{ type: 'claim', ...by(), run: 'run-1', slot: 'slot-1', workerClass: 'standard', owner: 'worker-1', ...given },
});
export const reassign = (given: Partial<CommandOf<'reassign'>> = {}): CommandOf<'reassign'> => ({
  ...{ type: 'reassign', ...by(), run: 'run-1', slot: 'slot-1', reason: 'it hangs', workerClass: 'standard', ...given },
});
export const decision = (view: RunView, given: Partial<CommandOf<'decide'>> = {}): CommandOf<'decide'> => ({
  ...{ type: 'decide', ...by(), run: 'run-1', approval: 'approve', decision: 'approve' },
  ...{ revision: view.approvals?.[0]?.revision ?? '', ...given },
});
/** What a worker of the first attempt says. */
export const says = <T extends Command['type']>(type: T, attempt = 'slot-1/1') => ({ type, ...by(), attempt });

export const accepted = (answer: StoreAnswer): void => {
  if (answer.status !== 'ok') throw new Error(`expected the command to be accepted, found ${answer.reason}`);
};

/** Looks until something is so. It triggers nothing; a test that waits in vain says for what. */
export const until = async (what: string, holds: () => boolean): Promise<void> => {
  const end = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`expected ${what} within 20 s, found none of it`);
    await sleep(5);
  }
};

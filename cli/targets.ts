import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import { JsonLinesAdapter } from '../adapters/jsonlines/index.ts';
import { createReference, type Kind } from '../adapters/reference/index.ts';
import type { Adapter } from '../model/vocabulary.ts';
import { TargetUnavailable, type TimeLimits, UsageError, withinLimits } from '../scenarios/index.ts';
import { mutants } from '../sut/index.ts';
import { addressOf, type Settings, settingsOf } from './address.ts';
import { loaded } from './modules.ts';
import { isInstalled, pythonOf, registriesOf, type ThirdParty, thirdParties, withNeeds } from './third-parties.ts';

/** A target that can be named on the command line. */
export type Target = {
  readonly id: string;
  readonly kind: 'built-in' | 'mutant' | 'third-party';
  readonly about: string;
  readonly installed: boolean;
  /** The package registries that its setup asks. */
  readonly registry: readonly string[];
};

/** How an adapter is spoken to. */
export type Manner = {
  /** Reports members that the protocol does not have, where the adapter is a process of its own. */
  readonly isStrict?: boolean;
  readonly limits?: TimeLimits;
};

/** The options by which a user says how adapters are spoken to. */
export type Speaking = { readonly validate: boolean; readonly callLimit: number };

/** What a user's options come to. */
export const mannerOf = ({ validate, callLimit }: Speaking): Manner => ({
  isStrict: validate,
  limits: { callMs: callLimit * 1_000, startMs: callLimit * 2_000 },
});

/** An adapter and, where it is a process of its own, a way to see whether it survives its own death. */
export type Opened = { readonly adapter: Adapter; readonly crash: (() => Promise<void>) | undefined };

/** Every target that comes with killpoint. */
export const builtInTargets = (): readonly Target[] => [
  {
    id: 'reference',
    kind: 'built-in',
    about: 'the specification made durable on SQLite',
    installed: true,
    registry: [],
  },
  ...thirdParties().map(thirdPartyTarget),
  ...mutants.map(({ id, defect }) => ({
    id: `mutant:${id}`,
    kind: 'mutant' as const,
    about: defect,
    installed: true,
    registry: [],
  })),
];

const thirdPartyTarget = (third: ThirdParty): Target => {
  const registry = [...new Set(withNeeds(third).flatMap(registriesOf))];
  return {
    id: third.name,
    kind: 'third-party',
    about:
      registry.length === 0
        ? `adapters/${third.name}: nothing to install`
        : `adapters/${third.name}: install with 'killpoint setup ${third.name}', which needs ${saidRegistry(registry)}`,
    installed: isInstalled(third),
    registry,
  };
};

/** Package registries in words. */
export const saidRegistry = (registries: readonly string[]): string =>
  registries.length === 0
    ? 'no package registry'
    : `the ${registries.join(' and ')} ${registries.length === 1 ? 'registry' : 'registries'}`;

/** The adapter behind an address, as `openTarget` finds it. */
export const adapterOf = async (address: string, manner: Manner = {}): Promise<Adapter> =>
  (await openTarget(address, manner)).adapter;

/**
 * The adapter behind an address: `reference`, `mutant:NAME`, either with `:in-process` behind it, a third-party name with settings (`langgraph:durability=sync`), a path to a
 * module whose default export is an adapter or makes one, or `cmd:"COMMAND"` for a process that speaks the adapter protocol. Throws
 * `UsageError` for a name that does not exist, with the nearest one that does, and `TargetUnavailable` for one that is not installed or
 * does not load.
 */
export const openTarget = async (address: string, manner: Manner = {}): Promise<Opened> => {
  const adapter = await found(address, manner.isStrict === true);
  return {
    adapter: withinLimits(adapter, manner.limits),
    crash: adapter instanceof JsonLinesAdapter ? () => adapter.crash() : undefined,
  };
};

const found = async (address: string, isStrict: boolean): Promise<Adapter> => {
  const parts = addressOf(address);
  if (parts.kind === 'path') return loaded(resolve(parts.path), {});
  if (parts.kind === 'command') {
    const [command = '', ...args] = parts.words;
    return new JsonLinesAdapter({
      launch: { command, arguments: args, cwd: process.cwd() },
      variant: parts.settings,
      isStrict,
    });
  }
  const { name, settings } = parts;
  const kind = referenceIn(parts);
  if (kind !== undefined) return createReference(kind);
  const third = thirdParties().find((known) => known.name === name);
  if (third === undefined) throw unknown(address);
  return thirdPartyAdapter(third, settingsOf(settings), isStrict);
};

const thirdPartyAdapter = async (third: ThirdParty, variant: Settings, isStrict: boolean): Promise<Adapter> => {
  const { name, folder, command } = third;
  if (!isInstalled(third))
    throw new TargetUnavailable(`${name} is not installed. Install it with:\n  npx killpoint setup ${name}`);
  if (command !== undefined) {
    const [first = '', ...rest] = command.map((word) => word.replaceAll('{python}', pythonOf(third)));
    return new JsonLinesAdapter({ launch: { command: first, arguments: rest, cwd: folder }, variant, isStrict });
  }
  const built = join(folder, 'dist', 'adapter.js');
  if (!existsSync(built))
    throw new TargetUnavailable(`the adapter of ${name} is not built. Build it with:\n  npm run build`);
  return loaded(built, variant);
};

/** Whether an address that stands in a file may be opened without being asked for: only what comes with killpoint. */
export const isBuiltIn = (address: string): boolean => {
  const parts = addressOf(address);
  if (parts.kind !== 'name') return false;
  return referenceIn(parts) !== undefined || thirdParties().some((known) => known.name === parts.name);
};

/** Whether an address is that of the reference itself, wherever it lives. */
export const isReference = (address: string): boolean => {
  const parts = addressOf(address);
  return parts.kind === 'name' && parts.name === 'reference' && referenceIn(parts) !== undefined;
};

const IN_PROCESS = 'in-process';

/** The reference that a name stands for: `reference` or `mutant:NAME`, each also with `:in-process` behind it. */
const referenceIn = ({ name, settings }: { name: string; settings: string | undefined }): Kind | undefined => {
  const [mutant = '', ...rest] = name === 'mutant' ? (settings ?? '').split(':') : ['', ...(settings ?? '').split(':')];
  const lives = rest.join(':');
  if (!['', IN_PROCESS].includes(lives)) return undefined;
  const isInProcess = lives === IN_PROCESS;
  if (name === 'reference') return { isInProcess };
  return name === 'mutant' && mutants.some(({ id }) => id === mutant) ? { mutant, isInProcess } : undefined;
};

/** The same target with the document review in its own idiom, where its adapter has one. */
export const nativeOf = async (address: string, manner: Manner = {}): Promise<Adapter | undefined> => {
  const parts = addressOf(address);
  if (parts.kind !== 'name' || !thirdParties().some((known) => known.name === parts.name)) return undefined;
  const { name, settings } = parts;
  return adapterOf(`${name}:${settings === undefined ? '' : `${settings},`}program=native`, manner);
};

const unknown = (address: string): UsageError => {
  const known = builtInTargets().map(({ id }) => id);
  const nearest = closest(address, known);
  const guess = distance(address, nearest) <= Math.max(3, address.length / 3) ? ` Did you mean '${nearest}'?` : '';
  return new UsageError(
    `there is no target '${address}'.${guess}\n'killpoint list targets' shows them all; a path to an adapter begins with ./, a command with cmd:`,
  );
};

import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closest, distance } from 'fastest-levenshtein';
import { createReference } from '../adapters/reference/index.ts';
import type { Adapter } from '../model/vocabulary.ts';
import { messageOf, TargetUnavailable, UsageError } from '../scenarios/index.ts';
import { mutants } from '../sut/index.ts';
import { packageRoot } from './places.ts';

/** A target that can be named on the command line. */
export type Target = {
  readonly id: string;
  readonly kind: 'built-in' | 'mutant' | 'third-party';
  readonly about: string;
  readonly installed: boolean;
};

/** Every target that comes with killpoint. */
export const builtInTargets = (): readonly Target[] => [
  { id: 'reference', kind: 'built-in', about: 'the specification made durable on SQLite', installed: true },
  ...thirdParties().map(({ name, folder }) => ({
    id: name,
    kind: 'third-party' as const,
    about: `adapters/${name}: install with 'killpoint setup ${name}'`,
    installed: existsSync(join(folder, 'node_modules')),
  })),
  ...mutants.map(({ id, defect }) => ({ id: `mutant:${id}`, kind: 'mutant' as const, about: defect, installed: true })),
];

/** The third-party adapters: folders below adapters/ with a package.json of their own. */
export const thirdParties = (): readonly { readonly name: string; readonly folder: string }[] => {
  const adapters = join(packageRoot(), 'adapters');
  if (!existsSync(adapters)) return [];
  return readdirSync(adapters)
    .map((name) => ({ name, folder: join(adapters, name) }))
    .filter(({ folder }) => existsSync(join(folder, 'package.json')));
};

/**
 * The adapter behind an address: `reference`, `mutant:NAME`, a third-party name with settings (`langgraph:durability=sync`), or a path
 * to a module whose default export is an adapter or makes one. Throws `UsageError` for a name that does not exist, with the nearest
 * one that does, and `TargetUnavailable` for one that is not installed or does not load.
 */
export const adapterOf = async (address: string): Promise<Adapter> => {
  const [name = '', settings] = splitOnce(address, ':');
  if (/^\.{0,2}\//.test(address)) return loaded(resolve(address), {});
  if (address === 'reference') return createReference();
  if (name === 'mutant' && mutants.some(({ id }) => id === settings)) return createReference(settings);
  const third = thirdParties().find((known) => known.name === name);
  if (third === undefined) throw unknown(address);
  if (!existsSync(join(third.folder, 'node_modules')))
    throw new TargetUnavailable(`${name} is not installed. Install it with:\n  npx killpoint setup ${name}`);
  const built = join(third.folder, 'dist', 'adapter.js');
  if (!existsSync(built))
    throw new TargetUnavailable(`the adapter of ${name} is not built. Build it with:\n  npm run build`);
  return loaded(built, variantOf(settings));
};

/** Whether an address that stands in a file may be opened without being asked for: only what comes with killpoint. */
export const isBuiltIn = (address: string): boolean => {
  const [name = '', settings] = splitOnce(address, ':');
  return (
    address === 'reference' ||
    (name === 'mutant' && mutants.some(({ id }) => id === settings)) ||
    thirdParties().some((known) => known.name === name)
  );
};

/** The same target with the document review in its own idiom, where its adapter has one. */
export const nativeOf = async (address: string): Promise<Adapter | undefined> => {
  const [name = '', settings] = splitOnce(address, ':');
  if (!thirdParties().some((known) => known.name === name)) return undefined;
  return adapterOf(`${name}:${settings === undefined ? '' : `${settings},`}program=native`);
};

const unknown = (address: string): UsageError => {
  const known = builtInTargets().map(({ id }) => id);
  const nearest = closest(address, known);
  const guess = distance(address, nearest) <= Math.max(3, address.length / 3) ? ` Did you mean '${nearest}'?` : '';
  return new UsageError(
    `there is no target '${address}'.${guess}\n'killpoint list targets' shows them all; a path to an adapter begins with ./`,
  );
};

const variantOf = (settings: string | undefined): Readonly<Record<string, string>> => {
  const parts = (settings ?? '').split(',').filter((part) => part !== '');
  const odd = parts.find((part) => !/^\w+=.+$/.test(part));
  if (odd !== undefined) throw new UsageError(`expected settings as name=value,name=value; found '${odd}'`);
  return Object.fromEntries(parts.map((part) => [splitOnce(part, '=')[0], splitOnce(part, '=')[1] ?? '']));
};

/** Loads an adapter's module: its default export is an adapter, or a function that makes one from the variant's settings. */
const loaded = async (file: string, variant: Readonly<Record<string, string>>): Promise<Adapter> => {
  if (!existsSync(file)) throw new UsageError(`there is no adapter at ${file}`);
  const module = await importAny(file).catch((error: unknown) => {
    throw new TargetUnavailable(`the adapter ${file} does not load: ${messageOf(error)}`, { cause: error });
  });
  const exported: unknown =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  const made = isFactory(exported) ? await make(exported, variant) : exported;
  if (isAdapter(made)) return made;
  throw new TargetUnavailable(
    `expected ${file} to export as default an adapter, an object with describe() and open(), or a function that makes one`,
  );
};

type Factory = (variant: Readonly<Record<string, string>>) => unknown;
const isFactory = (value: unknown): value is Factory => typeof value === 'function';

const make = async (factory: Factory, variant: Readonly<Record<string, string>>): Promise<unknown> => {
  try {
    return await factory(variant);
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
};

/** TypeScript modules go through tsx, so that an adapter needs no build. */
const importAny = async (file: string): Promise<unknown> => {
  const url = pathToFileURL(file).href;
  if (!/\.[cm]?tsx?$/.test(file)) return import(url);
  const { tsImport } = await import('tsx/esm/api');
  return tsImport(url, import.meta.url);
};

const isAdapter = (value: unknown): value is Adapter =>
  typeof value === 'object' &&
  value !== null &&
  'describe' in value &&
  'open' in value &&
  typeof value.describe === 'function' &&
  typeof value.open === 'function';

const splitOnce = (text: string, at: string): readonly [string, string | undefined] => {
  const index = text.indexOf(at);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
};

import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Adapter } from '../model/vocabulary.ts';
import { messageOf, TargetUnavailable, UsageError } from '../scenarios/index.ts';
import type { Settings } from './address.ts';

/** Loads an adapter's module: its default export is an adapter, or a function that makes one from the variant's settings. */
export const loaded = async (file: string, variant: Settings): Promise<Adapter> => {
  if (!existsSync(file)) throw new UsageError(`there is no adapter at ${file}`);
  const module = await importAny(file).catch((error: unknown) => {
    throw new TargetUnavailable(`the adapter ${file} does not load: ${messageOf(error)}`, { cause: error });
  });
  // A module that was read as CommonJS has its default export one level deeper.
  const outer = defaultOf(module);
  const exported = isFactory(outer) || isAdapter(outer) ? outer : defaultOf(outer);
  const made = isFactory(exported) ? await make(exported, variant) : exported;
  if (isAdapter(made)) return made;
  throw new TargetUnavailable(
    `expected ${file} to export as default an adapter, an object with describe() and open(), or a function that makes one`,
  );
};

const defaultOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'default' in value ? value.default : undefined;

type Factory = (variant: Settings) => unknown;
const isFactory = (value: unknown): value is Factory => typeof value === 'function';

const make = async (factory: Factory, variant: Settings): Promise<unknown> => {
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

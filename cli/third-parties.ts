import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { TargetUnavailable } from '../scenarios/index.ts';
import { packageRoot } from './places.ts';

/** What an adapter's folder says of itself, under `killpoint` in its package.json. */
const manifestSchema = z.object({
  killpoint: z
    .object({
      /** A folder of `server` kind is no target: others need it. */
      kind: z.enum(['target', 'server']).default('target'),
      /** Packages whose install scripts have to run. */
      rebuild: z.array(z.string()).default([]),
      /** Folders beside this one that are set up with it. */
      needs: z.array(z.string()).default([]),
      /** The file of pinned and hashed Python packages, if it needs Python. */
      python: z.string().optional(),
      /** Where the adapter is a process of its own: what starts it. `{python}` is the Python of the folder. */
      command: z.array(z.string()).min(1).optional(),
    })
    .prefault({}),
});

/** A folder below adapters/ with a package.json of its own. */
export type ThirdParty = z.output<typeof manifestSchema>['killpoint'] & {
  readonly name: string;
  readonly folder: string;
};

/** The third-party adapters that can be named as targets. */
export const thirdParties = (): readonly ThirdParty[] => folders().filter(({ kind }) => kind === 'target');

/** A third-party folder with those that it needs before it, each once. Throws `TargetUnavailable` for a need that is not there. */
export const withNeeds = (third: ThirdParty): readonly ThirdParty[] => {
  const needed = third.needs.flatMap((name) => {
    const found = folders().find((each) => each.name === name);
    if (found === undefined)
      throw new TargetUnavailable(`adapters/${third.name} needs adapters/${name}, which is not there`);
    return withNeeds(found);
  });
  return [...new Map([...needed, third].map((each) => [each.name, each])).values()];
};

/** The package registries that its own setup asks. */
export const registriesOf = (third: ThirdParty): readonly string[] => [
  ...(existsSync(join(third.folder, 'package-lock.json')) ? ['npm'] : []),
  ...(requirementsOf(third) === undefined ? [] : ['PyPI']),
];

/** The file of Python packages to install; a blank one asks for nothing. */
export const requirementsOf = ({ folder, python }: ThirdParty): string | undefined => {
  if (python === undefined) return undefined;
  const file = join(folder, python);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.some((line) => line.trim() !== '' && !line.trim().startsWith('#')) ? file : undefined;
};

/** Whether everything that its setup installs is there. */
export const isInstalled = (third: ThirdParty): boolean =>
  withNeeds(third).every(
    (each) =>
      (!existsSync(join(each.folder, 'package-lock.json')) || existsSync(join(each.folder, 'node_modules'))) &&
      (requirementsOf(each) === undefined || existsSync(venvPython(each.folder))),
  );

/** The Python of a folder: its virtual environment's, or the system's where it needs no packages. */
export const pythonOf = ({ folder }: Pick<ThirdParty, 'folder'>): string =>
  existsSync(venvPython(folder)) ? venvPython(folder) : 'python3';

/** Where a folder's virtual environment has its Python. */
export const venvPython = (folder: string): string => join(folder, '.venv', 'bin', 'python');

const folders = (): readonly ThirdParty[] => {
  const adapters = join(packageRoot(), 'adapters');
  if (!existsSync(adapters)) return [];
  return readdirSync(adapters)
    .map((name) => ({ name, folder: join(adapters, name) }))
    .filter(({ folder }) => existsSync(join(folder, 'package.json')))
    .map((place) => ({ ...manifestOf(place.folder), ...place }));
};

const manifestOf = (folder: string): z.output<typeof manifestSchema>['killpoint'] => {
  const file = join(folder, 'package.json');
  const parsed = manifestSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data.killpoint;
  throw new TargetUnavailable(`${file} does not fit: ${z.prettifyError(parsed.error)}`);
};

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildSupervisor } from './store/files/build.ts';

/** Something that a machine can do or not, and what is not exercised where it cannot. */
export type Ability = {
  readonly id: 'storage-calls' | 'strace' | 'root' | 'cgroup2' | 'faketime';
  readonly because: string | undefined;
  readonly without: string;
};

/** What this machine can and cannot do: `because` says why it cannot, and is not there where it can. */
export const probe = (): readonly Ability[] => {
  const built = buildSupervisor();
  return [
    {
      id: 'storage-calls',
      because: built.status === 'built' ? undefined : built.because,
      without: 'operations on the files of a store, and losses of power',
    },
    {
      id: 'strace',
      because: runs('strace', '-V') ? undefined : 'there is no strace',
      without: 'nothing of this release: it could stand in where system calls cannot be supervised',
    },
    {
      id: 'root',
      because: process.getuid?.() === 0 ? undefined : 'this user is not root',
      without: 'a file system of its own that is really full',
    },
    {
      id: 'cgroup2',
      because: cgroups.some((folder) => existsSync(`${folder}/cgroup.procs`)) ? undefined : 'no cgroup2 is mounted',
      without: 'the end of a process that left its process group, in one go: it is found by its environment',
    },
    {
      id: 'faketime',
      because: libraries.some((file) => existsSync(file)) ? undefined : 'there is no libfaketime',
      without: 'clocks that jump, in processes of their own',
    },
  ];
};

const cgroups = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];
const libraries = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`);

const runs = (command: string, argument: string): boolean =>
  spawnSync(command, [argument], { stdio: 'ignore' }).status === 0;

/** What is not exercised here, a line each. */
export const notExercised = (abilities: readonly Ability[]): readonly string[] =>
  abilities.flatMap(({ because, without }) =>
    because === undefined ? [] : [`not exercised on this machine: ${without} (${because})`],
  );

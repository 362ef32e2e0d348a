import { defineConfig } from 'vitest/config';

/** Projects with a folder of their own; every other test is a unit test. `browser` and `runtimes` run only when asked for. */
const folders = ['mutants', 'replay', 'docs', 'browser', 'runtimes'];

const project = (name: string, include: string[], exclude: string[]) => ({
  extends: true as const,
  test: { name, include, exclude },
});

export default defineConfig({
  test: {
    // Real processes on shared cores are slow now and then; a hang is still found within two minutes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    projects: [
      project(
        'unit',
        ['test/**/*.test.ts'],
        folders.map((folder) => `test/${folder}/**`),
      ),
      ...folders.map((folder) => project(folder, [`test/${folder}/**/*.test.ts`], [])),
    ],
  },
});

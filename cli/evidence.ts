import { join } from 'node:path';
import type { Companions, History, Report } from '../model/vocabulary.ts';
import { type Archive, readCounterexample } from '../scenarios/index.ts';

/** What reports tell of beside their report: histories by the path that verdicts name, and what stands beside each counterexample, by its path. */
export type Evidence = {
  readonly histories: ReadonlyMap<string, History>;
  readonly companions: ReadonlyMap<string, Companions>;
};

/** So many failing cases of a requirement are shown with what happened in them. */
const SHOWN_OF_EACH = 10;

/** The evidence of a report, read from where it was saved. */
export const evidenceOf = async (report: Report, archive: Archive): Promise<Evidence> => {
  const failing = report.results.flatMap(({ cases }) =>
    cases.filter(({ status }) => status === 'fail').slice(0, SHOWN_OF_EACH),
  );
  const files = new Set(failing.map(({ history }) => history));
  return {
    histories: await eachOf(files, (file) => archive.history(file)),
    companions: await eachOf(new Set(counterexamplesIn(report)), async (file): Promise<Companions> => {
      const { reference, larger } = await readCounterexample(join(archive.folder, file));
      return { reference, larger };
    }),
  };
};

/** The counterexample files that a report names. */
export const counterexamplesIn = ({ results }: Report): readonly string[] =>
  results.flatMap(({ cases }) => cases.flatMap(({ counterexample }) => counterexample ?? []));

const eachOf = async <T>(files: ReadonlySet<string>, read: (file: string) => Promise<T>) =>
  new Map(await Promise.all([...files].map(async (file) => [file, await read(file)] as const)));

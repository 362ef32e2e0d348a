import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import Database from 'better-sqlite3';
import type { Adapter, RunView, Session } from '../../model/vocabulary.ts';
import { subjectOf } from './subject.ts';
import { type Variant, variantOf } from './variant.ts';
import { viewOf } from './view.ts';

/** LangGraph JS on its SQLite checkpointer. Throws an error that names the choices where a variant is not known. */
export const createLangGraph = (asked: Readonly<Record<string, string>>): Adapter => {
  const variant = variantOf(asked);
  return {
    describe: async () => subjectOf(installedVersion(), variant),
    open: async ({ folder }) => openSession(join(folder, 'langgraph.db'), variant),
  };
};

export { createLangGraph as default };

/** This folder, from its source and from its build in `dist`. */
const home = new URL(import.meta.url.endsWith('/dist/adapter.js') ? '..' : '.', import.meta.url);

const installedVersion = (): string => {
  const file = new URL('node_modules/@langchain/langgraph/package.json', home);
  try {
    const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
    return version;
  } catch (cause) {
    throw new Error('LangGraph is not installed. Run `npx killpoint setup langgraph`.', { cause });
  }
};

/** Two processes that both set up a new file meet SQLITE_BUSY, so the store is made whole before there is any process. */
const openSession = async (file: string, variant: Variant): Promise<Session> => {
  const saver = SqliteSaver.fromConnString(file);
  await saver.getTuple({ configurable: { thread_id: 'none' } });
  saver.db.close();

  const db = new Database(file, { readonly: true, fileMustExist: true });
  const seen = new Map<string, { version: unknown; view: RunView }>();
  const inspect = (run: string): RunView => {
    const version = db.pragma('data_version', { simple: true });
    const last = seen.get(run);
    if (last !== undefined && last.version === version) return last.view;
    const view = viewOf(db, run);
    seen.set(run, { version, view });
    return view;
  };
  return {
    store: { file, ...variant },
    process: () => ({
      command: process.execPath,
      arguments: [fileURLToPath(new URL('dist/process.js', home))],
      env: { LANGSMITH_TRACING: 'false', LANGCHAIN_TRACING_V2: 'false' },
    }),
    inspect: async (run) => inspect(run),
    close: async () => void db.close(),
  };
};

import Database from 'better-sqlite3';

/**
 * Why SQLite could not write, where that is certain to have left nothing behind: a transaction that never began because somebody else
 * holds the file, or that was taken back because there is no room. Nothing for any other error: then it is unknown what was done.
 */
export const troubleIn = (error: unknown): 'store-is-away' | 'store-is-full' | undefined => {
  if (!(error instanceof Database.SqliteError)) return undefined;
  if (error.code.startsWith('SQLITE_BUSY')) return 'store-is-away';
  return error.code === 'SQLITE_FULL' ? 'store-is-full' : undefined;
};

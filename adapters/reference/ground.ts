import type { SessionGround } from '../../model/vocabulary.ts';
import { Keeper } from '../../sut/index.ts';

/**
 * What can be done to one store file, by somebody beside the runtime. Its lock keeps every writer out, and its quota leaves no room: the
 * runtime meets SQLite's own SQLITE_BUSY and SQLITE_FULL. Reading is not kept out.
 */
export const groundOf = (file: string, reopen: () => void): SessionGround & { readonly close: () => void } => {
  let keeper: Keeper | undefined;
  const kept = (): Keeper => {
    keeper ??= new Keeper(file);
    return keeper;
  };
  return {
    outage: async () => kept().lock(),
    full: async () => kept().fill(),
    restore: async () => kept().release(),
    reopen: async () => reopen(),
    close: () => keeper?.close(),
  };
};

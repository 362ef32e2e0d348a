import { cpSync, existsSync } from 'node:fs';

/** Puts what one node's disk holds on another one's. A disk that is gone, or was never made, holds nothing. */
export const inheritDisk = (from: string, to: () => string): void => {
  if (from !== '' && existsSync(from)) cpSync(from, to(), { recursive: true });
};

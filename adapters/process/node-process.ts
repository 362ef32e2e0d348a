import { fileURLToPath } from 'node:url';
import type { ProcessSpec } from '../../model/vocabulary.ts';

/**
 * A process that runs a module with this Node. A module in TypeScript goes through tsx: it needs no build, and boots several times slower
 * than a bundle would.
 */
export const nodeProcess = (module: URL): ProcessSpec => {
  const file = fileURLToPath(module);
  const loader = /\.[cm]?tsx?$/.test(file) ? ['--import', import.meta.resolve('tsx')] : [];
  return { command: process.execPath, arguments: [...loader, file], env: {} };
};

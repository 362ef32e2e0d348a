import { requirements } from '../model/index.ts';
import type { Program, Subject } from '../model/vocabulary.ts';
import { scenarios } from './programs.ts';

/** One thing that an adapter must do before anything judges its runtime. */
export type SmokeCheck = { readonly check: string; readonly holds: boolean; readonly found: string };

/** A name that is misspelt would turn a promise into silence. */
export const namesRequirements = ({ capabilities }: Subject): SmokeCheck => {
  const areas = new Set(requirements.map(({ id }) => `${id.split('.')[0]}.*`));
  const odd = capabilities.filter(({ name }) => !areas.has(name) && !requirements.some(({ id }) => id === name));
  return {
    check: 'every capability names a requirement or an area, as `killpoint list requirements` has them',
    holds: odd.length === 0,
    found: odd.length === 0 ? `${capabilities.length} capabilities` : odd.map(({ name }) => name).join(', '),
  };
};

/** An adapter that offers nothing can be asked nothing. */
export const declares = ({ can }: Subject, programs: readonly Program[]): SmokeCheck => ({
  check: 'declares what it offers, and that is enough for a program',
  holds: programs.length > 0,
  found: `can: ${can.join(', ') || 'nothing'}; ${programs.length} of ${scenarios.length} programs can be run`,
});

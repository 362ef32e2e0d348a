import type { Json } from '../../model/vocabulary.ts';
import { exists } from '../world/owners.ts';
import type { Moment, Turn } from './moment.ts';

/** An answer of the world: a status of HTTP and what comes with it. */
export type Given = { readonly status: number; readonly value: Json };

/** Nobody whom a case knows makes anything under this key. */
const SOMEBODY_ELSE = 'somebody-else';

/** What the world answers where its plan wants another answer than that of its servers. */
export const insteadOf = ({ step }: Moment, turn: Exclude<Turn, 'drop' | 'duplicate'>): Given => {
  switch (turn) {
    case 'fail':
      return { status: 503, value: `${step} cannot be served now; try again later` };
    case 'refuse':
      return { status: 403, value: `${step} is refused, for good` };
    case 'conflict':
      return { status: 409, value: exists(SOMEBODY_ELSE, { receipt: `${step}, made by somebody else` }) };
    default:
      return turn satisfies never;
  }
};

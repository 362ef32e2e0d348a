import { type Script, scriptOf } from './make.ts';
import { two } from './programs.ts';
import { runOf } from './words.ts';

const one = runOf(two);
const other = runOf(two, { nth: 2 });
const worker = other.attempt(1);

/** Two runs of one program, one of them at work while something is said of the other. */
export const neighbours: readonly Script[] = [
  scriptOf({
    id: 'script/one-of-two-cancelled',
    program: two,
    lines: [
      one.launch(),
      other.launch(),
      other.claim(),
      worker.start(),
      one.cancel(),
      worker.commit('draft', { revision: 0, value: 'a draft' }),
      worker.commit('look-up', { revision: 1, value: 'found' }),
      worker.finish(),
    ],
    settings: { leaseMs: 60_000 },
    exercises: ['identity.runs-share-nothing/commands'],
  }),
];

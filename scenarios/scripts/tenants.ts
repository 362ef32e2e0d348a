import type { Command } from '../../model/vocabulary.ts';
import { type Script, scriptOf } from './make.ts';
import { reviewed } from './programs.ts';
import { runOf } from './words.ts';

const own = runOf(reviewed);
const foreign = runOf(reviewed, { tenant: 'tenant-2' });
const absent = runOf(reviewed, { nth: 9 });

/** What a client or an operator says about a run: of a foreign one and of an absent one. */
const onRun = (of: typeof own): readonly Command[] => [of.cancel(), of.decide('approve')];
const onSlot = (of: typeof own): readonly Command[] => [of.claim(), of.reassign(), of.hold(), of.release(), of.retry()];
const onWhole = (of: typeof own): readonly Command[] => [
  of.resume(),
  of.resolve('publish'),
  of.branch({ extract: 'foreign' }, 8),
];

const reports = [
  foreign.attempt(1).heartbeat(),
  foreign.attempt(1).commit('extract', { revision: 0, value: 'foreign' }),
  foreign.attempt(1).fail(),
  foreign.attempt(1).revoke(),
  foreign.attempt(1).exit(),
];

/** One tenant's commands on the run of another. */
export const tenants: readonly Script[] = [
  scriptOf({
    id: 'script/foreign-client',
    program: reviewed,
    lines: [own.launch(), ...onRun(absent), ...onRun(foreign)],
    exercises: ['identity.tenants-are-isolated'],
  }),
  scriptOf({
    id: 'script/foreign-operator',
    program: reviewed,
    lines: [
      own.launch(),
      ...[absent, foreign].flatMap((of) => [...onSlot(of), ...onWhole(of)]),
      own.claim(),
      own.attempt(1).start(),
      ...reports,
    ],
    settings: { leaseMs: 60_000 },
    exercises: ['identity.tenants-are-isolated'],
  }),
];

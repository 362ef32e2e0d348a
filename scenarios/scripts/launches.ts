import type { Command, Revision } from '../../model/vocabulary.ts';
import { type Line, type Script, scriptOf, untilAccepted } from './make.ts';
import { sent, two } from './programs.ts';
import { pinsOf, runOf } from './words.ts';

const { launch, claim, attempt } = runOf(two);

/** Revisions of a script's own, so that it says of each whether it was accepted. */
const pins = { package: 'package-a', workflow: 'workflow-a', binding: 'binding-a' } as const;
const by = { tenant: 'tenant-1', actor: 'operator', key: '' };
const register = (id: string, of: Revision['of'], nodes?: Revision['nodes']): Command => ({
  ...{
    type: 'register',
    ...by,
    revision: { id, of, digest: `sha-256:${id}`, ...(nodes === undefined ? {} : { nodes }) },
  },
});
const accept = (revision: string): Command => ({ type: 'accept', ...by, revision });

const parts = ['package', 'workflow', 'binding'] as const;
/** All but one registered, or all registered and one not accepted, and a launch that pins them. */
const refusedWithout = (part: (typeof parts)[number], what: 'registered' | 'accepted'): Script =>
  scriptOf({
    id: `script/launch-with-${part}-not-${what}`,
    program: two,
    lines: [
      ...parts.flatMap((of): readonly Line[] => [
        ...(of === part && what === 'registered' ? [] : [register(pins[of], of)]),
        ...(of === part ? [] : [accept(pins[of])]),
      ]),
      launch({ pins }),
    ],
    exercises: [
      `identity.launch-refuses-what-was-not-accepted/${what === 'registered' ? 'unknown-revision' : `${part}-not-accepted`}`,
      'identity.launch-refuses-what-was-not-accepted/creates-nothing',
      'identity.admission-is-atomic/refused-is-not',
    ],
  });

/** Which launches are taken, under which key and configuration, and that a run keeps them. */
export const launches: readonly Script[] = [
  ...parts.map((part) => refusedWithout(part, 'registered')),
  refusedWithout('package', 'accepted'),
  refusedWithout('binding', 'accepted'),
  scriptOf({
    id: 'script/newer-revisions-accepted',
    program: two,
    lines: [
      register('agent-a', 'agent'),
      register(pins.package, 'package'),
      register(pins.workflow, 'workflow'),
      register(pins.binding, 'binding', { draft: { agent: 'agent-a', attachments: ['prompt-a'] } }),
      ...Object.values(pins).map(accept),
      launch({ pins }),
      claim(),
      attempt(1).start(),
      register('package-b', 'package'),
      register('binding-b', 'binding'),
      accept('package-b'),
      accept('binding-b'),
      attempt(1).exit(),
      untilAccepted(attempt(1).expire()),
      untilAccepted(claim()),
    ],
    settings: { leaseMs: 300 },
    exercises: ['identity.replacement-uses-pinned-configuration/pins-stay'],
  }),
  scriptOf({
    id: 'script/start-key-with-other-inputs',
    program: two,
    lines: [launch(), launch({ program: sent }), launch({ pins: { ...pinsOf(two), package: 'package@2' } }), claim()],
    exercises: ['identity.start-key-refuses-other-inputs'],
  }),
];

import { startOf } from '../rules/names.ts';
import { is } from '../step.ts';
import { type Pins, sameJson } from '../vocabulary.ts';
import { accepted, always, type Look, whenever } from './law.ts';

/** Laws of what is pinned, and of what serves a step. */
export const configurationLaws = [
  accepted('launch', {
    law: 'a launch pins only what is known and, of packages and bindings, what was accepted',
    requirement: 'identity.launch-refuses-what-was-not-accepted',
    holds: ({ tenant, startKey, pins }, { before }) => {
      const isAgain = before.get('start', startOf(tenant, startKey)) !== undefined;
      return isAgain || isPinnable(before, pins);
    },
  }),
  whenever('revision', {
    law: 'a revision names one content for ever, and stays accepted',
    requirement: 'identity.replacement-uses-pinned-configuration',
    holds: ({ was, now }) =>
      was === undefined ||
      (sameJson(textOf(was.context), textOf(now.context)) && (!is(was, 'accepted') || is(now, 'accepted'))),
  }),
  accepted('register', {
    law: 'what is registered is known as it was registered',
    requirement: 'identity.replacement-uses-pinned-configuration',
    holds: ({ revision }, { after }) => sameJson(textOf(revision), textOf(after.get('revision', revision.id)?.context)),
  }),
  accepted('accept', {
    law: 'a binding is accepted only with agent revisions that are known',
    requirement: 'identity.node-gets-its-bound-revisions',
    holds: ({ revision }, { before, after }) => {
      const nodes = Object.values(before.get('revision', revision)?.context.nodes ?? {});
      const areKnown = nodes.every(({ agent }) => before.get('revision', agent)?.context.of === 'agent');
      return areKnown && is(after.get('revision', revision), 'accepted');
    },
  }),
  always('output', {
    law: 'a result says which revision served its step: the agent that the binding names, or the workflow',
    requirement: 'evidence.outputs-carry-provenance',
    holds: ({ context: { run, step, commits } }, { look }) => {
      const own = look.get('run', run)?.context;
      const pins = look.get('run', own?.parent?.run ?? run)?.context.pins;
      const agent = look.get('revision', pins?.binding ?? '')?.context.nodes?.[step]?.agent;
      return commits.every(({ source }) => source === (agent ?? pins?.workflow));
    },
  }),
];

const isPinnable = (look: Look, pins: Pins): boolean =>
  (['package', 'workflow', 'binding'] as const).every((of) => {
    const found = look.get('revision', pins[of]);
    return found?.context.of === of && (of === 'workflow' || is(found, 'accepted'));
  });

const textOf = (value: unknown) => JSON.parse(JSON.stringify(value ?? null));

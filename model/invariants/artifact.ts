import type { Entity } from '../kinds.ts';
import { artifactOf, outputOf } from '../rules/names.ts';
import { hasTag, is } from '../step.ts';
import { referenceIn, sameJson } from '../vocabulary.ts';
import { accepted, always, type Look, whenever } from './law.ts';
import { isOpen, resultIn, stepsIn } from './reading.ts';

/** Laws of what is uploaded, and of what becomes of it. */
export const artifactLaws = [
  always('artifact', {
    law: 'an artifact is committed exactly while the result of its step names it',
    requirement: 'commit.orphans-are-never-consumed',
    holds: (artifact, { id, look }) => {
      const { slot, step, reference } = artifact.context;
      const commits = look.get('output', outputOf(slot, step))?.context.commits;
      const result = resultIn(look, slot, step);
      const isNamed = result !== undefined && artifactOf(commits?.at(-1)?.by ?? '', step) === id;
      const isKept = is(artifact, 'committed') || is(artifact, 'missing');
      return isKept === isNamed && (!isNamed || sameJson(result, { ...reference }));
    },
  }),
  accepted('commit', {
    law: 'an output names an artifact that its attempt has stored whole',
    requirement: 'commit.refuses-incomplete-output',
    holds: ({ attempt, step, value }, { before, after }) => {
      const slot = before.get('attempt', attempt)?.context.slot ?? '';
      const found = before.get('slot', slot);
      const isOutput = found !== undefined && stepsIn(found).some(({ id, op }) => id === step && op === 'output');
      const was = before.get('artifact', artifactOf(attempt, step));
      return (
        !isOutput ||
        (is(was, 'stored') &&
          sameJson({ ...referenceIn(value) }, { ...was?.context.reference }) &&
          is(after.get('artifact', artifactOf(attempt, step)), 'committed'))
      );
    },
  }),
  accepted('store-upload', {
    law: 'what is stored is the result of nothing yet, and is what was uploaded',
    requirement: 'commit.refuses-incomplete-output',
    holds: ({ attempt, step, reference }, { after }) => {
      const now = after.get('artifact', artifactOf(attempt, step));
      return is(now, 'stored') && sameJson({ ...now?.context.reference }, { ...reference });
    },
  }),
  whenever('artifact', {
    law: 'a version that is stored stays what it is, and an orphan an orphan',
    requirement: 'commit.references-exact-versions',
    holds: ({ was, now }) =>
      was === undefined ||
      ((was.context.reference === null || sameJson({ ...was.context.reference }, { ...now.context.reference })) &&
        (!hasTag(was, 'terminal') || was.leaf === now.leaf)),
  }),
  whenever('artifact', {
    law: 'an upload begins for the next step of a run that is open',
    requirement: 'cancel.nothing-starts-after',
    holds: ({ was, now, before }) => was !== undefined || isOpen(before, now.context.run),
  }),
  always('artifact', {
    law: 'an upload whose attempt died is an orphan, unless it is committed',
    requirement: 'commit.orphans-are-never-consumed',
    holds: (artifact, { look }) => {
      const attempt = look.get('attempt', artifact.context.attempt);
      const isDead = is(attempt, 'failed') || is(attempt, 'lost');
      return !isDead || !(is(artifact, 'uploading') || is(artifact, 'stored'));
    },
  }),
  always('slot', {
    law: 'no run goes on while something that it committed is missing',
    requirement: 'commit.missing-artifact-stops-recovery',
    holds: (slot, { id, look }) =>
      !isOpen(look, slot.context.run) || artifactsOf(look, id, slot).every((artifact) => !is(artifact, 'missing')),
  }),
  accepted('report-artifact', {
    law: 'only what is committed is missed, and only what is missing is found again',
    requirement: 'commit.missing-artifact-stops-recovery',
    holds: ({ run, step, state }, { before, after }) => {
      const slot = before.get('run', run)?.context.slots[0] ?? '';
      const id = artifactOf(before.get('output', outputOf(slot, step))?.context.commits.at(-1)?.by ?? '', step);
      const [was, now] = [before.get('artifact', id), after.get('artifact', id)];
      if (state === 'restored') return is(was, 'missing') && is(now, 'committed');
      return (is(was, 'committed') || is(was, 'missing')) && is(now, 'missing');
    },
  }),
];

/** The artifacts that the results of a slot name, those that a branch took over among them. */
const artifactsOf = (look: Look, slot: string, entity: Entity<'slot'>): readonly Entity<'artifact'>[] =>
  stepsIn(entity).flatMap(({ id }) => {
    if (resultIn(look, slot, id) === undefined) return [];
    const by = look.get('output', outputOf(slot, id))?.context.commits.at(-1)?.by ?? '';
    return look.get('artifact', artifactOf(by, id)) ?? [];
  });

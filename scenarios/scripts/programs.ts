import type { Program } from '../../model/vocabulary.ts';
import { approval, effect, model, output, tool } from '../programs/steps.ts';

/** Two results, the second made from the first, and nothing outside the run. */
export const two: Program = {
  id: 'two-results',
  title: 'a model call and a tool call that uses it',
  steps: [model('draft'), tool('look-up', ['draft'])],
};

/** A result, and an effect that rests on it, on an owner that deduplicates. */
export const sent: Program = {
  id: 'result-and-effect',
  title: 'a model call and an effect that uses it',
  steps: [model('draft'), effect('send', ['draft'])],
};

/** An effect that nobody can find out about. */
export const opaque: Program = {
  id: 'effect-unknown',
  title: 'an effect on an owner that can neither deduplicate nor be asked',
  steps: [effect('send', [], 'opaque')],
};

/** An artifact and what is made of it. */
export const reported: Program = {
  id: 'report-and-digest',
  title: 'a report in the artifact store and a model call that reads it',
  steps: [output('report'), model('digest', ['report'])],
};

/** The document review, which a person has to approve. */
export const reviewed: Program = {
  id: 'named-review',
  title: 'extract, analyse, wait for a reviewer who is named, publish',
  steps: [
    model('extract'),
    model('analyse', ['extract']),
    approval('approve', ['analyse'], { reviewer: 'reviewer' }),
    effect('publish', ['analyse', 'approve']),
  ],
};

/** A wait that is over soon. */
export const hurried: Program = {
  id: 'hurried-review',
  title: 'a wait for a decision that expires after a quarter of a second',
  steps: [approval('approve', [], { deadlineMs: 250 })],
};

/** A run whose own time is longer than any script. */
export const dated: Program = {
  ...two,
  id: 'dated',
  title: 'two results in a run with a deadline',
  limits: { deadlineMs: 600_000 },
};

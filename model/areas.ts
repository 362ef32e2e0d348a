/** A part of what a durable runtime does, by which requirements are grouped and named. */
export type Area = { readonly id: string; readonly about: string };

/** Every area of the specification, also those of which this revision states no requirement yet. */
export const areas: readonly Area[] = [
  { id: 'recovery', about: 'What a run does after its worker was lost.' },
  { id: 'effect', about: 'Changes in systems outside the runtime, which their owners alone know to have happened.' },
  { id: 'evidence', about: 'What a runtime says of itself, against what happened.' },
  { id: 'lease', about: 'The time-bounded right of an attempt to write for its slot.' },
  { id: 'approval', about: 'Waiting for a decision, and going on from it.' },
  { id: 'claim', about: 'How a slot gets its next attempt.' },
  { id: 'reassign', about: 'An operator reopens a slot under another launch specification.' },
  { id: 'identity', about: 'What stays the same through any number of workers.' },
  { id: 'attempt', about: "The record of one worker's try at a slot." },
  { id: 'commit', about: 'When an output counts as progress.' },
  { id: 'cancel', about: 'Ending a run before it is done.' },
  { id: 'limit', about: 'Bounds on what a run may use.' },
];

/** The area of a requirement: what stands before the dot of its id. */
export const areaOf = (requirement: string): string => requirement.split('.')[0] ?? '';

import type { Contract } from '../vocabulary.ts';

/** What the owner of an effect does under each contract, and what a runtime has to do because of it. */
export const contractWords: Readonly<Record<Contract, string>> = {
  idempotent:
    'It applies one action for one key, and answers a request that comes again under that key with the first outcome; other arguments under the same key are refused. After an interruption the same request is sent again.',
  lookup:
    'It applies every request. It can be asked by key, and tells applied, refused, pending and unknown apart. Before its delivery bound is over "unknown" proves nothing, since a request that was sent can still arrive. It is asked before anything is sent again.',
  opaque:
    'It applies every request and cannot be asked. What was sent without an answer is never sent again: it stays visible, in review, until a person says with evidence what became of it.',
  async:
    'It accepts a request at once, applies one action for one key, and says the outcome later, at least once and in any order. The worker is given up meanwhile; only the first word about an action counts.',
  guarded:
    'It applies one action for one key, if its own rules allow that to the principal at that moment and no higher fencing token was seen. Its refusal is the outcome.',
};

import type { Command } from '../../../model/vocabulary.ts';
import { attemptsOf, keyOf, uploadOf } from '../basics.ts';
import { by } from '../by.ts';
import { type Deeds, perStep, perTry } from '../each.ts';

const receipt = 'receipt';

/** What may happen between workers, owners and the artifact store. */
export const ownerFeatures = {
  'refusing-owner': perStep('effect', ({ slot }, step) => [{ type: 'turn-away', slot, step }]),
  /** An owner finds that its sender may not do this any more. */
  unauthorised: perStep('effect', ({ slot }, step) => [{ type: 'forbid', slot, step }]),
  /** Requests take their time, and their senders may be over when they arrive. */
  delay: perTry('effect', (one) => [{ type: 'arrive', ...one }]),
  /** Owners are asked, in truth, what became of an action. */
  'look-up': perStep('effect', ({ run }, step) => [
    { type: 'look-up', ...by, run, step, found: 'unknown', askedAtMs: 0, receipt },
  ]),
  /** Owners acknowledge what they took, workers wait for them, and they call back. */
  callback: (place) => [
    ...perTry('effect', (one) => [
      { type: 'acknowledge', ...by, ...one },
      { type: 'wait', ...by, ...one },
    ])(place),
    ...callbacks(receipt)(place),
  ],
  /** An owner is taken for one of another kind. */
  mistaken: (place) => [
    ...perTry('effect', (one) => [{ type: 'acknowledge', ...by, ...one }])(place),
    ...callbacks('mistaken')(place),
    ...perStep('effect', ({ run }, step) => [
      { type: 'look-up', ...by, run, step, found: 'applied', askedAtMs: 0, receipt: 'mistaken' },
      { type: 'look-up', ...by, run, step: 'nothing', found: 'applied', askedAtMs: 0, receipt: 'mistaken' },
    ])(place),
  ],
  /** A person finds out what became of an action that nobody can be asked about. */
  resolve: perStep('effect', ({ run }, step) => [
    { type: 'resolve', ...by, run, step, outcome: 'applied', evidence: 'a letter' },
  ]),
  /** A committed artifact cannot be read, and is found again. */
  loss: perStep('output', ({ run }, step) => [
    { type: 'report-artifact', ...by, run, step, state: 'missing' },
    { type: 'report-artifact', ...by, run, step, state: 'restored' },
  ]),
  /** Uploads under a version of their own, and results that name something else or nothing. */
  'wrong-artifact': perTry('output', ({ attempt, step }) => [
    { type: 'store-upload', ...by, attempt, step, reference: { ...uploadOf(attempt, step), bytes: 2 } },
    { type: 'commit', ...by, attempt, step, revision: 0, value: { ...uploadOf(attempt, step), bytes: 3 } },
    { type: 'commit', ...by, attempt, step, revision: 0, value: 'nothing' },
  ]),
} satisfies Record<string, Deeds>;

/** Each attempt may have chosen the key. */
const callbacks = (told: string): Deeds =>
  perStep('effect', (place, step) =>
    attemptsOf(place).map((attempt): Command => {
      const named = { ...by, run: place.run, actionKey: keyOf(attempt, step) };
      return { type: 'callback', ...named, outcome: 'applied', receipt: told };
    }),
  );

import type { ArtifactReference, CallStep, Json, Pins } from '../model/vocabulary.ts';

/**
 * The revisions under which a step is done: those that its run pinned, and the agent and attachments that its binding names for the step,
 * where it names any.
 */
export type Configuration = Pins & { readonly agent?: string; readonly attachments?: readonly string[] };

/** One step's call on the outside, with the values that it is given and, for an effect, its idempotency key. */
export type Performance = {
  readonly run: string;
  readonly step: CallStep;
  readonly results: Readonly<Record<string, Json>>;
  readonly key?: string;
  /** Under whose name a guarded owner is asked, and the fencing token of the attempt. */
  readonly authority?: Json;
  readonly configuration?: Configuration;
  /** For who acts wrongly: an artifact that was stored is not looked at. */
  readonly isTrusting?: boolean;
};

/**
 * Does one step's call, once. Throws `DefiniteRefusal` where the other side said no for good; anything else that it throws leaves
 * open whether the call happened.
 */
export type Perform = (performance: Performance) => Promise<Json>;

/** Asks the owner of an effect what became of the action with this key. Throws where it cannot be asked now. */
export type Ask = (question: { readonly run: string; readonly key: string }) => Promise<Told>;
/** What an owner that can be asked says. */
export type Told = { readonly found: 'applied' | 'refused' | 'pending' | 'unknown'; readonly receipt: Json };

/** Reads a committed artifact for who is about to use it. Throws `ArtifactLost` where it is not there, or is not what it was. */
export type Read = (wanted: { readonly run: string; readonly reference: ArtifactReference }) => Promise<void>;

/** What a worker reaches beside its store. */
export type Outside = { readonly perform: Perform; readonly ask: Ask; readonly read: Read };

/** What a committed reference names cannot be read. */
export class ArtifactLost extends Error {}

/** What is asked for exists already: made under a key, which tells whose it is, with what came of it. */
export type Existing = { readonly key: string; readonly receipt: Json };

/** The other side understood the call and will not do it, however often it is asked. */
export class DefiniteRefusal extends Error {
  readonly answer: Json;
  /** What it says that there is already, where that is why. */
  readonly existing: Existing | undefined;
  constructor(message: string, answer: Json, existing?: Existing) {
    super(message);
    this.answer = answer;
    this.existing = existing;
  }
}

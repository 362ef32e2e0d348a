/** What the specification tells of one of its words. */
export type Word = { readonly word: string; readonly means: string };

/** The words that the requirements and lifecycles are written in, in an order in which each rests on those before it. */
export const words: readonly Word[] = [
  {
    word: 'run',
    means:
      'One piece of work of one tenant, with the package, workflow and binding revisions that were pinned when it was launched. No process, host or executor is its identity.',
  },
  {
    word: 'step',
    means:
      'A unit of work inside a slot whose output is committed once: a model call, a tool call, an output (artifact), an effect, an approval, a timer, a child run. `uses` names the earlier steps whose results it is given: that alone is what "rests on" and "depends on" mean.',
  },
  {
    word: 'slot',
    means: 'One obligation of a run: its steps, to be done in order. It keeps its id whatever happens to its workers.',
  },
  {
    word: 'slot state',
    means:
      '`ready` to be claimed; `claimed`, its worker not up yet; `active`; `waiting` for an approval, a timer, a child or an owner, with no worker; `held` by an operator; `retry-wait` after an attempt ended without a result; then for ever `succeeded`, `failed` or `cancelled`. In `retry-wait` the worker may still run and its lease still be live, since a failure can be reported before either ends.',
  },
  {
    word: 'attempt',
    means:
      "One worker's try at a slot, with a worker and a lease of its own. It is never deleted and never used again.",
  },
  {
    word: 'worker status',
    means:
      'What is recorded of the worker of an attempt: `starting`, `running`, then for ever `exited`, `failed` or `lost`. `lost` is a conclusion, drawn a grace after its lease expired or from a report of its death: a lost worker may be alive.',
  },
  {
    word: 'lease',
    means:
      'The time-bounded right of an attempt to write for its slot: `live`, then for ever `released`, `expired` or `revoked`. It says who may write. It does not say that the worker makes progress, nor that what it sent was stopped.',
  },
  {
    word: 'fence',
    means: 'That nothing is written for an attempt whose lease is not live. It is asked in every write, not before it.',
  },
  {
    word: 'launch specification',
    means: 'What a claim may start, for one tenant, run, slot and worker class. There may be several for one slot.',
  },
  { word: 'claim', means: 'The only command that creates an attempt, with its worker and its lease.' },
  {
    word: 'reassign',
    means:
      'An operator reopens a slot in `retry-wait` under another launch specification. It creates nothing: a claim follows, or none does.',
  },
  {
    word: 'committed',
    means:
      'Durable, immutable, and referenced from the state store. Only what is committed is progress; everything else is cost.',
  },
  {
    word: 'state revision',
    means:
      'How many commits a slot has had. A commit names the one that it builds on, and is refused where that is not the last.',
  },
  {
    word: 'recoverable prefix',
    means: 'The committed steps of a run. Nothing in it is done again; everything after it may be.',
  },
  { word: 'effect', means: 'A change in a system outside the runtime.' },
  {
    word: 'owner',
    means:
      'The system that an effect changes, under a contract of its own. It alone knows whether the effect happened.',
  },
  {
    word: 'intent, receipt',
    means:
      'The key and arguments of an action, durable before it is sent; and the answer of its owner. Every attempt sends what the first intent says.',
  },
  {
    word: 'ambiguous',
    means: 'Sent, and without a receipt: neither "done" nor "not done", whatever happened to the sender.',
  },
  {
    word: 'review',
    means:
      'An effect that may have happened, may not be repeated, and whose owner cannot be asked. A person decides, with evidence.',
  },
  {
    word: 'retry',
    means: 'To try unfinished work again; or, with a step named, to do a step again although it was committed.',
  },
  { word: 'resume', means: 'To go on with the same run where it had stopped for a person.' },
  {
    word: 'branch',
    means:
      'A new run, linked to its parent, that takes over chosen evidence and changes the rest. It takes over no approval, receipt or key of what is done again.',
  },
  {
    word: 'interruption',
    means:
      'A fault at a boundary, which is a moment of a run that can be named. An intervention is a fault or a command there.',
  },
  {
    word: 'reach',
    means:
      'How far the harness gets into a runtime. `outside`: it starts, stops and asks. `world`: its own servers see and hold every call. `sliced`: it reads the store while a worker is stopped. `store`: it stands between runtime and store. `simulated`: the runtime runs inside it, on its clock.',
  },
];

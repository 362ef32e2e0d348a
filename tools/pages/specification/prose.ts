/** What the page says around the parts that are made from the model: how to read them, and what has no data of its own. */
export const prose = {
  opening:
    'What a durable agent runtime is, in words, lifecycles and commands, and what is required of one. A runtime may look altogether different inside: what is required of it is under [Requirements](#requirements), and a runtime that has no leases or no reassignment is judged by the rest. Lifecycles and commands are how a runtime that has everything works; each is the very data that the reference runtime runs and that is explored through all of its states.',
  programs:
    'The harness gives a runtime programs to run, and plays the model, the tools, the owners and the people. The members of each kind of step stand on [the page of the protocols](protocol.md#program).',
  story:
    'A run of two steps whose first worker dies after it sent an effect. It is made by the rules below, so it says what they do.',
  worker: [
    'A worker looks for slots that it can claim, and serves one at a time:',
    '',
    '1. `claim`, then `start`. Both may be refused, since others claim too; then it looks on.',
    "2. As long as a step is due it works on it. It gives the step's call the committed results of the steps in `uses`, those of earlier attempts included, and never a result that is not committed.",
    '   - A model, tool or output step: call, then `commit` with the state revision that it knows.',
    '   - An effect: `intend`, `dispatch`, send the key and arguments that `intend` answered with, then `record` what the owner said. Where `intend` says that the effect is `ambiguous`, the contract says what comes first.',
    '   - An approval: show the prompt, then `request-approval`. A timer: `wait`. A child: `start-child`. Each ends the attempt and holds no worker.',
    '   - An error that may pass, or a lost connection: nothing is committed. `fail` with the step, and another attempt follows after the backoff; or die, which comes to the same.',
    '   - A definite refusal of an owner: `record` it as refused, which fails the run. A definite refusal of a model or tool fails the run too: no command of its own says so, and a runtime does for it what [fail slot](#part-fail-slot) does.',
    '3. Where no step is due: `finish`.',
    '4. All the while `heartbeat`, well within the lease. A refused command ends its work on the slot, whatever it was doing: its lease is over or its run is.',
    '',
    'Beside the workers a sweep sends what time brings: `expire` for leases that are due, `report-lost` a grace later, `fire`, `expire-approval`, `expire-run`. It may run anywhere and any number of times: what is not due is refused. A worker that dies is found by that alone. A runtime with only one worker at a time may take every unfinished run up as soon as it starts; then a lease says no more than that its process lives.',
    '',
    'Each command is one transaction of the store, durable before it is answered.',
  ].join('\n'),
  lifecycles:
    'A diagram shows the moves alone. The table below it has every answer: the conditions are tried from left to right, and the first that holds decides. "Accepted" changes nothing but what is named after it. A refused event changes nothing. Events come only from commands, in the order that the next chapter gives.',
  commands: [
    'A command carries `tenant`, `actor` and `key` and what is named below; its schema is on [the page of the protocols](protocol.md#command). It is a chain of questions, in one transaction and at one moment of the clock. **The first refusal is its answer, and then nothing of it is written.** To ask an entity that is not there is refused as `unknown-run`, `unknown-slot` and so on; to create one that is there, as `already-exists`.',
    '',
    'A command that comes again under its `key` is answered as the first time, without being asked again: its client repeats it whenever an answer was lost. A lost answer binds nobody.',
    '',
    'The refusals listed with a command are all that its questions could be answered with in any state; most cannot be reached after the questions before them.',
    '',
    'A slot is kept with how often it was tried, so an attempt is numbered. What is not said to be deleted is kept for ever. The settings of a runtime are the lease, the grace until a worker counts as lost, the backoff, how long a sent request can take to arrive at an owner, and how many attempts a slot has where its program does not say.',
  ].join('\n'),
  owners:
    'The owner alone knows what happened, and the program names the contract under which it serves. Its lifecycle is among those [above](#the-lifecycle-of-owner); no rule may look into it.',
  world:
    'The harness plays all that is outside. [The page of the protocols](protocol.md#the-world) says what goes over the wire, and [the page of adapters](adapters.md) how a runtime is driven: what it is told, what it has to show, and the pitfalls. In short: a call carries the run, the results that the step uses, a nonce, and for an effect its key. The world holds a call for as long as it likes, so no timeout is set. 2xx is the result, 408, 425, 429 and 5xx may pass, any other 4xx is definite.',
  requirements:
    'Each has an id for ever. Its sentence, its clauses, which can fail alone, its source and what it needs stand on [the page of requirements](requirements.md). The reach is the least at which any of its clauses can be decided.',
  levels:
    "A level is reached when each of its requirements, and of those below it, passed or is not offered by the runtime; those that are optional or the application's do not count. In level 1 none may be missing, and of no level more than half. Since a ladder misranks, one runtime's core being another's gap, profiles are reported first.",
} as const;

/** What may be concluded from a verdict, and what may not. */
export const meaning = [
  '- A pass says that every clause that binds the runtime was exercised, in cases whose planned interruptions landed, and that none was broken. A clause that nothing exercised is `inconclusive`, never a pass.',
  '- It says how strong it is: by which reach, over how many interruptions that landed, against a dying process or a dying node.',
  '- What the world saw is proof. What a runtime says of itself is testimony: it can break a requirement about what is shown, and excuses nothing that happened.',
  '- A failure says where a documented promise is broken; where the documentation is silent it says so. What is disclaimed is `unsupported`, and what was seen is printed.',
  '- It does not say that an effect happens exactly once. It says that an owner which can tell repeats apart applied it once, and that what could not be known was not claimed.',
  '- It does not say that no other interleaving breaks the runtime, that its results are good, or that it is fast.',
].join('\n');

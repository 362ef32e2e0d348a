import type {
  Boundary,
  Command,
  Deed,
  End,
  Event,
  Feature,
  History,
  Json,
  Observation,
  Outcome,
  Plan,
  Program,
  ReadingReason,
  RunView,
  Step,
  StepView,
  Subject,
  Witness,
} from '../../model/vocabulary.ts';
import { callStepOf, historySchema } from '../../model/vocabulary.ts';

const everything: readonly Feature[] = [
  'model',
  'tool',
  'effect',
  'approval',
  'client',
  'lease',
  'claim',
  'reassign',
  'reports',
  'start-key',
  'cancel',
  'retry',
  'attempt-limit',
  'shared-store',
  'timer',
  'parallel',
  'choose',
  'child',
];

export const subjectOf = (more: Partial<Subject> = {}): Subject => ({
  name: 'imagined',
  version: '1',
  language: 'TypeScript',
  links: [],
  servers: [],
  variant: {},
  can: everything,
  capabilities: [],
  bounds: { takeoverMs: 100, leaseMs: 100, idleMs: 50, retryMs: 0 },
  keyBuiltBy: 'runtime',
  recoveryBy: 'runtime',
  notes: [],
  ...more,
});

export const programOf = (...steps: readonly Step[]): Program => ({ id: 'imagined', title: 'imagined', steps });
export const model = (id: string, ...uses: readonly string[]): Step => ({ op: 'model', id, uses });
export const effect = (id: string, ...uses: readonly string[]): Step => ({
  op: 'effect',
  id,
  uses,
  contract: 'idempotent',
});
export const opaque = (id: string, ...uses: readonly string[]): Step => ({
  op: 'effect',
  id,
  uses,
  contract: 'opaque',
});
/** An effect under one of the other contracts. */
export const under = (contract: 'lookup' | 'async' | 'guarded', id: string, ...uses: readonly string[]): Step => ({
  op: 'effect',
  id,
  uses,
  contract,
});
export const output = (id: string, ...uses: readonly string[]): Step => ({ op: 'output', id, uses });
export const approval = (id: string, ...uses: readonly string[]): Step => ({ op: 'approval', id, uses });
export const scripted = (id: string, value: Json): Step => ({ op: 'tool', id, uses: [], answers: { value } });

/** The document review of the seeds, as short as it gets. */
export const review = programOf(
  model('extract'),
  model('analyse', 'extract'),
  approval('approve', 'analyse'),
  effect('publish', 'analyse', 'approve'),
);
export const extractAndPublish = programOf(model('extract'), effect('publish', 'extract'));

/** A view that shows these steps as committed. */
export const committed = (values: Readonly<Record<string, Json>>, by = 'attempt-1'): Record<string, StepView> =>
  Object.fromEntries(Object.entries(values).map(([step, value]) => [step, { commits: [{ by, at: '1', value }] }]));

/** What the artifact store holds under a version, and what a reference to it says. */
export const artifact = (name: string, version: string) => ({ name, version, digest: `sha-${version}`, bytes: 10 });

type Around = Partial<Pick<Plan, 'id' | 'script' | 'judges' | 'needs' | 'settings'>> & {
  readonly subject?: Partial<Subject>;
};
type Open = { readonly call: number; readonly run: string; readonly step: string };
type More = {
  readonly run?: string;
  readonly inputs?: Record<string, Json>;
  readonly nonce?: string;
  readonly key?: string;
};

/** Tells a history as sentences, in the order in which it happened. A history that no schema accepts is refused. */
export class Story {
  readonly #program: Program;
  readonly #around: Around;
  readonly #observations: Observation[] = [];
  readonly #interventions: Plan['interventions'][number][] = [];
  readonly #open = new Map<string, Open>();
  readonly #values = new Map<string, Json>();
  #calls = 0;
  #commands = 0;
  #passedMs = 0;

  constructor(program: Program, around: Around = {}) {
    this.#program = program;
    this.#around = around;
  }

  get seq(): number {
    return this.#observations.length - 1;
  }
  /** Time passes with nothing to see; else one observation follows another by a millisecond. */
  after(ms: number): this {
    this.#passedMs += ms;
    return this;
  }
  works(worker: string): this {
    return this.#note('harness', { type: 'process.working' }, worker);
  }
  /** A call arrives, with the values that the world last answered as its inputs. */
  calls(worker: string, step: string, more: More = {}): this {
    const planned = callStepOf(this.#program, step);
    if (planned === undefined) throw new Error(`the program has no step ${step}`);
    const of = { call: ++this.#calls, run: more.run ?? 'run-1', step };
    const inputs = Object.fromEntries(
      planned.uses.map((used) => [used, more.inputs?.[used] ?? this.#values.get(used) ?? 'yes']),
    );
    const nth =
      this.#observations.filter(
        ({ event }) => event.type === 'call.received' && event.step === step && event.run === of.run,
      ).length + 1;
    this.#open.set(`${worker} ${step}`, of);
    const key = planned.op === 'effect' ? { key: more.key ?? `${of.run}/${step}` } : {};
    return this.#note(
      'world',
      {
        type: 'call.received',
        ...of,
        op: planned.op,
        nth,
        inputs: { ...inputs, ...more.inputs },
        nonce: more.nonce ?? `n${this.#calls}`,
        ...key,
      },
      worker,
    );
  }
  done(worker: string, step: string, value: Json): this {
    return this.#note('world', { type: 'call.done', ...this.#openCall(worker, step), value }, worker);
  }
  applied(worker: string, step: string): this {
    return this.#note('world', { type: 'effect.applied', ...this.#openCall(worker, step) }, worker);
  }
  answered(worker: string, step: string, value: Json): this {
    this.#values.set(step, value);
    return this.#note('world', { type: 'call.answered', ...this.#openCall(worker, step), status: 200, value }, worker);
  }
  lost(worker: string, step: string): this {
    return this.#note(
      'world',
      { type: 'call.lost', ...this.#openCall(worker, step), because: 'its caller died' },
      worker,
    );
  }
  /** A whole call: received, carried out, answered. */
  performs(
    worker: string,
    step: string,
    { value = `${step} 1`, ...more }: More & { readonly value?: Json } = {},
  ): this {
    this.calls(worker, step, more);
    if (callStepOf(this.#program, step)?.op === 'effect') this.applied(worker, step);
    return this.answered(worker, step, value);
  }
  /** An error of the world that may pass. */
  fails(worker: string, step: string, more: More & { readonly status?: number } = {}): this {
    const { status = 503, ...call } = more;
    this.calls(worker, step, call);
    const event = { type: 'call.answered', ...this.#openCall(worker, step), status, value: 'later' } as const;
    return this.#note('world', event, worker);
  }
  /** The artifact store has an upload, whole. */
  stores(worker: string, step: string, version: string): this {
    return this.#note(
      'world',
      { type: 'artifact.stored', ...this.#openCall(worker, step), ...artifact(step, version) },
      worker,
    );
  }
  /** A whole upload: begun, stored, answered with its reference. */
  uploads(worker: string, step: string, version: string): this {
    return this.calls(worker, step).stores(worker, step, version).answered(worker, step, artifact(step, version));
  }
  reads(step: string, version: string, status: 'found' | 'missing' = 'found'): this {
    return this.#note('world', { type: 'artifact.read', run: 'run-1', name: step, version, status });
  }
  /** The owner says what became of a request that it had answered before. */
  callsBack(worker: string, step: string, value: Json): this {
    return this.answered(worker, step, value);
  }
  /** A call for a step that only another version of the program has. */
  strays(worker: string, step: string, run = 'run-1'): this {
    const of = { call: ++this.#calls, run, step, op: 'model', nth: 1, inputs: {}, nonce: `n${this.#calls}` } as const;
    return this.#note('world', { type: 'call.received', ...of }, worker);
  }
  /** A command and its answer. */
  asks(command: Command, outcome?: Outcome, process = 'client-1'): this {
    return this.replies(this.sends(process, command), outcome);
  }
  killed(worker: string, at: Boundary['at'], step?: string): this {
    return this.#died(worker).#landed('kill', at, step);
  }
  poisoned(worker: string, at: Boundary['at'], step?: string): this {
    return this.#died(worker).#landed('poison', at, step);
  }
  losesItsNode(worker: string, at: Boundary['at'], step?: string): this {
    return this.#died(worker).#landed('lose-node', at, step);
  }
  /** The call of a worker is held while something else is done. */
  held(worker: string, at: Boundary['at'], step: string): this {
    const { call } = this.#openCall(worker, step);
    return this.#note('harness', { type: 'boundary.held', boundary: { at, step, nth: 1 }, call }, worker);
  }
  /** A worker is held to die in the middle of its n-th commit. */
  killedAtCommit(worker: string, moment: 'before' | 'after', nth: number): this {
    const boundary: Boundary = { at: `commit.${moment}`, nth };
    this.#note('harness', { type: 'boundary.held', boundary }, worker);
    return this.killed(worker, boundary.at);
  }
  stopped(worker: string, at: Boundary['at'], step?: string): this {
    this.#note('harness', { type: 'process.stopped' }, worker);
    return this.#landed('stop', at, step);
  }
  continued(worker: string): this {
    this.#note('harness', { type: 'process.continued' }, worker);
    return this.#landed('continue', 'takeover.rested');
  }
  ended(worker: string): this {
    return this.#note('harness', { type: 'process.died', code: 1, signal: null, by: 'itself' }, worker);
  }
  missed(deed: Deed, at: Boundary['at'], because: string): this {
    const boundary = { at, nth: 1 };
    this.#interventions.push({ at: boundary, do: deed });
    return this.#note('harness', {
      type: 'intervention.missed',
      index: this.#interventions.length - 1,
      boundary,
      do: deed,
      because,
    });
  }
  shows(
    why: ReadingReason,
    status: RunView['status'],
    more: Omit<Partial<RunView>, 'status'> & { readonly run?: string } = {},
  ): this {
    const { run = 'run-1', ...view } = more;
    return this.#note('runtime', { type: 'view.read', run, why, view: { steps: {}, ...view, status } });
  }
  unreadable(run = 'run-1'): this {
    return this.#note('runtime', { type: 'view.unreadable', run, why: 'change', error: 'no such table' });
  }
  sends(process: string, command: Command): number {
    this.#note('harness', { type: 'command.sent', id: ++this.#commands, command }, process);
    return this.#commands;
  }
  replies(id: number, outcome: Outcome = { status: 'ok', value: null }): this {
    return this.#note('runtime', { type: 'command.answered', id, outcome });
  }
  rests(as: 'finished' | 'waiting' | 'stuck' | 'livelock', run = 'run-1'): this {
    return this.#note('harness', { type: 'run.rested', run, as });
  }
  /** The usual end: at rest, shown as succeeded. */
  succeeds(steps: Record<string, StepView> = {}): History {
    return this.rests('finished').shows('rest', 'succeeded', { steps }).end();
  }
  strange(): this {
    return this.#note('world', { type: 'call.strange', path: '/x', because: 'nobody was told to' });
  }
  planned(deed: Deed, at: Boundary['at'], step?: string): this {
    return this.#landed(deed, at, step);
  }

  end(ended: End = 'settled'): History {
    const { subject, ...plan } = this.#around;
    return historySchema.parse({
      schema: 'killpoint.history/1',
      plan: {
        id: 'imagined',
        program: this.#program,
        interventions: this.#interventions,
        needs: [],
        settings: {},
        ...plan,
      },
      subject: subjectOf(subject),
      observations: this.#observations,
      ended,
    });
  }

  #died(worker: string): this {
    return this.#note('harness', { type: 'process.died', code: null, signal: 'SIGKILL', by: 'plan' }, worker);
  }
  #landed(deed: Deed, at: Boundary['at'], step?: string): this {
    const boundary: Boundary = { at, nth: 1, ...(step === undefined ? {} : { step }) };
    this.#interventions.push({ at: boundary, do: deed });
    const index = this.#interventions.length - 1;
    return this.#note('harness', { type: 'intervention.landed', index, boundary, do: deed, tries: 1 });
  }
  #openCall(worker: string, step: string): Open {
    const open = this.#open.get(`${worker} ${step}`);
    if (open === undefined) throw new Error(`${worker} has not called for ${step}`);
    return open;
  }
  #note(witness: Witness, event: Event, worker?: string): this {
    const seq = this.#observations.length;
    this.#observations.push({
      seq,
      atMs: seq + this.#passedMs,
      witness,
      event,
      ...(worker === undefined ? {} : { worker }),
    });
    return this;
  }
}

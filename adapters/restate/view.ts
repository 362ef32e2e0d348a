import { z } from 'zod';
import type { RunStatus, RunView, StepView } from '../../model/vocabulary.ts';
import { Journal, type Operation } from './journal.ts';
import { isPrompt } from './names.ts';
import { invocationOf, query, quoted } from './restate.ts';

/**
 * Reads runs from Restate's own SQL: first how an invocation stands, then its journal, so that an end is never shown before what led to
 * it. The journal is read again only when the invocation says that it changed.
 */
export class Inspector {
  readonly #admin: string;
  readonly #service: string;
  readonly #runs = new Map<string, Known>();

  constructor(admin: string, service: string) {
    this.#admin = admin;
    this.#service = service;
  }

  async inspect(run: string): Promise<RunView> {
    const known = this.#runs.get(run) ?? (await this.#find(run));
    if (known === undefined) return { status: 'absent', steps: {} };
    const rows = await query(this.#admin, standingOf([...known.journals.keys()]), standingSchema);
    const stamp = JSON.stringify(rows);
    if (stamp === known.stamp && known.view !== undefined) return known.view;
    await this.#readJournals(known);
    const own = rows.find(({ id }) => id === known.id);
    if (own === undefined) throw new Error(`expected Restate to keep the invocation ${known.id} of ${run}`);
    known.stamp = stamp;
    known.view = viewOf(known, own);
    return known.view;
  }

  async #find(run: string): Promise<Known | undefined> {
    const id = await invocationOf(this.#admin, this.#service, run);
    if (id === undefined) return undefined;
    const known: Known = { run, id, journals: new Map([[id, new Journal(this.#admin, id)]]), stamp: '' };
    this.#runs.set(run, known);
    return known;
  }

  /** Reads every journal on, and those of children that came to light in them. */
  async #readJournals({ journals }: Known): Promise<void> {
    for (const journal of journals.values()) {
      await journal.read();
      for (const { called } of journal.operations)
        if (called !== undefined && !journals.has(called)) journals.set(called, new Journal(this.#admin, called));
    }
  }
}

type Known = {
  readonly run: string;
  readonly id: string;
  /** That of the run itself and those of its children, by invocation. */
  readonly journals: Map<string, Journal>;
  stamp: string;
  view?: RunView;
};

const standingOf = (ids: readonly string[]): string =>
  `select id, status, completion_result, completion_failure, journal_size, modified_at
    from sys_invocation where id in (${ids.map(quoted).join(', ')}) order by id`;
const standingSchema = z.object({
  id: z.string(),
  status: z.string(),
  completion_result: z.string().optional(),
  completion_failure: z.string().optional(),
  journal_size: z.number().optional(),
  modified_at: z.string(),
});
type Standing = z.infer<typeof standingSchema>;

const viewOf = ({ run, journals }: Known, standing: Standing): RunView => {
  const operations = [...journals].flatMap(([by, { operations: own }]) => own.map((operation) => ({ by, operation })));
  const steps = operations.flatMap(({ by, operation }) => {
    const step = stepOf(operation, run);
    return step === undefined ? [] : [[step, committed(operation, by)] as const];
  });
  const promises = operations.map(({ operation }) => operation).filter(({ kind }) => kind === 'GetPromise');
  const approvals = promises.map(({ name, completed }) => ({
    id: name,
    step: name,
    status: completed === undefined ? 'requested' : 'decided',
    revision: '',
  }));
  const isOpen = approvals.some(({ status }) => status === 'requested');
  return { status: statusOf(standing, isOpen), steps: Object.fromEntries(steps), approvals };
};

/** Which step of the program an operation is. A child's ID is its parent's and the step. */
const stepOf = ({ kind, name }: Operation, run: string): string | undefined => {
  if (kind === 'Call') return name.startsWith(`${run}/`) ? name.slice(run.length + 1) : undefined;
  return kind === 'Run' && isPrompt(name) ? undefined : name;
};

/** The journal does not say which worker wrote an entry; it names the invocation. */
const committed = ({ completed }: Operation, by: string): StepView =>
  completed?.result === 'success'
    ? { commits: [{ by, at: completed.at, value: completed.value }], inForce: completed.value }
    : { commits: [] };

/** An invocation stays `running` or `backing-off` while it waits for a promise: Restate shows the wait in its journal alone. */
const statusOf = ({ status, completion_result, completion_failure }: Standing, isOpen: boolean): RunStatus => {
  if (status !== 'completed') return isOpen ? 'waiting' : 'running';
  if (completion_result === 'success') return 'succeeded';
  return completion_failure === CANCELLED ? 'cancelled' : 'failed';
};
const CANCELLED = '[409] Cancelled';

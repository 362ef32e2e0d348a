import type { Sql } from 'postgres';
import { z } from 'zod';
import { jsonSchema, type RunStatus, type RunView, type StepView } from '../../model/vocabulary.ts';
import { isPrompt } from './workflow.ts';

/** Reads runs from the tables of one database: OpenWorkflow's own client does not show which signals were delivered. */
export interface Reader {
  viewOf(run: string): Promise<RunView>;
}

/** Releases before 0.9.0 have no signals, and no table for them. */
export const openReader = async (sql: Sql): Promise<Reader> => {
  const [found] = await sql`select to_regclass('openworkflow.workflow_signals') is not null as "is"`;
  const text = statement(found?.is === true ? isSignalled : 'false');
  return { viewOf: async (run) => shown(rowSchema.parse((await sql.unsafe(text, [run]))[0])) };
};

const isSignalled = 'exists (select from openworkflow.workflow_signals w where w.step_attempt_id = s.id)';

/** One run with its children, whose input names the same run, in one statement: so the view is of one moment. */
const statement = (signalled: string): string => `select
  (select coalesce(json_agg(json_build_object('id', r.id, 'parent', r.parent_step_attempt_id, 'status', r.status,
      'output', r.output, 'finished', r.finished_at) order by r.created_at, r.id), '[]')
    from openworkflow.workflow_runs r where r.input->>'run' = $1) as runs,
  (select coalesce(json_agg(json_build_object('id', s.id, 'run', s.workflow_run_id, 'name', s.step_name, 'kind', s.kind,
      'status', s.status, 'output', s.output, 'finished', s.finished_at, 'isSignalled', ${signalled})
      order by s.created_at, s.id), '[]')
    from openworkflow.step_attempts s join openworkflow.workflow_runs r on r.id = s.workflow_run_id
    where r.input->>'run' = $1) as attempts`;

const rowSchema = z.object({
  runs: z.array(
    z.object({
      id: z.string(),
      parent: z.string().nullable(),
      status: z.enum(['pending', 'running', 'sleeping', 'completed', 'succeeded', 'failed', 'canceled']),
      output: jsonSchema,
      finished: z.string().nullable(),
    }),
  ),
  attempts: z.array(
    z.object({
      id: z.string(),
      run: z.string(),
      name: z.string(),
      kind: z.string(),
      status: z.string(),
      output: jsonSchema,
      finished: z.string().nullable(),
      isSignalled: z.boolean(),
    }),
  ),
});
type Row = z.infer<typeof rowSchema>;
type Run = Row['runs'][number];
type Attempt = Row['attempts'][number];

const shown = ({ runs, attempts }: Row): RunView => {
  const own = runs.filter(({ parent }) => parent === null);
  const [first] = own;
  if (first === undefined) return { status: 'absent', steps: {} };
  const waits = attempts.filter(({ kind, status }) => kind === 'signal-wait' && status === 'running');
  return {
    status: statusOf(first, waits),
    steps: stepsOf(runs, attempts),
    runs: own.length,
    approvals: waits.map((wait) => ({
      id: wait.name,
      step: wait.name,
      status: wait.isSignalled ? 'decided' : 'requested',
      revision: wait.id,
    })),
  };
};

/** A wait whose signal has come is over: the run is due, though no worker may have seen it. */
const statusOf = (run: Run, waits: readonly Attempt[]): RunStatus => {
  switch (run.status) {
    case 'completed':
    case 'succeeded':
      return 'succeeded';
    case 'canceled':
      return 'cancelled';
    case 'failed':
      return 'failed';
    default:
      return waits.some(({ isSignalled: has }) => !has) ? 'waiting' : 'running';
  }
};

const stepsOf = (runs: readonly Run[], attempts: readonly Attempt[]): Readonly<Record<string, StepView>> => {
  const names = new Set(attempts.map(({ name }) => name).filter((name) => !isPrompt(name)));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      stepOf(
        attempts.filter((attempt) => attempt.name === name),
        runs,
      ),
    ]),
  );
};

/**
 * A step's commits are its completed attempts; OpenWorkflow records no worker with them, so each is named for itself. The newest one is in
 * force, since that is the one that a replay returns. A child that has ended is durable before its parent has taken its result over.
 */
const stepOf = (attempts: readonly Attempt[], runs: readonly Run[]): StepView => {
  const commits = attempts
    .filter(isCompleted)
    .map((attempt) => ({ by: attempt.id, at: attempt.finished ?? '', value: resultOf(attempt) }));
  const last = commits.at(-1);
  if (last !== undefined) return { commits, inForce: last.value };
  const child = runs.find((run) => run.status === 'completed' && attempts.some(({ id }) => id === run.parent));
  if (child === undefined) return { commits };
  return { commits: [{ by: child.id, at: child.finished ?? '', value: child.output }], pending: true };
};

const isCompleted = ({ status }: Attempt): boolean => status === 'completed' || status === 'succeeded';

/** A signal's data stands in an envelope, and a wait that timed out has none. */
const resultOf = ({ kind, output }: Attempt): Attempt['output'] => {
  if (kind !== 'signal-wait') return output;
  return typeof output === 'object' && output !== null && 'data' in output ? (output.data ?? null) : null;
};

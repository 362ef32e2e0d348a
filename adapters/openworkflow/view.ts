import type { Sql } from 'postgres';
import { z } from 'zod';
import { type Commit, type Json, jsonSchema, type RunStatus, type RunView, type StepView } from '../../model/vocabulary.ts';
import { promptOf } from './workflow.ts';

/**
 * Reads one run, with its children, in one statement, so that the view is of one moment. The tables are read and not OpenWorkflow's own
 * client, which shows neither the children of a run nor which signals were delivered.
 */
export const viewOf = async (sql: Sql, run: string): Promise<RunView> => {
  const [row] = await sql.unsafe(statement, [run]);
  const { runs, attempts } = rowSchema.parse(row);
  const own = runs.filter(({ parent }) => parent === null);
  const [first] = own;
  if (first === undefined) return { status: 'absent', steps: {} };
  const ids = new Set(runs.map(({ id }) => id).filter((id) => id === first.id || isChild(id, attempts)));
  const all = attempts.filter((attempt) => ids.has(attempt.run));
  const waits = all.filter(isOpenWait);
  return {
    status: statusOf(first, waits.length > 0),
    steps: stepsOf(all, runs),
    runs: own.length,
    approvals: waits.map(({ id, name }) => ({ id: name, step: name, status: 'requested', revision: id })),
  };
};

/** A child is started with the name of its parent's run too, and tells itself apart by the step that it was started from. */
const statement = `select
  (select coalesce(json_agg(json_build_object('id', r.id, 'parent', r.parent_step_attempt_id, 'status', r.status,
      'isHeld', r.worker_id is not null, 'output', r.output, 'finished', r.finished_at) order by r.created_at, r.id), '[]')
    from openworkflow.workflow_runs r where r.input->>'run' = $1) as runs,
  (select coalesce(json_agg(json_build_object('id', s.id, 'run', s.workflow_run_id, 'name', s.step_name, 'kind', s.kind,
      'status', s.status, 'output', s.output, 'finished', s.finished_at, 'child', s.child_workflow_run_id,
      'isSignalled', DELIVERED) order by s.created_at, s.id), '[]')
    from openworkflow.step_attempts s join openworkflow.workflow_runs r on r.id = s.workflow_run_id
    where r.input->>'run' = $1) as attempts`;

import { activityInfo, heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { CallOp, CallStep, Json } from '../../model/vocabulary.ts';
import { perform, type Results, WorldRefusal } from '../process/index.ts';

/** What an activity is given: one step, and the results that it uses. */
export type Work = { readonly run: string; readonly step: CallStep; readonly results: Results };
/** The activities, one for each kind of call. */
export type Activities = Readonly<Record<CallOp, (work: Work) => Promise<Json>>>;

/** How often an activity says that it is alive; the SDK sends fewer where the heartbeat timeout allows. */
const BEAT_MS = 200;

/** The activities of a worker whose world is at `world`. */
export const activitiesAt = (world: string): Activities => {
  const call = async (work: Work): Promise<Json> => {
    const beats = setInterval(() => heartbeat(), BEAT_MS);
    try {
      return await perform(world, { ...work, ...(work.step.op === 'effect' ? { key: idempotencyKey() } : {}) });
    } catch (error) {
      throw error instanceof WorldRefusal ? ApplicationFailure.nonRetryable(error.message, 'WorldRefusal') : error;
    } finally {
      clearInterval(beats);
    }
  };
  return { model: call, tool: call, output: call, effect: call, approval: call };
};

/** https://docs.temporal.io/activity-definition#idempotency: the workflow's run id and the activity's id, together. */
const idempotencyKey = (): string => {
  const { workflowExecution, activityId } = activityInfo();
  if (workflowExecution === undefined) throw new Error('expected an activity of a workflow; this one has none');
  return `${workflowExecution.runId}-${activityId}`;
};

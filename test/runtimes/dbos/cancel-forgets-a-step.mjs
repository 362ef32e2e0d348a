// A workflow is cancelled while a step of it is in a call. The call succeeds, the step returns its value, and the process lives on. Then
// the workflow is resumed.
// Fault: the step's result is recorded nowhere, and resuming executes the step that had completed once more.
import { confirm, poll } from './outside.mjs';

await confirm(async ({ outside, start, rows, client }) => {
  outside.holds = ({ step }) => step === 'charge';
  start('start');
  await outside.until((calls) => calls.length === 1);
  await client((dbos) => dbos.cancelWorkflow('order-1'));
  outside.holds = () => false;
  outside.calls[0].give();
  // The step has its answer. Nothing tells when DBOS would have recorded it, so it is given ten times as long as it usually takes.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const recorded = await rows("SELECT function_name FROM dbos.operation_outputs WHERE workflow_uuid = 'order-1'");

  await client((dbos) => dbos.resumeWorkflow('order-1'));
  await poll(
    () => rows("SELECT status FROM dbos.workflow_status WHERE workflow_uuid = 'order-1'"),
    ([row]) => row.status === 'SUCCESS',
  );
  const charged = outside.calls.filter(({ step }) => step === 'charge').length;
  return {
    confirmed: recorded.length === 0 && charged === 2,
    because: `${recorded.length} steps were recorded before the resume, and 'charge' completed ${charged} times`,
  };
});

// A workflow is cancelled while a step of it is in a call that nobody has answered yet.
// Fault: the workflow shows itself as cancelled, and nothing shows that a step of it is under way and may still do what it was sent for.
import { confirm } from './outside.mjs';

await confirm(async ({ outside, start, rows, client }) => {
  outside.holds = ({ step }) => step === 'charge';
  start('start');
  await outside.until((calls) => calls.length === 1);
  await client((dbos) => dbos.cancelWorkflow('order-1'));
  // The call is open all this while: its other side has not answered.
  const [{ status }] = await rows("SELECT status FROM dbos.workflow_status WHERE workflow_uuid = 'order-1'");
  const recorded = await rows("SELECT function_name FROM dbos.operation_outputs WHERE workflow_uuid = 'order-1'");
  return {
    confirmed: status === 'CANCELLED' && recorded.length === 0,
    because: `with 'charge' in its call the workflow is ${status}, and ${recorded.length} rows tell of its steps`,
  };
});

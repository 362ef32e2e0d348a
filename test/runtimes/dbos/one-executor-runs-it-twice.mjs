// One process, one executor. A workflow is cancelled while a step of it is in a call, and resumed before the call is over. The
// documentation says that DBOS "detects and prevents concurrent executions of the same workflow on the same executor".
// Fault: the same process begins the step a second time while its first execution is still in it.
import { confirm } from './outside.mjs';

await confirm(async ({ outside, start, client }) => {
  outside.holds = () => true;
  start('start');
  await outside.until((calls) => calls.length === 1);
  await client((dbos) => dbos.cancelWorkflow('order-1'));
  await client((dbos) => dbos.resumeWorkflow('order-1'));
  await outside.within(60_000, (calls) => calls.length === 2);
  const [first, second] = outside.calls;
  return {
    confirmed: second?.step === first.step && second.pid === first.pid,
    because: `'${first.step}' is open ${outside.calls.length} times at once, by process ${outside.calls.map(({ pid }) => pid).join(' and ')}`,
  };
});

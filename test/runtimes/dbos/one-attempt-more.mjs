// A workflow with maxRecoveryAttempts 3 kills its process in every attempt. The documentation calls that setting "the maximum number of
// times the workflow may be attempted".
// Fault: it is attempted four times before its status becomes MAX_RECOVERY_ATTEMPTS_EXCEEDED.
import { confirm, poll } from './outside.mjs';

const LIMIT = 3;
const statusOf = "SELECT status FROM dbos.workflow_status WHERE workflow_uuid = 'order-1'";

await confirm(async ({ outside, start, rows }) => {
  outside.holds = () => true;
  let status;
  for (let nth = 1; status !== 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'; nth++) {
    const application = start(nth === 1 ? 'start' : 'recover', { LIMIT: String(LIMIT) });
    const attempted = outside.until((calls) => calls.length === nth);
    const given = poll(
      () => rows(statusOf).catch(() => []),
      ([row]) => row?.status === 'MAX_RECOVERY_ATTEMPTS_EXCEEDED',
    );
    await Promise.race([attempted, given]);
    status = (await rows(statusOf))[0]?.status;
    await application.kill();
  }
  const attempts = outside.calls.length;
  return { confirmed: attempts > LIMIT, because: `with maxRecoveryAttempts ${LIMIT}, ${attempts} attempts began` };
});

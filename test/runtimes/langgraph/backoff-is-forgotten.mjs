// A node fails, and its retry policy says to wait a minute before the next try. The process is killed while it waits; another goes on.
// Fault: the node is tried again at once, since the wait was known to the dead process alone.
import { confirm } from './outside.mjs';

const RETRY_AFTER_MS = 60_000;

await confirm(async ({ outside, start }) => {
  const env = { RETRY_AFTER_MS: String(RETRY_AFTER_MS) };
  const first = start('start', env);
  await outside.until((calls) => calls.some(({ step }) => step === 'waiting'));
  const began = performance.now();
  first.child.kill('SIGKILL');
  await first.ended;

  const successor = start('recover-by-tasks', env);
  const isTriedAgain = (calls) => calls.filter(({ step }) => step === 'extract').length === 2;
  await Promise.race([outside.until(isTriedAgain), successor.ended]);
  const waitedMs = Math.round(performance.now() - began);
  return {
    confirmed: isTriedAgain(outside.calls) && waitedMs < RETRY_AFTER_MS,
    because: `the next try was to come after ${RETRY_AFTER_MS} ms and came after ${waitedMs} ms`,
  };
});

// A step fails, and its configuration says to wait a minute before the next try. The process is killed while the step waits; another
// recovers the workflow.
// Fault: the step is tried again at once, since the wait was known to the dead process alone.
import { confirm } from './outside.mjs';

const RETRY_AFTER_S = 60;

await confirm(async ({ outside, start }) => {
  const env = { RETRY_AFTER_S: String(RETRY_AFTER_S) };
  const first = start('start', env);
  await outside.until((calls) => calls.some(({ step }) => step === 'waiting'));
  const began = performance.now();
  await first.kill();

  start('recover', env);
  const isTriedAgain = (calls) => calls.filter(({ step }) => step === 'charge').length === 2;
  await outside.within(RETRY_AFTER_S * 1_000, isTriedAgain);
  const waitedMs = Math.round(performance.now() - began);
  return {
    confirmed: isTriedAgain(outside.calls) && waitedMs < RETRY_AFTER_S * 1_000,
    because: `the next try was to come after ${RETRY_AFTER_S} s and came after ${waitedMs} ms`,
  };
});

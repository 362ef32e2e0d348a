// A worker is stopped while it waits for an answer. Another process resumes the thread, a human approves, the review is published and
// the thread is finished. Then the first worker goes on. Fault: it changes the finished thread.
import { stateOf } from './application.mjs';
import { confirm, stop } from './outside.mjs';

await confirm(async ({ file, outside, start, run }) => {
  const zombie = start('start');
  outside.holds = ({ pid }) => pid === zombie.pid && outside.calls.length === 1;
  await outside.until((calls) => calls.length === 1);
  await stop(zombie);

  await run('recover-by-tasks');
  await run('resume');
  const before = await stateOf(file);
  if (before.tasks.length > 0 || before.values.receipt === undefined)
    throw new Error(`expected a finished thread before the stopped worker goes on, found ${JSON.stringify(before)}`);

  outside.calls[0].give();
  zombie.child.kill('SIGCONT');
  await zombie.ended;
  const after = await stateOf(file);
  return {
    confirmed: JSON.stringify(after) !== JSON.stringify(before),
    because: `finished was ${JSON.stringify(before)}; after the stopped worker went on it is ${JSON.stringify(after)}`,
  };
});

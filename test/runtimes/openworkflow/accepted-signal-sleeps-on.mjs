// A run comes to its wait for a signal. The signal is sent and accepted just before the worker parks the run, and the worker dies just
// after. A second worker starts, and finishes a run that was started later. Fault: the first run stays parked until its wait times out,
// which is a year by default, though sendSignal had said that the run received the signal.
import { confirm } from './outside.mjs';

await confirm(async ({ outside, start, run, state, until }) => {
  await run('start-waiting', 'first');
  const parking = outside.asked();
  const death = start(['worker'], { DIE_BEFORE: 'reconcile' });
  const { give } = await parking;
  const { workflowRunIds } = await run('signal', 'first');
  if (workflowRunIds.length !== 1) throw new Error('expected the run to receive the signal; none did');
  give();
  const { signal } = await death;
  if (signal !== 'SIGKILL') throw new Error(`expected a death by SIGKILL, found ${signal}`);

  void start(['worker']);
  await run('start-waiting', 'second');
  await until('second', ({ isHeld, claimableInDays }) => !isHeld && claimableInDays > 300);
  await run('signal', 'second');
  await until('second', ({ status }) => status === 'completed');
  const first = await state('first');
  return {
    confirmed: first.status !== 'completed' && first.claimableInDays > 300,
    because: `the first run accepted its signal and is ${JSON.stringify(first)}; one that was started later is completed`,
  };
});

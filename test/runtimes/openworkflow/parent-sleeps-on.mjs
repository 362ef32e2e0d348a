// A worker dies after a child's end was stored and before its parent is woken. A second worker starts, and finishes a run that was started
// later. Fault: the parent stays parked until its wait for the child times out, which is a year by default.
import { confirm } from './outside.mjs';

await confirm(async ({ start, run, state, until }) => {
  await run('start-parent', 'first');
  const death = await start(['worker'], { DIE_BEFORE: 'wake' });
  if (death.signal !== 'SIGKILL') throw new Error(`expected a death by SIGKILL, found ${JSON.stringify(death)}`);
  const all = await run('state');
  if (!all.some(({ workflow, status }) => workflow === 'child' && status === 'completed'))
    throw new Error(`expected a child that has ended, found ${JSON.stringify(all)}`);

  void start(['worker']);
  await run('start-parent', 'second');
  await until('second', ({ status }) => status === 'completed');
  const first = await state('first');
  return {
    confirmed: first.status !== 'completed' && first.claimableInDays > 300,
    because: `a parent that was started later is completed, and the first one is ${JSON.stringify(first)}`,
  };
});

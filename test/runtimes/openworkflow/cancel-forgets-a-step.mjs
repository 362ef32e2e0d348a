// A run is cancelled while one of its steps is in a call on another system. The call succeeds, its answer reaches the worker, which lives
// on and does another run. Fault: the cancelled run's step is still `running`, without output, for ever.
import { confirm } from './outside.mjs';

await confirm(async ({ outside, start, run, state, until }) => {
  await run('start-charging', 'first');
  const first = outside.asked();
  void start(['worker']);
  const { give } = await first;
  await run('cancel', 'first');
  const second = outside.asked();
  give();
  // The worker has one slot, so it begins the second run only when it has done with the first.
  await run('start-charging', 'second');
  (await second).give();
  await until('second', ({ status }) => status === 'completed');
  const { status, steps } = await state('first');
  return {
    confirmed: status === 'canceled' && steps.every((step) => step.status === 'running'),
    because: `the call of 'charge' was answered, and the run is ${status} with ${JSON.stringify(steps)}; a later run is completed`,
  };
});

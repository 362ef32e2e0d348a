// A thread waits at an interrupt. Two processes resume it at once: neither goes on until both have re-entered the interrupted node.
// Fault: both say that all went well, and the gated effect is performed twice.
import { stateOf } from './application.mjs';
import { confirm } from './outside.mjs';

await confirm(async ({ file, outside, start, run }) => {
  await run('start');
  const waiting = await stateOf(file);
  if (!waiting.tasks.some(({ waits }) => waits))
    throw new Error(`expected a thread that waits, found ${JSON.stringify(waiting)}`);

  outside.holds = ({ step }) => step === 'prompt';
  const seen = outside.calls.length;
  const both = [start('resume'), start('resume')];
  await outside.until((calls) => calls.length === seen + 2);
  outside.holds = () => false;
  for (const call of outside.calls.slice(seen)) call.give();
  const ends = await Promise.all(both.map(({ ended }) => ended));
  const published = outside.calls.filter(({ step }) => step === 'publish').length;
  return {
    confirmed: published === 2,
    because: `publish was performed ${published} times, by exits ${JSON.stringify(ends.map(({ code }) => code))}`,
  };
});

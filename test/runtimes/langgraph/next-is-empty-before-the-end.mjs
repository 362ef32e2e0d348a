// A process is killed after a node's writes are stored and before the next checkpoint is. The documentation says of getState().next:
// "Empty [] means the graph is complete". Fault: it is empty, the graph is not complete, and a recovery by it never finishes the run.
import { stateOf } from './application.mjs';
import { confirm } from './outside.mjs';

await confirm(async ({ file, outside, run }) => {
  const death = await run('start', { DIE_BEFORE_CHECKPOINT: '1' });
  if (death.signal !== 'SIGKILL') throw new Error(`expected a death by SIGKILL, found ${JSON.stringify(death)}`);
  const prompts = () => outside.calls.filter(({ step }) => step === 'prompt').length;
  const killed = await stateOf(file);
  const before = prompts();
  await run('recover-by-next');
  const recovered = await stateOf(file);
  const byNext = prompts() - before;
  await run('recover-by-tasks');
  const byTasks = prompts() - before - byNext;
  return {
    confirmed: killed.next.length === 0 && killed.tasks.length > 0 && byNext === 0,
    because:
      `killed before checkpoint 1, the thread was ${JSON.stringify(killed)}; after a recovery by next, ${JSON.stringify(recovered)}; ` +
      `a recovery by tasks then ${byTasks > 0 ? 'went on with it' : 'found nothing either'}`,
  };
});

// A run is cancelled while its effect is under way; then the effect's owner applies it and answers. Fault: the run is over before the
// answer comes, and its journal never says what became of the effect.
import { confirm } from './outside.mjs';

await confirm(async ({ outside, restate, worker, address }) => {
  await worker();
  await restate.register(address);
  outside.holds = ({ step }) => step === 'publish';
  const id = await restate.send('review/run-1/run', {});
  await outside.until((calls) => calls.some(({ step }) => step === 'publish'));

  await restate.cancel(id);
  const over = await restate.completed(id);
  const [publish] = outside.calls.filter(({ step }) => step === 'publish');
  const isUnderWay = !publish.gone();
  await publish.give();
  const journal = await restate.journal(id);
  const isRecorded = journal.filter((entry) => entry === 'Notification: Run').length > 1;
  return {
    confirmed: isUnderWay && !isRecorded,
    because:
      `the run ended as '${over.completion_failure}' while publish was ${isUnderWay ? 'still under way' : 'given up'}; ` +
      `publish was then applied and answered, and the journal is ${JSON.stringify(journal)}`,
  };
});

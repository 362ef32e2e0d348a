import { serve } from '../process/index.ts';
import { type Application, openApplication } from './application.ts';

// The Postgres driver prints what the server remarks, and stdout is the protocol's.
console.log = console.error;

let application: Application | undefined;

const opened = (): Application => {
  if (application === undefined) throw new Error('expected an open message first: it names the store');
  return application;
};

serve({
  open: async (message) => {
    application = await openApplication(message);
  },
  measure: () => opened().measured,
  work: () => opened().work(),
  drain: () => opened().drain(),
  command: (command) => {
    if (command.type === 'launch') return opened().launch(command);
    if (command.type === 'decide') return opened().decide(command);
    if (command.type === 'cancel') return opened().cancel(command);
    return { refused: `OpenWorkflow has no ${command.type}` };
  },
});

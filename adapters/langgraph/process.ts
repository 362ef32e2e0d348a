import { serve } from '../process/index.ts';
import { type Application, openApplication } from './application.ts';

let application: Application | undefined;

const opened = (): Application => {
  if (application === undefined) throw new Error('expected an open message first: it names the store');
  return application;
};

serve({
  open: async (message) => {
    application = await openApplication(message);
  },
  work: () => opened().recover(),
  command: (command) => {
    if (command.type === 'launch') return opened().launch(command);
    if (command.type === 'decide') return opened().decide(command);
    return { refused: `LangGraph has no ${command.type}` };
  },
});

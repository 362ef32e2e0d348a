import { serve } from '../process/index.ts';
import { type Application, openApplication } from './application.ts';

let application: Application | undefined;

const opened = (): Application => {
  if (application === undefined) throw new Error('expected an open message first: it names the store');
  return application;
};

serve({
  open: (message) => {
    application = openApplication(message);
  },
  work: () => opened().work(),
  command: (command) => {
    switch (command.type) {
      case 'launch':
        return opened().launch(command);
      case 'decide':
        return opened().decide(command);
      case 'cancel':
        return opened().cancel(command);
      default:
        return { refused: `DBOS has no ${command.type}` };
    }
  },
});

import type { OpenMessage } from '../../model/vocabulary.ts';
import { serve } from '../process/index.ts';
import { order } from './client.ts';
import { serveBehind } from './endpoint.ts';
import { servicesOf } from './services.ts';
import { type Store, storeSchema } from './variant.ts';

let opened: (Pick<OpenMessage, 'program' | 'world'> & { readonly store: Store }) | undefined;

const present = () => {
  if (opened === undefined) throw new Error('expected an open message first: it names the store');
  return opened;
};

serve({
  open: ({ store, program, world }) => {
    opened = { store: storeSchema.parse(store), program, world };
  },
  /** Restate calls whoever serves; there is nothing to look for. */
  work: async () => {
    const { store, program, world } = present();
    await serveBehind(store.readiness, servicesOf({ ...store, program, world }));
  },
  command: (command) => order(present().store, command),
});

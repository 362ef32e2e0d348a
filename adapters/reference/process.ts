import { z } from 'zod';
import { DefiniteRefusal, mutantNamed, type Perform, Runtime } from '../../sut/index.ts';
import { perform, serve, WorldRefusal } from '../process/index.ts';
import { storeAddressSchema } from './store-address.ts';

// A process that lives for a second gains nothing from compiled parsers; without them it boots in nine tenths of the time.
z.config({ jitless: true });

// The reference runtime as a process of its own. Its one argument, where given, names the mutant that it is.
const mutant = process.argv[2] === undefined ? undefined : mutantNamed(process.argv[2]);
let runtime: Runtime | undefined;

const opened = (): Runtime => {
  if (runtime === undefined) throw new Error('expected `open` before anything else, found none; send it first');
  return runtime;
};

/** Only a 4xx is the other side's word that it will not; after a 5xx, as after a broken connection, nothing is known. */
const performAt =
  (world: string): Perform =>
  async (performance) => {
    try {
      return await perform(world, performance);
    } catch (error) {
      const isDefinite = error instanceof WorldRefusal;
      throw isDefinite ? new DefiniteRefusal(error.message, { status: error.status }) : error;
    }
  };

serve({
  open: ({ store, world, name }) => {
    runtime = new Runtime({
      ...storeAddressSchema.parse(store),
      name,
      perform: performAt(world),
      now: Date.now,
      mutant,
    });
  },
  work: () => opened().work(),
  command: (command) => {
    const answer = opened().answer(command);
    return answer.status === 'ok' ? { ok: answer.value } : { refused: answer.reason };
  },
});

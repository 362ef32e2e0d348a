import { z } from 'zod';
import {
  ArtifactLost,
  type Ask,
  DefiniteRefusal,
  mutantNamed,
  type Perform,
  type Read,
  Runtime,
} from '../../sut/index.ts';
import { ArtifactMissing, perform, readArtifact, serve, WorldRefusal } from '../process/index.ts';
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

/** A look-up by the key of an action. */
const askAt =
  (world: string): Ask =>
  async ({ run, key }) => {
    const response = await fetch(`${world}/effects/${encodeURIComponent(key)}?${new URLSearchParams({ run })}`);
    if (!response.ok && response.status !== 404) throw new Error(`the owner answered ${response.status} to a look-up`);
    return toldSchema.parse(JSON.parse(await response.text())).value;
  };
const toldSchema = z.object({
  value: z.object({
    found: z.enum(['applied', 'refused', 'pending', 'unknown']),
    receipt: z.json().default(null),
  }),
});

const readAt =
  (world: string): Read =>
  async ({ run, reference }) => {
    try {
      await readArtifact(world, run, reference);
    } catch (error) {
      throw error instanceof ArtifactMissing ? new ArtifactLost(error.message) : error;
    }
  };

serve({
  open: ({ store, world, name }) => {
    runtime = new Runtime({
      ...storeAddressSchema.parse(store),
      name,
      perform: performAt(world),
      ask: askAt(world),
      read: readAt(world),
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

import { z } from 'zod';
import type { Fetch, Surroundings } from '../../model/vocabulary.ts';
import {
  ArtifactLost,
  type Ask,
  DefiniteRefusal,
  mutantNamed,
  type Perform,
  type Read,
  Runtime,
} from '../../sut/index.ts';
import { ArtifactMissing, type Handlers, perform, readArtifact, WorldRefusal } from '../process/index.ts';
import { storeAddressSchema } from './store-address.ts';

/** What a process of the reference does for the harness, wherever it lives. */
export type Served = { readonly handlers: Handlers; readonly abandon: () => void };

/** The reference runtime, or the mutant of that name, in a process with these surroundings. */
export const served = (mutant: string | undefined, surroundings: Omit<Surroundings, 'exit'>): Served => {
  let runtime: Runtime | undefined;
  let skewMs = 0;
  const opened = (): Runtime => {
    if (runtime === undefined) throw new Error('expected `open` before anything else, found none; send it first');
    return runtime;
  };
  const handlers: Handlers = {
    open: ({ store, world, name, program, older = [] }) => {
      const { fetch: via, ...host } = surroundings;
      runtime = new Runtime({
        ...host,
        now: () => host.now() + skewMs,
        ...storeAddressSchema.parse(store),
        ...outside(world, via),
        name,
        code: [program, ...older],
        mutant: mutant === undefined ? undefined : mutantNamed(mutant),
      });
    },
    work: () => opened().work(),
    command: (command) => {
      const answer = opened().answer(command);
      return answer.status === 'ok' ? { ok: answer.value } : { refused: answer.reason };
    },
    drain: () => opened().drain(),
    skew: (ms) => {
      skewMs = ms;
    },
  };
  return { handlers, abandon: () => runtime?.abandon() };
};

const outside = (world: string, via: Fetch): { perform: Perform; ask: Ask; read: Read } => ({
  perform: performAt(world, via),
  ask: askAt(world, via),
  read: readAt(world, via),
});

/** Only a 4xx is the other side's word that it will not; after a 5xx, as after a broken connection, nothing is known. */
const performAt =
  (world: string, via: Fetch): Perform =>
  async (performance) => {
    try {
      return await perform(world, performance, via);
    } catch (error) {
      throw error instanceof WorldRefusal ? refusalOf(error) : error;
    }
  };

const refusalOf = ({ message, status, answer }: WorldRefusal): DefiniteRefusal =>
  new DefiniteRefusal(message, { status }, existingSchema.safeParse(answer).data?.exists);
/** What an owner says with a 409, where it says whose it is. */
const existingSchema = z.object({ exists: z.object({ key: z.string(), receipt: z.json() }) });

/** A look-up by the key of an action. */
const askAt =
  (world: string, via: Fetch): Ask =>
  async ({ run, key }) => {
    const response = await via(`${world}/effects/${encodeURIComponent(key)}?${new URLSearchParams({ run })}`);
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
  (world: string, via: Fetch): Read =>
  async (wanted) => {
    try {
      await readArtifact(world, wanted, via);
    } catch (error) {
      throw error instanceof ArtifactMissing ? new ArtifactLost(error.message) : error;
    }
  };

import type { Boundary, Intervention } from '../../model/vocabulary.ts';
import type { Commander } from './commander.ts';
import { isAt, type Moment } from './moment.ts';
import { isCommandDeed } from './orders.ts';
import type { Sliced } from './slices.ts';
import type { Actor, Stage } from './stage.ts';

/** Whoever carries out a plan, as far as what follows from a command concerns him. */
type Acting = {
  readonly next: Intervention | undefined;
  readonly deeds: { readonly commander: Pick<Commander, 'missing'> };
  command(): Promise<void>;
  land(how: true | string): void;
  killNow(actor: Actor, boundary: Boundary): Promise<void>;
};

/** Who carries out a plan, and on what. */
type Parts = { readonly director: Acting; readonly stage: Stage };

/** Whether a boundary is the moment right after a command. */
const isAfterCommand = ({ at }: Boundary): boolean => at === 'cancel.accepted' || at === 'branch.created';

/** Whether a boundary is the moment of a held call, or comes right after a command, which was accepted while the call was held. */
export const isHere = (at: Boundary, moment: Moment): boolean => isAfterCommand(at) || isAt(at, moment);

/** Carries out the commands that come next in a plan, as long as they are meant for here. */
export const commandsWhile = async (director: Acting, isHere: (at: Boundary) => boolean): Promise<void> => {
  for (let next = director.next; next !== undefined && isHere(next.at) && isCommandDeed(next.do); next = director.next)
    await director.command();
};

/** Carries out the next group of commands while no call is held, and what the plan wants right after one of them. */
export const commandsAndAfter = async ({ director, stage }: Parts): Promise<void> => {
  await director.command();
  for (let next = director.next; next !== undefined && isAfterCommand(next.at); next = director.next) {
    const missing = director.deeds.commander.missing(next.at);
    const worker = stage.working();
    if (missing !== undefined) director.land(missing);
    else if (next.do !== 'kill') await director.command();
    else if (worker === undefined) director.land('no worker lived');
    else await director.killNow(worker, next.at);
  }
};

/** What the plan wants of a worker that stands still right after a write: its death, or commands, after which it goes on. */
export const afterSlices = async ({ director, stage }: Parts, worker: Actor, sliced: Sliced): Promise<void> => {
  const { next } = director;
  if (sliced.status !== 'stored') return director.land(sliced.because);
  if (next?.do === 'kill')
    return director.land((await stage.kill(worker, 'plan')) || 'the worker did not die by our signal');
  const here = JSON.stringify(next?.at);
  await commandsWhile(director, (at) => JSON.stringify(at) === here);
  stage.continue(worker);
};

import type { History, Observation } from '../model/vocabulary.ts';
import { harnessWords } from './sayings/harness.ts';
import { type Memory, noMemory, remember, type Said } from './sayings/memory.ts';
import { runtimeWords } from './sayings/runtime.ts';
import { worldWords } from './sayings/world.ts';

/**
 * One observation in plain words: who did it and what. `folded` is a reading that shows nothing new. `detail` is what a full
 * trace adds and a sentence leaves out.
 */
export type Saying = {
  readonly observation: Observation;
  readonly who: string;
  readonly what: string;
  readonly detail: string;
  readonly folded: boolean;
};

/** A whole history in plain words, one saying an observation, in its order. */
export const sayingsOf = (history: History): readonly Saying[] => {
  const { observations } = history;
  return tellerOf(history)(0, observations.length);
};

/** Tells a history as far as it is asked to, from one event to before another: nobody waits for what is said of ten thousand others. */
export const tellerOf = ({ observations }: History): ((from: number, to: number) => readonly Saying[]) => {
  const memory = noMemory();
  const told: Saying[] = [];
  return (from, to) => {
    for (const observation of observations.slice(told.length, to)) {
      told.push({ observation, detail: '', folded: false, ...say(memory, observation) });
      remember(memory, observation);
    }
    return told.slice(from, to);
  };
};

const say = (memory: Memory, { event, worker }: Observation): Said => {
  switch (event.type) {
    case 'call.received':
    case 'call.done':
    case 'effect.applied':
    case 'effect.deduplicated':
    case 'effect.called-back':
    case 'effect.looked-up':
    case 'effect.told':
    case 'artifact.stored':
    case 'artifact.read':
    case 'call.answered':
    case 'call.lost':
    case 'call.escaped':
    case 'call.strange':
      return worldWords(event, memory, worker);
    case 'command.sent':
    case 'command.answered':
    case 'view.read':
    case 'view.unreadable':
      return runtimeWords(event, memory, worker);
    default:
      return harnessWords(event, worker ?? 'a process');
  }
};

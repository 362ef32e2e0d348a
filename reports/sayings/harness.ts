import type { EventOf } from '../../model/vocabulary.ts';
import { boundaryLabel } from '../boundary-words.ts';
import type { Said } from './memory.ts';

type HarnessEvent = EventOf<
  | 'process.ready'
  | 'process.opened'
  | 'process.working'
  | 'process.stopped'
  | 'process.continued'
  | 'process.died'
  | 'store.committed'
  | 'boundary.held'
  | 'intervention.landed'
  | 'intervention.missed'
  | 'run.rested'
>;

/** What the harness did to a process, in plain words. */
export const harnessWords = (event: HarnessEvent, who: string): Said => {
  switch (event.type) {
    case 'process.ready':
      return { who, what: `booted as a ${event.role}` };
    case 'process.opened':
      return { who, what: 'was given the store and the program' };
    case 'process.working':
      return { who, what: 'was told to work' };
    case 'process.stopped':
      return { who, what: 'was stopped (SIGSTOP)' };
    case 'process.continued':
      return { who, what: 'was let go again (SIGCONT)' };
    case 'process.died':
      return { who, what: deathWords(event) };
    case 'store.committed':
      return { who, what: `made its write durable: commit ${event.nth}` };
    case 'boundary.held':
      return { who, what: `is held at ${boundaryLabel(event.boundary)}`, detail: withheld(event.boundary.at) };
    case 'run.rested':
      return { who: event.run, what: `came to rest: ${event.as}` };
    case 'intervention.landed':
    case 'intervention.missed':
      return interventionWords(event);
    default:
      return event satisfies never;
  }
};

const interventionWords = (event: EventOf<'intervention.landed' | 'intervention.missed'>): Said => {
  const what = `${event.do} at ${boundaryLabel(event.boundary)}`;
  return event.type === 'intervention.landed'
    ? { who: 'harness', what: `landed its ${what}`, detail: event.tries > 1 ? `at try ${event.tries}` : '' }
    : { who: 'harness', what: `MISSED its ${what}`, detail: event.because };
};

const deathWords = ({ by, signal, code }: EventOf<'process.died'>): string => {
  const how = signal ?? `exit code ${code ?? 'unknown'}`;
  if (by === 'itself') return `died by itself (${how})`;
  return by === 'plan' ? `was killed (${how})` : `was killed by clean-up (${how})`;
};

const withheld = (at: string): string =>
  ['call.done', 'output.stored', 'effect.applied'].includes(at) ? 'answer withheld' : '';

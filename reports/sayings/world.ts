import { type CallOp, type EventOf, referenceIn } from '../../model/vocabulary.ts';
import { shortened, shortValue } from '../value-words.ts';
import type { Memory, Said } from './memory.ts';

type WorldEvent = EventOf<
  | 'call.received'
  | 'call.done'
  | 'effect.applied'
  | 'effect.deduplicated'
  | 'effect.called-back'
  | 'effect.looked-up'
  | 'effect.told'
  | 'artifact.stored'
  | 'artifact.read'
  | 'call.answered'
  | 'call.lost'
  | 'call.escaped'
  | 'call.strange'
>;

/** What the harness's own servers saw, in plain words. */
export const worldWords = (event: WorldEvent, memory: Memory, worker: string | undefined): Said => {
  switch (event.type) {
    case 'call.received':
      return { who: worker ?? 'a worker', ...callWords(event) };
    case 'call.escaped':
      return { who: worker ?? 'a process', what: 'called the world after its death', detail: event.path };
    case 'call.strange':
      return { who: 'a stranger', what: 'called the world', detail: `${event.because}: ${event.path}` };
    case 'artifact.read':
      return { who: worker ?? 'a worker', what: readWords(event) };
    case 'effect.looked-up':
      return {
        who: worker ?? 'a worker',
        what: `asked what became of ${event.step}`,
        detail: `${event.found}, key ${event.key}`,
      };
    default:
      return {
        who: serverOf(memory, event.call),
        ...serverWords(event, memory.calls.get(event.call)?.caller ?? 'a worker'),
      };
  }
};

type ServerEvent = Exclude<
  WorldEvent,
  EventOf<'call.received' | 'call.escaped' | 'call.strange' | 'artifact.read' | 'effect.looked-up'>
>;

const serverWords = (event: ServerEvent, caller: string): Omit<Said, 'who'> => {
  switch (event.type) {
    case 'call.done':
      return {
        what: `has ${readyWords(event)} ready for ${caller}; nobody has seen it`,
        detail: shortValue(event.value),
      };
    case 'effect.applied':
      return { what: `applied ${event.step}`, detail: [`for ${caller}`, ...keyWords(event.key)].join(', ') };
    case 'effect.deduplicated':
      return { what: `knew the key of ${event.step} and applied nothing`, detail: `for ${caller}, key ${event.key}` };
    case 'effect.called-back':
      return { what: `called back: ${event.step} was ${event.outcome}`, detail: `key ${event.key}` };
    case 'effect.told':
      return { what: `told ${caller} what became of ${event.step}` };
    case 'artifact.stored':
      return {
        what: `stored ${event.name} ${event.version}, which nothing refers to yet`,
        detail: `for ${caller}, ${event.bytes} bytes, ${shortened(event.digest, 24)}`,
      };
    case 'call.answered': {
      const status = event.status < 400 ? '' : ` with status ${event.status}`;
      return { what: `answered ${caller} on ${event.step}${status}`, detail: shortValue(event.value) };
    }
    case 'call.lost':
      return { what: `could not answer ${caller} on ${event.step}`, detail: event.because };
    default:
      return event satisfies never;
  }
};

const readyWords = ({ step, value }: EventOf<'call.done'>): string =>
  referenceIn(value) === undefined ? step : `the reference of ${step}`;

const readWords = ({ name, version, status }: EventOf<'artifact.read'>): string =>
  status === 'found'
    ? `read ${name} ${version} from the artifact store`
    : `asked the artifact store for ${name} ${version}, which is not there`;

const callWords = ({ op, step, nth, inputs, key }: EventOf<'call.received'>): Omit<Said, 'who'> => {
  const given = Object.entries(inputs).map(([name, value]) => `${name} = ${shortValue(value, 24)}`);
  return {
    what: `${callVerb[op](step)}${nth > 1 ? ' again' : ''}`,
    detail: [
      ...(nth > 1 ? [`call ${nth} for it`] : []),
      ...(given.length === 0 ? [] : [`given ${given.join(', ')}`]),
      ...keyWords(key),
    ].join('; '),
  };
};

const callVerb: Readonly<Record<CallOp, (step: string) => string>> = {
  model: (step) => `asked the model for ${step}`,
  tool: (step) => `called the tool ${step}`,
  effect: (step) => `dispatched the effect ${step}`,
  output: (step) => `uploaded the artifact of ${step}`,
  approval: (step) => `showed the prompt of ${step}`,
};

const servers: Readonly<Record<CallOp, string>> = {
  model: 'model',
  tool: 'tool',
  effect: 'owner',
  output: 'artifact store',
  approval: 'reviewer',
};

const serverOf = (memory: Memory, call: number): string => servers[memory.calls.get(call)?.op ?? 'tool'];
const keyWords = (key: string | undefined): readonly string[] => (key === undefined ? [] : [`key ${key}`]);

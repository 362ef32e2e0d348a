import { type CallOp, type History, isOf, type Observation, type ObservationOf } from '../../../model/vocabulary.ts';
import { shortValue } from '../../value-words.ts';
import { apartFromCalls } from './apart.ts';
import { lanes, type Mark } from './mark.ts';

/**
 * The calls on the world: a bar in the lane of who called until the answer left for it, what the server did in the server's own lane, and
 * a cut where the answer never reached anybody.
 */
export const callMarks = (history: History): readonly Mark[] => {
  const calls = new Map<number, Call>();
  for (const seen of history.observations) {
    if (isOf(seen, 'call.received')) calls.set(seen.event.call, { received: seen, later: [] });
    else if ('call' in seen.event && seen.event.call !== undefined) calls.get(seen.event.call)?.later.push(seen);
  }
  return [...[...calls.values()].flatMap(marksOfCall), ...history.observations.flatMap(apartFromCalls)];
};

type Call = { readonly received: ObservationOf<'call.received'>; readonly later: Observation[] };

const marksOfCall = ({ received, later }: Call): readonly Mark[] => {
  const { op, step, nth } = received.event;
  const lane = received.worker ?? 'a worker';
  const server = serverLanes[op];
  const done = later.find((seen) => deedsOfServers.includes(seen.event.type));
  const answered = later.find((seen) => isOf(seen, 'call.answered'));
  const lost = later.find((seen) => isOf(seen, 'call.lost'));
  const end = answered ?? lost;
  const bar: Mark = {
    lane,
    row: 0,
    shape: 'bar',
    tone: op === 'approval' ? 'prompt' : 'call',
    from: received.seq,
    ...(end === undefined ? {} : { to: end.seq }),
    ...(answered === undefined ? { isOpen: true } : {}),
    label: `${op === 'approval' ? `prompt ${step}` : step}${nth > 1 ? ` (${nth})` : ''}`,
    title: `${lane} ${verbs[op]} ${step}${nth > 1 ? `, call ${nth} for it` : ''}: ${endOfCall(answered, lost)}`,
  };
  return [
    bar,
    ...(done === undefined ? [] : [serverMark(done, received, server)]),
    ...(done === undefined ? [] : [withheld(done, answered ?? lost, server)].flat()),
    ...(done === undefined || lost !== undefined || server === lanes.servers ? [] : [link(done, lane, server)]),
    ...(lost === undefined ? [] : [cut(lost, lane, server)]),
  ];
};

const deedsOfServers: readonly string[] = ['call.done', 'effect.applied', 'effect.deduplicated', 'artifact.stored'];

const serverLanes: Readonly<Record<CallOp, string>> = {
  model: lanes.servers,
  tool: lanes.servers,
  approval: lanes.servers,
  effect: lanes.owner,
  output: lanes.artifacts,
};
const verbs: Readonly<Record<CallOp, string>> = {
  model: 'asked the model for',
  tool: 'called the tool',
  approval: 'showed the prompt of',
  effect: 'dispatched the effect',
  output: 'uploaded the artifact of',
};

const endOfCall = (answered: Observation | undefined, lost: Observation | undefined): string => {
  if (answered !== undefined && isOf(answered, 'call.answered'))
    return `the answer ${shortValue(answered.event.value)} left at #${answered.seq}`;
  return lost !== undefined && isOf(lost, 'call.lost')
    ? `no answer reached it, ${lost.event.because}`
    : 'no answer was seen';
};

const serverMark = (done: Observation, received: ObservationOf<'call.received'>, lane: string): Mark => {
  const { step, key } = received.event;
  const keyWords = key === undefined ? '' : `, key ${key}`;
  const at = { lane, row: 0, from: done.seq } as const;
  switch (done.event.type) {
    case 'effect.applied':
      return {
        ...at,
        shape: 'diamond',
        tone: 'applied',
        label: `${step} applied`,
        title: `the owner applied ${step}${keyWords}`,
      };
    case 'effect.deduplicated':
      return {
        ...at,
        shape: 'diamond',
        tone: 'known',
        label: `${step} known`,
        title: `the owner knew the key of ${step} and applied nothing${keyWords}`,
      };
    case 'artifact.stored':
      return {
        ...at,
        shape: 'diamond',
        tone: 'stored',
        label: `${done.event.name} ${done.event.version}`,
        title: `stored ${done.event.name} ${done.event.version}`,
      };
    default:
      return { ...at, shape: 'diamond', tone: 'stored', label: step, title: `the result of ${step} is ready` };
  }
};

/** Between what a server did and its answer the worker does not know of it: that is where a plan cuts in. */
const withheld = (done: Observation, end: Observation | undefined, lane: string): readonly Mark[] =>
  end === undefined || end.seq - done.seq < 2
    ? []
    : [
        {
          lane,
          row: 0,
          shape: 'bar',
          tone: 'withheld',
          from: done.seq,
          to: end.seq,
          label: '',
          title: 'done, and its answer withheld',
        },
      ];

const link = (done: Observation, worker: string, lane: string): Mark => ({
  lane,
  row: 0,
  shape: 'link',
  tone: 'call',
  from: done.seq,
  toLane: worker,
  label: '',
  title: `done for ${worker}`,
});

const cut = (lost: Observation, worker: string, lane: string): Mark => ({
  lane,
  row: 0,
  shape: 'cut',
  tone: 'lost',
  from: lost.seq,
  toLane: worker,
  label: 'answer cut',
  title: `the answer never reached ${worker}${isOf(lost, 'call.lost') ? `: ${lost.event.because}` : ''}`,
});

import { type History, isOf, type Observation } from '../../../model/vocabulary.ts';
import { boundaryLabel, momentOf } from '../../boundary-words.ts';
import type { Mark, Tone } from './mark.ts';

/**
 * Who acts and when: a process from its boot to its death, with its stops. A worker that is let go again after another one began to
 * work is `late`: it may have lost its right without knowing.
 */
export const lifeMarks = (history: History): readonly Mark[] => {
  const lives = new Map<string, Life>();
  const marks: Mark[] = [];
  for (const seen of history.observations) {
    const { worker } = seen;
    if (worker === undefined) continue;
    const life = lives.get(worker) ?? { tone: undefined, since: seen.seq };
    const next = phaseAfter(seen, { worker, life, lives });
    if (next !== undefined) {
      marks.push(...stretch(worker, life, seen.seq));
      lives.set(worker, { tone: next.tone, since: seen.seq });
    }
    marks.push(...signs(seen, worker));
  }
  const last = history.observations.length - 1;
  for (const [worker, life] of lives) marks.push(...stretch(worker, life, last));
  return marks;
};

/** The row of a worker's lane in which its life stands, below its calls. */
const LIFE = 1;

type Life = { readonly tone: Tone | undefined; readonly since: number };
type At = { readonly worker: string; readonly life: Life; readonly lives: ReadonlyMap<string, Life> };

/** The phase that begins with an observation, or nothing where none does. */
const phaseAfter = (
  seen: Observation,
  { worker, life, lives }: At,
): { readonly tone: Tone | undefined } | undefined => {
  if (isOf(seen, 'process.ready')) return { tone: 'booted' };
  if (isOf(seen, 'process.working')) return { tone: 'works' };
  if (isOf(seen, 'process.stopped')) return { tone: 'stopped' };
  if (isOf(seen, 'process.died')) return { tone: undefined };
  if (!isOf(seen, 'process.continued')) return undefined;
  const isLate = [...lives].some(
    ([name, other]) => name !== worker && other.since > life.since && other.tone === 'works',
  );
  return { tone: isLate ? 'late' : 'works' };
};

const stretch = (worker: string, { tone, since }: Life, to: number): readonly Mark[] =>
  tone === undefined || to <= since
    ? []
    : [
        {
          lane: worker,
          row: LIFE,
          shape: 'bar',
          tone,
          from: since,
          to,
          label: words[tone] ?? '',
          title: `${worker} ${sentences[tone] ?? ''}`,
        },
      ];

const words: Partial<Record<Tone, string>> = {
  booted: 'booted',
  works: 'works',
  stopped: 'stopped',
  late: 'let go again, another one works',
};
const sentences: Partial<Record<Tone, string>> = {
  booted: 'has booted and was not yet told to work',
  works: 'works',
  stopped: 'is stopped: it does nothing and reads nothing',
  late: 'was let go again after another worker had begun to work',
};

const signs = (seen: Observation, worker: string): readonly Mark[] => {
  const at = { lane: worker, row: LIFE, from: seen.seq } as const;
  if (isOf(seen, 'process.stopped'))
    return [{ ...at, shape: 'pause', tone: 'stopped', label: '', title: `${worker} was stopped (SIGSTOP)` }];
  if (isOf(seen, 'process.continued'))
    return [{ ...at, shape: 'go', tone: 'late', label: '', title: `${worker} was let go again (SIGCONT)` }];
  if (isOf(seen, 'boundary.held')) {
    const { boundary } = seen.event;
    const title = `${worker} is held ${momentOf(boundary)}`;
    return [{ ...at, row: 0, shape: 'gate', tone: 'withheld', label: `held at ${boundaryLabel(boundary)}`, title }];
  }
  return isOf(seen, 'process.died') ? [death(seen.event, at)] : [];
};

const death = (
  { by, signal, code }: Extract<Observation['event'], { readonly type: 'process.died' }>,
  at: { readonly lane: string; readonly row: number; readonly from: number },
): Mark => {
  const how = signal ?? `exit code ${code ?? 'unknown'}`;
  switch (by) {
    case 'plan':
      return {
        ...at,
        shape: 'cross',
        tone: 'killed',
        label: 'killed',
        title: `${at.lane} was killed by the plan (${how})`,
      };
    case 'clean-up':
      return {
        ...at,
        shape: 'cross',
        tone: 'tidied',
        label: '',
        title: `${at.lane} was ended by the clean-up (${how})`,
      };
    case 'itself':
      return { ...at, shape: 'cross', tone: 'died', label: 'died', title: `${at.lane} died by itself (${how})` };
    default:
      return by satisfies never;
  }
};

/** How a mark is drawn. A `bar` lasts, a `cut` is an answer that never arrived, the rest happen at one event. */
export type Shape = 'bar' | 'tick' | 'diamond' | 'cross' | 'gate' | 'pause' | 'go' | 'cut' | 'link';

/** What a mark is of; each has a colour and a pattern of its own in the style, and a word in the legend. */
export type Tone =
  | 'call'
  | 'prompt'
  | 'withheld'
  | 'command'
  | 'refused'
  | 'booted'
  | 'works'
  | 'stopped'
  | 'late'
  | 'running'
  | 'waiting'
  | 'succeeded'
  | 'ended'
  | 'committed'
  | 'applied'
  | 'known'
  | 'stored'
  | 'lost'
  | 'killed'
  | 'tidied'
  | 'died'
  | 'missed'
  | 'lease'
  | 'unsure'
  | 'overlap'
  | 'unread';

/** One thing in a lane, from one event to another. Without `to` it happens at `from`, unless it `isOpen`: then nobody saw its end. */
export type Mark = {
  readonly lane: string;
  readonly row: number;
  readonly shape: Shape;
  readonly tone: Tone;
  readonly from: number;
  readonly to?: number;
  readonly isOpen?: true;
  /** For what goes from one lane to another: where it goes. */
  readonly toLane?: string;
  readonly label: string;
  /** The whole of it in a sentence, or how that is told, where most of the marks are never looked at. */
  readonly title: string | (() => string);
};

/** Lanes that are no worker's own. */
export const lanes = {
  operator: 'operator',
  servers: 'model, tools, prompts',
  store: 'store',
  owner: 'effect owner',
  artifacts: 'artifact store',
} as const;

/** The row to use for something that lasts: the first that is free at its beginning. `ends` is the end of the last in each row. */
export const freeRow = (ends: number[], from: number, to: number): number => {
  const free = ends.findIndex((end) => end < from);
  const row = free === -1 ? ends.length : free;
  ends[row] = to;
  return row;
};

import type { History } from '../../../model/vocabulary.ts';
import { lanes, type Mark } from './mark.ts';
import type { Scale } from './scale.ts';

/** A lane with its place from the top, in pixels. */
export type Lane = {
  readonly id: string;
  readonly note: string;
  readonly top: number;
  readonly height: number;
  readonly rows: number;
};

/** The lanes of a history from the top: who asks, who works, what the world's servers do, what the store shows. */
export type Plot = {
  readonly lanes: readonly Lane[];
  readonly height: number;
  readonly rowTop: (lane: string, row: number) => number;
};

/** A mark where it is drawn. Without `label` there was no room for one; it is in the title all the same. */
export type Placed = {
  readonly mark: Mark;
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly toY?: number;
  readonly label: string;
};

const ROW = 30;
const PAD = 10;

/** The lanes that a history needs: one for each worker, in the order in which they appear, and no server that nobody called. */
export const plotOf = (history: History, marks: readonly Mark[]): Plot => {
  const used = new Map<string, number>();
  for (const { lane, row } of marks) used.set(lane, Math.max(used.get(lane) ?? 0, row + 1));
  const fixed: readonly string[] = Object.values(lanes);
  const workers = [...used.keys()].filter((lane) => !fixed.includes(lane));
  const order = [lanes.operator, ...workers, lanes.servers, lanes.owner, lanes.artifacts, lanes.store];
  const placed: Lane[] = [];
  let top = 0;
  for (const id of order) {
    const rows = used.get(id);
    if (rows === undefined) continue;
    const height = rows * ROW + 2 * PAD;
    placed.push({ id, note: noteOf(id, history), top, height, rows });
    top += height;
  }
  const tops = new Map(placed.map((lane) => [lane.id, lane.top]));
  return { lanes: placed, height: top, rowTop: (lane, row) => (tops.get(lane) ?? 0) + PAD + row * ROW };
};

const noteOf = (id: string, { plan, observations }: History): string => {
  const contracts = plan.program.steps.flatMap((step) => (step.op === 'effect' ? [step.contract] : []));
  switch (id) {
    case lanes.operator:
      return 'sends commands';
    case lanes.store:
      return 'as the runtime shows it';
    case lanes.owner:
      return [...new Set(contracts)].join(', ');
    case lanes.servers:
      return 'the outside world';
    case lanes.artifacts:
      return 'the outside world';
    default:
      return observations.some(({ worker }) => worker === id) ? 'a process' : 'a holder, no process';
  }
};

/** What falls into a window of the plot, labels only where they do not run into the one before them. */
export const placedIn = (
  { marks, plot, scale }: { readonly marks: readonly Mark[]; readonly plot: Plot; readonly scale: Scale },
  from: number,
  to: number,
): readonly Placed[] => {
  const ends = new Map<string, number>();
  return marks
    .map((mark) => ({ mark, x: scale.at(mark.from), end: endOf(mark, scale) }))
    .filter(({ x, end }) => end >= from && x <= to)
    .sort((a, b) => a.x - b.x)
    .map(({ mark, x, end }) => {
      const row = `${mark.lane}\n${mark.row}\n${isAbove(mark)}`;
      const start = labelStart(mark, Math.max(x, from));
      const isFree = start >= (ends.get(row) ?? Number.NEGATIVE_INFINITY);
      const hasRoom =
        mark.label !== '' && isFree && (!isInside(mark) || end - Math.max(x, from) >= widthOf(mark.label));
      if (hasRoom) ends.set(row, start + widthOf(mark.label) + 8);
      return {
        mark,
        x,
        width: end - x,
        y: plot.rowTop(mark.lane, mark.row),
        ...(mark.toLane === undefined ? {} : { toY: plot.rowTop(mark.toLane, 0) }),
        label: hasRoom ? mark.label : '',
      };
    });
};

/** An open bar ends a little after its last sign, or runs to the end where there is none. */
const endOf = ({ shape, from, to, isOpen }: Mark, scale: Scale): number => {
  if (shape !== 'bar') return scale.at(from);
  if (to !== undefined) return Math.max(scale.at(to), scale.at(from) + 3);
  return isOpen ? scale.width : scale.at(from);
};

/** Where a mark's label begins: inside or above a bar, beside anything else. */
export const labelStart = ({ shape }: Mark, x: number): number => (shape === 'bar' ? x + 4 : x + 9);

/** Calls carry their label above the bar, which may be short; what lasts carries it inside. */
export const isAbove = ({ shape, tone }: Mark): boolean => shape === 'gate' || tone === 'call' || tone === 'prompt';

/** What lasts has its label inside, if it is long enough. */
const isInside = (mark: Mark): boolean => mark.shape === 'bar' && !isAbove(mark);

/** About the width of a text in the lanes' font, in pixels, on the wide side: fonts differ. */
const widthOf = (text: string): number => text.length * 6.6;

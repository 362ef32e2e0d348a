import type { Chart } from '../../../model/account.ts';
import { places } from './places.ts';

/** A state's box, by its upper left corner. */
export type Box = {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly isInitial: boolean;
  readonly isFinal: boolean;
};

/** All the ways from one state to another, as one arrow. `label` is short, `all` names every event with its guard. */
export type Edge = {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly label: string;
  readonly all: string;
  readonly x: number;
  readonly y: number;
};

/** A lifecycle as it is drawn. Its states and ways are the machine's own; only where they stand is ours. */
export type Drawing = {
  readonly boxes: readonly Box[];
  readonly edges: readonly Edge[];
  /** Where so many states lead that arrows would hide the rest, they are said in words. */
  readonly crowded: readonly { readonly to: string; readonly words: string }[];
  readonly width: number;
  readonly height: number;
};

/** The way that was just taken, which is drawn also into a crowd. */
type Taken = { readonly from: string; readonly to: string };

const CELL = { width: 152, height: 84 };
const SIZE = { width: 104, height: 28 };
const TOP = 52;
const LEFT = 16;
const CROWD = 3;

/** The drawing of a lifecycle. A state that the table has no place for stands in a row of its own at the bottom. */
export const drawingOf = (chart: Chart, taken?: Taken): Drawing => {
  const table = places[chart.machine] ?? {};
  const lowest = Math.max(-1, ...Object.values(table).map(([, row]) => row));
  let spare = 0;
  const boxes = chart.states.map(({ id, isFinal }): Box => {
    const [column, row] = table[id] ?? [spare++, lowest + 1];
    return { id, x: LEFT + column * CELL.width, y: TOP + row * CELL.height, isFinal, isInitial: id === chart.initial };
  });
  const ways = waysOf(chart);
  const sources = (to: string): number => ways.filter((way) => way.to === to).length;
  const isCrowded = (to: string): boolean => sources(to) >= CROWD;
  return {
    boxes,
    edges: ways
      .filter(({ from, to }) => !isCrowded(to) || (from === taken?.from && to === taken.to))
      .flatMap((way) => edgeOf(way, ways, boxes)),
    crowded: boxes
      .filter(({ id }) => isCrowded(id))
      .map(({ id }) => ({ to: id, words: `from ${sources(id)} states: ${eventsInto(id, ways)}` })),
    width: Math.max(...boxes.map(({ x }) => x)) + SIZE.width + LEFT,
    height: Math.max(...boxes.map(({ y }) => y)) + SIZE.height + 26,
  };
};

type Way = {
  readonly from: string;
  readonly to: string;
  readonly events: readonly string[];
  readonly all: readonly string[];
};

/** What leads from one state to another; what leads back to the same is no way. */
const waysOf = ({ transitions }: Chart): readonly Way[] => {
  const moves = transitions.filter(({ from, to }) => from !== to);
  return [...new Set(moves.map(({ from, to }) => JSON.stringify([from, to])))].map((pair) => {
    const own = moves.filter(({ from, to }) => JSON.stringify([from, to]) === pair);
    const { from = '', to = '' } = own[0] ?? {};
    const all = own.map(({ event, guard }) => (guard === undefined ? event : `${event} if ${guard}`));
    return { from, to, events: [...new Set(own.map(({ event }) => event))], all: [...new Set(all)] };
  });
};

const eventsInto = (state: string, ways: readonly Way[]): string =>
  [...new Set(ways.filter(({ to }) => to === state).flatMap(({ events }) => events))].join(', ');

const edgeOf = (way: Way, ways: readonly Way[], boxes: readonly Box[]): readonly Edge[] => {
  const from = boxes.find(({ id }) => id === way.from);
  const to = boxes.find(({ id }) => id === way.to);
  if (from === undefined || to === undefined) return [];
  const hasReturn = ways.some((other) => other.from === way.to && other.to === way.from);
  return [
    {
      from: way.from,
      to: way.to,
      ...curve(from, to, hasReturn),
      label: way.events.join(', '),
      all: way.all.join('; '),
    },
  ];
};

/** From border to border, bent to the left of its own direction where another way comes back, or another box may stand between. */
const curve = (from: Box, to: Box, hasReturn: boolean): Pick<Edge, 'path' | 'x' | 'y'> => {
  const a = { x: from.x + SIZE.width / 2, y: from.y + SIZE.height / 2 };
  const b = { x: to.x + SIZE.width / 2, y: to.y + SIZE.height / 2 };
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const isLong = Math.abs(b.x - a.x) > CELL.width * 1.5 || Math.abs(b.y - a.y) > CELL.height * 1.5;
  const bend = (hasReturn ? 18 : 0) + (isLong ? 34 : 0);
  const control = {
    x: (a.x + b.x) / 2 + ((b.y - a.y) / length) * bend * 1.3,
    y: (a.y + b.y) / 2 - ((b.x - a.x) / length) * bend * 1.3,
  };
  const start = border(a, control);
  const end = border(b, control);
  return {
    path: `M${round(start.x)} ${round(start.y)}Q${round(control.x)} ${round(control.y)} ${round(end.x)} ${round(end.y)}`,
    x: round((start.x + 2 * control.x + end.x) / 4),
    y: round((start.y + 2 * control.y + end.y) / 4 - 3),
  };
};

type Point = { readonly x: number; readonly y: number };

/** Where the line from a box's middle towards a point leaves the box. */
const border = (middle: Point, towards: Point): Point => {
  const dx = towards.x - middle.x;
  const dy = towards.y - middle.y;
  const reach = Math.min(
    (SIZE.width / 2 + 4) / Math.max(1, Math.abs(dx)),
    (SIZE.height / 2 + 4) / Math.max(1, Math.abs(dy)),
  );
  return { x: middle.x + dx * reach, y: middle.y + dy * reach };
};

const round = (value: number): number => Math.round(value * 10) / 10;

import type { Account, Chart } from '../../../model/account.ts';
import { shortened } from '../../value-words.ts';
import { drawingOf, type Edge } from '../trace/drawing.ts';

type Props = {
  readonly chart: Chart;
  readonly state: string;
  /** The state before the event at the cursor: the way between the two is marked. */
  readonly before?: string;
  readonly refused?: NonNullable<Account['first']>;
};

/** A lifecycle as its machine defines it, with the state that it is in, and the way that was refused. */
export const Statechart = ({ chart, state, before, refused }: Props) => {
  const { boxes, edges, crowded, width, height } = drawingOf(
    chart,
    before === undefined ? undefined : { from: before, to: state },
  );
  const here = boxes.find(({ id }) => id === (refused?.state ?? state));
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`lifecycle of a ${chart.machine}: ${state}${refused === undefined ? '' : `, refused: ${refused.command}`}`}
    >
      <defs>
        <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0l8 4l-8 4z" />
        </marker>
      </defs>
      {edges.map((edge) => (
        <Arrow
          key={`${edge.from} ${edge.to}`}
          edge={edge}
          isTaken={before !== state && edge.from === before && edge.to === state}
        />
      ))}
      {boxes.map(({ id, x, y, isFinal, isInitial }) => (
        <g key={id} class={`state ${id === state ? 'here' : ''} ${isFinal ? 'final' : ''}`}>
          {isFinal ? <rect x={x - 3} y={y - 3} width={BOX.width + 6} height={BOX.height + 6} rx={8} /> : null}
          <rect x={x} y={y} width={BOX.width} height={BOX.height} rx={6} />
          <text x={x + BOX.width / 2} y={y + 18}>
            {isInitial ? '○ ' : ''}
            {shortened(id, 15)}
          </text>
          <text class="crowd" x={x + BOX.width / 2} y={y + BOX.height + 13}>
            {shortened(crowded.find(({ to }) => to === id)?.words ?? '', 34)}
          </text>
          <title>{`${id}${isInitial ? ', where it begins' : ''}${isFinal ? ', where it ends' : ''}`}</title>
        </g>
      ))}
      {refused === undefined || here === undefined ? null : (
        <RefusedWay
          x={here.x + BOX.width / 2 - 20}
          y={here.y}
          words={shortened(refused.event ?? refused.command, 24)}
        />
      )}
    </svg>
  );
};

const BOX = { width: 104, height: 28 };

/** A way that leads nowhere: it leaves the state, is stopped, and says what was asked. */
const RefusedWay = ({ x, y, words }: { readonly x: number; readonly y: number; readonly words: string }) => (
  <g class="refused-way">
    <path d={`M${x} ${y - 3}c0 -16 4 -22 16 -22`} />
    <circle cx={x + 25} cy={y - 25} r={8} />
    <path class="stop" d={`M${x + 21} ${y - 29}l8 8m0 -8l-8 8`} />
    <text x={x + 25} y={y - 37}>
      {words}
    </text>
  </g>
);

const Arrow = ({ edge: { path, label, x, y, all }, isTaken }: { readonly edge: Edge; readonly isTaken: boolean }) => (
  <g class={`way ${isTaken ? 'taken' : ''}`}>
    <title>{all}</title>
    <path d={path} marker-end="url(#arrow)" />
    <text x={x} y={y}>
      {label}
    </text>
  </g>
);

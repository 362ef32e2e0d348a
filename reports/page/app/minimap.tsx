import { useMemo } from 'preact/hooks';
import type { Mark } from '../trace/mark.ts';
import { overviewOf } from '../trace/overview.ts';
import type { Scale } from '../trace/scale.ts';
import type { Stepping } from './stepping.ts';

type Props = Stepping & {
  readonly marks: readonly Mark[];
  readonly scale: Scale;
  readonly count: number;
  readonly view: { readonly left: number; readonly room: number };
};

/** A trace of more events than this does not fit into a window. */
const LONG = 100;
const ROW = 5;
const ABOVE = 16;

/** The whole of a long trace on one strip: what is in the window, the cursor, the decisive events and the refusal. A press goes there. */
export const Minimap = ({ marks, scale, count, view, cursor, go, facts, refused, parting }: Props) => {
  const spans = useMemo(() => (count > LONG ? overviewOf(marks, scale) : []), [marks, scale, count]);
  if (count <= LONG) return null;
  const lanes = [...new Set(spans.map(({ lane }) => lane))];
  const height = ABOVE + Math.max(1, lanes.length) * ROW + 4;
  const at = (seq: number): string => percent(scale.at(seq) / scale.width);
  const follow = ({ clientX, buttons, currentTarget }: PointerEvent): void => {
    if (buttons !== 1 || !(currentTarget instanceof Element)) return;
    const box = currentTarget.getBoundingClientRect();
    go(scale.nearest(((clientX - box.left) / Math.max(1, box.width)) * scale.width));
  };
  return (
    <svg
      class="minimap"
      width="100%"
      height={height}
      role="img"
      aria-label={`All ${count} events; event ${cursor} is at the cursor`}
      onPointerDown={follow}
      onPointerMove={follow}
    >
      {spans.map(({ lane, tone, from, to }) => (
        <rect
          key={`${lane} ${from}`}
          class={`mark ${tone}`}
          x={percent(from)}
          width={percent(to - from)}
          y={ABOVE + lanes.indexOf(lane) * ROW}
          height={ROW - 1}
        />
      ))}
      <rect
        class="in-window"
        x={percent(view.left / scale.width)}
        width={percent(Math.min(1, view.room / scale.width))}
        y={ABOVE - 2}
        height={height - ABOVE}
      />
      <Line of="guide illegal" x={refused === undefined ? undefined : at(refused)} height={height} />
      <Line of="guide parted" x={parting === undefined ? undefined : at(parting)} height={height} />
      {facts.slice(0, 9).map(({ seq, role }, nth) => (
        <g key={seq} class={`guide ${role === 'illegal' ? 'illegal' : ''}`}>
          <circle cx={at(seq)} cy={8} r={7} />
          <text x={at(seq)} y={12}>
            {nth + 1}
          </text>
        </g>
      ))}
      <Line of="cursor" x={at(cursor)} height={height} />
    </svg>
  );
};

const percent = (part: number): string => `${Math.round(part * 10_000) / 100}%`;

type LineProps = { readonly of: string; readonly x: string | undefined; readonly height: number };

const Line = ({ of, x, height }: LineProps) =>
  x === undefined ? null : <line class={of} x1={x} x2={x} y1={ABOVE - 2} y2={height} />;

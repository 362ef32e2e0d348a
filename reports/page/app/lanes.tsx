import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { History } from '../../../model/vocabulary.ts';
import { duration, shortened } from '../../value-words.ts';
import { placedIn, plotOf } from '../trace/layout.ts';
import type { Mark } from '../trace/mark.ts';
import { marksOf } from '../trace/marks.ts';
import { type Clock, type Scale, scaleOf } from '../trace/scale.ts';
import { DrawnMark, Patterns } from './drawn-mark.tsx';
import { Legend } from './legend.tsx';
import { Minimap } from './minimap.tsx';
import type { Stepping } from './stepping.ts';

type Props = Stepping & { readonly history: History; readonly clock: Clock };

/** Room above the lanes for the numbers of the decisive events, and below them for the axis. */
const ABOVE = 30;
const BELOW = 24;

/** The lanes: only what the window shows is drawn, so that ten thousand events scroll like forty. */
export const Lanes = ({ history, clock, ...stepping }: Props) => {
  const { cursor, go, facts, refused, parting } = stepping;
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ left: 0, room: 900 });
  const marks = useMemo(() => marksOf(history), [history]);
  const plot = useMemo(() => plotOf(history, marks), [history, marks]);
  const scale = useMemo(() => scaleOf(history.observations, clock, view.room), [history, clock, view.room]);
  useLayoutEffect(() => watched(frame.current, setView), []);
  useEffect(() => reveal(frame.current, scale.at(cursor)), [cursor, scale]);
  const height = ABOVE + plot.height + BELOW;
  return (
    <>
      <Minimap {...{ ...stepping, marks, scale, view }} count={history.observations.length} />
      <div class="card lanes">
        <LaneNames lanes={plot.lanes} height={height} />
        <section class="window" ref={frame} tabIndex={0} aria-label="Lanes; the arrow keys step through the events">
          <svg
            width={scale.width}
            height={height}
            role="img"
            aria-label={`${history.observations.length} events in lanes`}
            {...scrubbing(frame, scale, go)}
          >
            <Patterns />
            <Grounds plot={plot} width={scale.width} />
            <line class="cursor" x1={scale.at(cursor)} x2={scale.at(cursor)} y1={ABOVE} y2={height} />
            <Pauses scale={scale} height={height} />
            <Marks {...{ marks, plot, scale, view }} />
            <Numbers {...{ facts, scale, height, cursor, refused, parting }} />
            <Axis scale={scale} count={history.observations.length} y={height - 7} view={view} />
          </svg>
        </section>
      </div>
      <Legend tones={new Set(marks.map(({ tone }) => tone))} />
    </>
  );
};

/** A press takes the cursor along. The keys and the range input reach every event as well. */
const scrubbing = (frame: { readonly current: HTMLElement | null }, scale: Scale, go: (seq: number) => void) => {
  const follow = ({ clientX, buttons }: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box !== undefined && buttons === 1) go(scale.nearest(clientX - box.left + (frame.current?.scrollLeft ?? 0)));
  };
  return { onPointerDown: follow, onPointerMove: follow };
};

type Plot = ReturnType<typeof plotOf>;

const Grounds = ({ plot, width }: { readonly plot: Plot; readonly width: number }) => (
  <>
    {plot.lanes.map(({ id, top, height }, at) => (
      <rect key={id} class={`lane ${at % 2 ? 'odd' : 'even'}`} x={0} y={ABOVE + top} width={width} height={height} />
    ))}
  </>
);

type MarksProps = {
  readonly marks: readonly Mark[];
  readonly plot: Plot;
  readonly scale: Scale;
  readonly view: View;
};

const Marks = ({ marks, plot, scale, view }: MarksProps) => {
  const placed = useMemo(
    () => placedIn({ marks, plot, scale }, view.left - 40, view.left + view.room + 40),
    [marks, plot, scale, view],
  );
  return (
    <g transform={`translate(0 ${ABOVE})`}>
      {placed.map((one) => (
        <DrawnMark key={keyOf(one.mark)} placed={one} />
      ))}
    </g>
  );
};

const keyOf = ({ lane, shape, tone, from, label }: Mark): string => [lane, shape, tone, from, label].join(' ');

type View = { readonly left: number; readonly room: number };

const watched = (frame: HTMLDivElement | null, setView: (view: View) => void): (() => void) | undefined => {
  if (frame === null) return undefined;
  const look = (): void => setView({ left: frame.scrollLeft, room: frame.clientWidth });
  look();
  const size = new ResizeObserver(look);
  size.observe(frame);
  frame.addEventListener('scroll', look, { passive: true });
  return () => {
    size.disconnect();
    frame.removeEventListener('scroll', look);
  };
};

/** Scrolls only where the cursor would be out of sight. */
const reveal = (frame: HTMLDivElement | null, x: number): void => {
  if (frame === null) return;
  const { scrollLeft, clientWidth } = frame;
  if (x < scrollLeft + 40 || x > scrollLeft + clientWidth - 40) frame.scrollLeft = x - clientWidth / 2;
};

type NamesProps = { readonly lanes: ReturnType<typeof plotOf>['lanes']; readonly height: number };

const LaneNames = ({ lanes, height }: NamesProps) => (
  <svg class="names" width={172} height={height} role="presentation">
    {lanes.map(({ id, note, top }) => (
      <g key={id} transform={`translate(12 ${ABOVE + top + 22})`}>
        <text class="name">
          {shortened(id, 24)}
          <title>{id}</title>
        </text>
        <text class="note" y={16}>
          {shortened(note, 28)}
        </text>
      </g>
    ))}
  </svg>
);

const Pauses = ({ scale, height }: { readonly scale: Scale; readonly height: number }) => (
  <>
    {scale.pauses.slice(0, 200).map(({ x, ms }) => (
      <g key={x}>
        <line class="pause" x1={x} x2={x} y1={ABOVE} y2={height - BELOW} />
        <text class="note" x={x + 3} y={height - BELOW - 3}>
          +{duration(ms)}
        </text>
      </g>
    ))}
  </>
);

type NumbersProps = Pick<Props, 'facts' | 'cursor' | 'refused' | 'parting'> & {
  readonly scale: Scale;
  readonly height: number;
};

const Numbers = ({ facts, scale, height, cursor, refused, parting }: NumbersProps) => (
  <>
    {parting === undefined ? null : (
      <line class="guide parted" x1={scale.at(parting)} x2={scale.at(parting)} y1={ABOVE} y2={height - BELOW} />
    )}
    {refused === undefined || facts.some(({ seq }) => seq === refused) ? null : (
      <line class="guide illegal" x1={scale.at(refused)} x2={scale.at(refused)} y1={ABOVE} y2={height - BELOW} />
    )}
    {facts.slice(0, 9).map(({ seq, role }, at) => (
      <g key={seq} class={`guide ${role === 'illegal' ? 'illegal' : ''} ${seq === cursor ? 'here' : ''}`}>
        <line x1={scale.at(seq)} x2={scale.at(seq)} y1={26} y2={height - BELOW} />
        <circle cx={scale.at(seq)} cy={15} r={9} />
        <text x={scale.at(seq)} y={19}>
          {at + 1}
        </text>
      </g>
    ))}
  </>
);

type AxisProps = { readonly scale: Scale; readonly count: number; readonly y: number; readonly view: View };

const Axis = ({ scale, count, y, view }: AxisProps) => {
  const from = scale.nearest(view.left);
  const to = scale.nearest(view.left + view.room);
  const step = Math.max(1, 5 * Math.round((to - from) / 60));
  const shown = Array.from(
    { length: Math.ceil((to - from + 1) / step) },
    (_, at) => (Math.ceil(from / step) + at) * step,
  );
  const places = shown.filter((seq) => seq < count);
  const clear = places.filter((seq, at) => at === 0 || scale.at(seq) - scale.at(places[at - 1] ?? 0) > 26);
  return (
    <>
      {clear.map((seq) => (
        <text key={seq} class="axis" x={scale.at(seq)} y={y}>
          #{seq}
        </text>
      ))}
    </>
  );
};

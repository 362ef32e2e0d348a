import { isAbove, labelStart, type Placed } from '../trace/layout.ts';

const BAR = 12;

/** One mark of the lanes. Its whole sentence is in its title. */
export const DrawnMark = ({ placed }: { readonly placed: Placed }) => (
  <g class={`mark ${placed.mark.shape} ${placed.mark.tone}`}>
    <title>{typeof placed.mark.title === 'string' ? placed.mark.title : placed.mark.title()}</title>
    <Shape placed={placed} />
    {placed.label === '' ? null : <Label placed={placed} />}
  </g>
);

const Label = ({ placed }: { readonly placed: Placed }) => {
  const { mark, x, y, label } = placed;
  const isInside = mark.shape === 'bar' && !isAbove(mark);
  const isOver = isAbove(mark);
  return (
    <text
      x={isOver && mark.shape === 'bar' ? x : labelStart(mark, Math.max(0, x))}
      y={y + (isInside ? 22 : isOver ? 7 : 22)}
    >
      {label}
    </text>
  );
};

const Shape = ({ placed: { mark, x, y, toY, width } }: { readonly placed: Placed }) => {
  const middle = y + 18;
  switch (mark.shape) {
    case 'bar':
      return <Bar x={x} y={y + 12} width={width} isOpen={mark.isOpen === true} />;
    case 'tick':
      return <line x1={x} x2={x} y1={y + 10} y2={y + 27} />;
    case 'diamond':
      return <path d={`M${x} ${middle - 6}l6 6l-6 6l-6 -6z`} />;
    case 'cross':
      return <path d={`M${x - 5} ${middle - 5}l10 10m0 -10l-10 10`} />;
    case 'gate':
      return <path d={`M${x - 4} ${y + 9}h8m-4 0v18m-4 0h8`} />;
    case 'pause':
      return <path d={`M${x - 3} ${middle - 7}v14m6 0v-14`} />;
    case 'go':
      return <path d={`M${x - 4} ${middle - 7}l10 7l-10 7z`} />;
    case 'link':
      return <line x1={x} x2={x} y1={(toY ?? y) + 24} y2={middle - 6} />;
    case 'cut':
      return <Cut x={x} from={middle - 8} to={(toY ?? y) + 28} />;
    default:
      return mark.shape satisfies never;
  }
};

/** An open end is drawn open: nobody saw where it ended. */
const Bar = ({
  x,
  y,
  width,
  isOpen,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly isOpen: boolean;
}) =>
  isOpen ? (
    <>
      <path d={`M${x + width} ${y}H${x}v${BAR}H${x + width}`} />
      <path class="beyond" d={`M${x + width} ${y}h16m-16 ${BAR}h16`} />
      <text class="unknown" x={x + width + 20} y={y + 10}>
        ?
      </text>
    </>
  ) : (
    <rect x={x} y={y} width={Math.max(3, width)} height={BAR} rx={2} />
  );

/** An answer on its way from its server to its worker, cut off half way. */
const Cut = ({ x, from, to }: { readonly x: number; readonly from: number; readonly to: number }) => {
  const half = (from + to) / 2;
  return <path d={`M${x} ${from}V${half}M${x - 7} ${half + 4}l14 -6m-14 -1l14 -6`} />;
};

/** The hatches that tell stopped from working without a colour. */
export const Patterns = () => (
  <defs>
    <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line class="hatch" x1="0" x2="0" y1="0" y2="6" />
    </pattern>
    <pattern id="hatch-late" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
      <line class="hatch-late" x1="0" x2="0" y1="0" y2="5" />
    </pattern>
  </defs>
);

import type { Clock } from '../trace/scale.ts';

type Props = {
  readonly cursor: number;
  readonly last: number;
  readonly clock: Clock;
  readonly setClock: (clock: Clock) => void;
  readonly go: (seq: number) => void;
  readonly refused: number | undefined;
  /** Goes to where this trace parts from the reference's, where it does. */
  readonly part?: () => void;
};

const clocks: readonly (readonly [Clock, string])[] = [
  ['logical', 'Logical'],
  ['wall', 'Wall clock'],
];

/** The clock, the steps, and the jumps to the first event that the specification refuses and to where the reference did something else. */
export const Controls = ({ cursor, last, clock, setClock, go, refused, part }: Props) => (
  <div class="controls">
    <fieldset class="choices" aria-label="Clock">
      {clocks.map(([name, words]) => (
        <button key={name} type="button" class="button" aria-pressed={clock === name} onClick={() => setClock(name)}>
          {words}
        </button>
      ))}
    </fieldset>
    <fieldset class="choices" aria-label="Step">
      <Step label="First event" sign="|‹" to={0} go={go} />
      <Step label="Previous event" sign="‹" to={cursor - 1} go={go} />
      <Step label="Next event" sign="›" to={cursor + 1} go={go} />
      <Step label="Last event" sign="›|" to={last} go={go} />
    </fieldset>
    {refused === undefined ? null : (
      <button type="button" class="button alarm" onClick={() => go(refused)}>
        Jump to the first refused event (f)
      </button>
    )}
    {part === undefined ? null : (
      <button type="button" class="button" onClick={part}>
        Where it parts from the reference (c)
      </button>
    )}
    <input
      class="scrub"
      type="range"
      min={0}
      max={last}
      value={cursor}
      aria-label="Event"
      aria-valuetext={`event ${cursor} of ${last}`}
      onInput={({ currentTarget }) => go(Number(currentTarget.value))}
    />
  </div>
);

type StepProps = {
  readonly label: string;
  readonly sign: string;
  readonly to: number;
  readonly go: (seq: number) => void;
};

const Step = ({ label, sign, to, go }: StepProps) => (
  <button type="button" class="button" aria-label={label} title={label} onClick={() => go(to)}>
    {sign}
  </button>
);

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Saying, tellerOf } from '../../sayings.ts';
import { EventNumber } from './answers.tsx';
import type { Stepping } from './stepping.ts';

type Props = Stepping & { readonly tell: ReturnType<typeof tellerOf>; readonly count: number };

const ROW = 44;
const HEIGHT = 560;

/** Every event in words. Only the rows in sight exist; the one at the cursor always does, so that a screen reader can be led to it. */
export const EventList = ({ tell, count, cursor, go, facts, refused }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(Math.max(0, cursor * ROW - ROW * 5));
  useEffect(() => {
    const box = frame.current;
    if (box === null) return;
    const place = cursor * ROW;
    if (place < box.scrollTop || place > box.scrollTop + HEIGHT - ROW) box.scrollTop = place - ROW * 5;
  }, [cursor]);
  const first = Math.max(0, Math.floor(top / ROW) - 4);
  const shown = tell(first, Math.min(count, first + Math.ceil(HEIGHT / ROW) + 8));
  const isCursorShown = cursor >= first && cursor < first + shown.length;
  return (
    <section class="card panel" aria-labelledby="events">
      <h3 id="events" class="pad">
        Events <span class="soft">{count}, in the order seen</span>
      </h3>
      <div
        class="events"
        ref={frame}
        role="listbox"
        tabIndex={0}
        aria-labelledby="events"
        {...(isCursorShown ? { 'aria-activedescendant': `event-${cursor}` } : {})}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      >
        <div role="presentation" style={{ height: `${count * ROW}px`, position: 'relative' }}>
          {shown.map((saying) => (
            <Row key={saying.observation.seq} {...{ saying, cursor, go, facts, refused, count }} />
          ))}
        </div>
      </div>
    </section>
  );
};

type RowProps = Omit<Props, 'tell'> & { readonly saying: Saying };

const Row = ({ saying, cursor, go, facts, refused, count }: RowProps) => {
  const { seq } = saying.observation;
  const at = facts.findIndex((fact) => fact.seq === seq);
  const isIllegal = facts[at]?.role === 'illegal' || seq === refused;
  const kind = [seq === cursor ? 'here' : '', isIllegal ? 'illegal' : '', saying.folded ? 'minor' : ''].join(' ');
  return (
    // The list takes the keys; a click on a row is a shortcut.
    <div
      id={`event-${seq}`}
      class={`event ${kind}`}
      role="option"
      aria-selected={seq === cursor}
      aria-setsize={count}
      aria-posinset={seq + 1}
      tabIndex={-1}
      style={{ top: `${seq * ROW}px`, height: `${ROW}px` }}
      title={[`${saying.who} ${saying.what}`, saying.detail].filter(Boolean).join(' · ')}
      onClick={() => go(seq)}
      onKeyDown={({ key }) => (key === 'Enter' ? go(seq) : undefined)}
    >
      <span class="seq">#{seq}</span>
      <span class="words">
        {at >= 0 ? <EventNumber of={at + 1} isIllegal={isIllegal} /> : null} {saying.who} {saying.what}
        {saying.detail === '' ? null : <span class="soft"> · {saying.detail}</span>}
      </span>
    </div>
  );
};

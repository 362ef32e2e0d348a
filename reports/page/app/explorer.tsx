import { useEffect, useMemo, useState } from 'preact/hooks';
import type { History } from '../../../model/vocabulary.ts';
import type { Fact } from '../../account.ts';
import { planWords } from '../../boundary-words.ts';
import { tellerOf } from '../../sayings.ts';
import { duration } from '../../value-words.ts';
import { statesOf } from '../trace/state.ts';
import { unseenIn } from '../trace/unseen.ts';
import { Beside, PARTING } from './beside.tsx';
import { Controls } from './controls.tsx';
import { EventList } from './event-list.tsx';
import { Lanes } from './lanes.tsx';
import { hashOf, type Route } from './route.ts';
import { Specification } from './specification.tsx';
import { StateTable } from './state-table.tsx';
import type { Accounted } from './use-account.ts';
import type { BesideReference } from './use-beside.ts';
import { useKeys } from './use-keys.ts';

type TraceRoute = Extract<Route, { readonly view: 'trace' }>;
type Props = {
  readonly history: History;
  readonly route: TraceRoute;
  readonly facts: readonly Fact[];
  readonly accounted: Accounted;
  readonly beside: BesideReference | undefined;
};

/** The lanes with a cursor, and what is known, legal and seen where it stands. The cursor is in the address, so that a moment has a link. */
export const Explorer = ({ history, route, facts, accounted, beside }: Props) => {
  const last = history.observations.length - 1;
  const refused = accounted.status === 'followed' ? accounted.account.first?.seq : undefined;
  const opening = facts.find(({ role }) => role === 'illegal')?.seq ?? facts.at(-1)?.seq ?? refused ?? 0;
  const [cursor, setCursor] = useState(route.at ?? opening);
  const [clock, setClock] = useState(route.clock);
  const go = (seq: number): void => setCursor(Math.max(0, Math.min(last, seq)));
  const parting = beside?.status === 'aligned' ? beside.parting : undefined;
  const part = (): void => {
    if (parting === undefined) return;
    go(parting);
    document.getElementById(PARTING)?.scrollIntoView({ block: 'center' });
  };
  useKeys({ cursor, last, facts, refused, go, part });
  useEffect(() => {
    const kept = setTimeout(() => window.history.replaceState(null, '', hashOf({ ...route, at: cursor, clock })), 200);
    return () => clearTimeout(kept);
  }, [cursor, clock, route]);
  const tell = useMemo(() => tellerOf(history), [history]);
  const states = useMemo(() => statesOf(history), [history]);
  const [saying] = tell(cursor, cursor + 1);
  return (
    <section aria-labelledby="trace">
      <div class="tools">
        <h2 id="trace">Trace</h2>
        <span class="soft">
          {planWords(history.plan)} · {last + 1} events · {duration(history.observations[last]?.atMs ?? 0)}
        </span>
        <Controls {...{ cursor, last, clock, setClock, go, refused }} {...(parting === undefined ? {} : { part })} />
      </div>
      <Lanes {...{ history, clock, cursor, go, facts, refused, parting }} />
      <p class="now" aria-live="polite">
        <b>#{cursor}</b>{' '}
        <span class="soft">
          {duration(saying?.observation.atMs ?? 0)} · seen by the {saying?.observation.witness}
        </span>{' '}
        <b>
          {saying?.who} {saying?.what}
        </b>
        {saying === undefined || saying.detail === '' ? null : <span> · {saying.detail}</span>}
      </p>
      <div class="panels">
        <StateTable known={states.at(cursor)} cursor={cursor} go={go} />
        <Specification {...{ accounted, cursor, go, history }} hasFailed={facts.length > 0} />
        <EventList {...{ tell, cursor, go, facts, refused }} count={last + 1} />
      </div>
      {beside === undefined ? null : <Beside {...{ beside, cursor, go, part }} />}
      <h2>Not observed</h2>
      <ul class="notes">
        {unseenIn(history).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  );
};

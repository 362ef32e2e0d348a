import { useState } from 'preact/hooks';
import { type Account, charts } from '../../../model/account.ts';
import type { History } from '../../../model/vocabulary.ts';
import { Statechart } from './statechart.tsx';
import type { Accounted } from './use-account.ts';

type Props = {
  readonly accounted: Accounted;
  readonly cursor: number;
  readonly go: (seq: number) => void;
  readonly history: History;
  /** Whether this history is shown for a requirement that it breaks. */
  readonly hasFailed: boolean;
};

/** The lifecycles as the specification reads this history, what it refuses, and what it would have allowed. */
export const Specification = ({ accounted, cursor, go, history, hasFailed }: Props) => (
  <section class="card pad panel" aria-labelledby="specification">
    <h3 id="specification">As the specification reads it</h3>
    {accounted.status === 'following' ? <p class="soft">Following {history.observations.length} events …</p> : null}
    {accounted.status === 'failed' ? (
      <p class="soft">The specification could not be followed through this history: {accounted.because}</p>
    ) : null}
    {accounted.status === 'followed' ? (
      <Followed account={accounted.account} cursor={cursor} go={go} hasFailed={hasFailed} />
    ) : null}
  </section>
);

type FollowedProps = {
  readonly account: Account;
  readonly cursor: number;
  readonly go: (seq: number) => void;
  readonly hasFailed: boolean;
};

const Followed = ({ account, cursor, go, hasFailed }: FollowedProps) => {
  const moment = account.moments[cursor];
  const refused = moment?.refused;
  const { first } = account;
  const [chosen, setChosen] = useState<string>();
  const entities = Object.keys(moment?.states ?? {});
  const entity = [chosen, refused?.entity, first?.entity, entities.find((one) => one.startsWith('slot '))].find(
    (one) => one !== undefined && entities.includes(one),
  );
  const shown = entity ?? entities[0];
  const machine = shown?.split(' ')[0];
  const chart = charts.find((one) => one.machine === machine);
  const before = shown === undefined ? undefined : account.moments[cursor - 1]?.states[shown];
  return (
    <>
      <Verdict account={account} cursor={cursor} go={go} hasFailed={hasFailed} />
      {shown === undefined ? (
        <p class="soft">Nothing that it has a lifecycle for has been seen so far.</p>
      ) : (
        <label class="entity">
          <span class="soft">Lifecycle of </span>
          <select value={shown} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
            {entities.map((one) => (
              <option key={one} value={one}>
                {one}: {moment?.states[one]}
              </option>
            ))}
          </select>
        </label>
      )}
      {chart === undefined || shown === undefined ? null : (
        <Statechart
          chart={chart}
          state={moment?.states[shown] ?? chart.initial}
          {...(before === undefined ? {} : { before })}
          {...(refused?.entity === shown ? { refused } : {})}
        />
      )}
      {refused === undefined ? null : <Guard refused={refused} go={go} />}
      {moment === undefined || moment.hidden.length === 0 ? null : (
        <p class="soft">Assumed here, since nobody showed it: {moment.hidden.join('; ')}.</p>
      )}
      <Allowed account={account} cursor={cursor} />
    </>
  );
};

const Verdict = ({ account: { first }, cursor, go, hasFailed }: FollowedProps) => {
  if (first === undefined)
    return (
      <p class="soft">
        {hasFailed
          ? 'No event alone is against its rules, by what this runtime shows: what failed shows in several together.'
          : 'It can follow every event of this history.'}
      </p>
    );
  if (cursor === first.seq) return null;
  return (
    <p class="soft">
      {cursor < first.seq
        ? 'Up to here it can follow. '
        : 'It could not follow an earlier event, and reads on as well as it can. '}
      <button type="button" class="since" onClick={() => go(first.seq)}>
        first refused event #{first.seq}
      </button>
    </p>
  );
};

type Refused = NonNullable<Account['first']>;

const Guard = ({ refused, go }: { readonly refused: Refused; readonly go: (seq: number) => void }) => (
  <div class="refusal">
    <p>
      <b>✗ Refused here:</b> {refused.words}
    </p>
    <table>
      <tbody>
        <tr>
          <th scope="row">command</th>
          <td class="mono">{refused.command}</td>
        </tr>
        <tr>
          <th scope="row">{refused.entity}</th>
          <td>{refused.state}</td>
        </tr>
        <tr>
          <th scope="row">{refused.guard === undefined ? 'reason' : 'guard'}</th>
          <td class="mono">{refused.guard === undefined ? refused.refusal : `${refused.guard}: ${refused.refusal}`}</td>
        </tr>
        {refused.operands.map(({ name, value, seq }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {value}
              {seq === undefined ? null : (
                <button type="button" class="since" onClick={() => go(seq)}>
                  #{seq}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Allowed = ({ account, cursor }: Pick<FollowedProps, 'account' | 'cursor'>) => {
  const isRefused = account.moments[cursor]?.refused !== undefined;
  // What was allowed instead of a refused event is what was allowed before it.
  const legal = account.moments[isRefused ? Math.max(0, cursor - 1) : cursor]?.legal ?? [];
  return (
    <>
      <h4>{isRefused ? 'What would have been legal instead' : 'Legal from here'}</h4>
      {legal.length === 0 ? (
        <p class="soft">
          {isRefused
            ? 'To refuse it, and to leave all as it was: no command is accepted here.'
            : 'No command: only time, or somebody outside, can move this on.'}
        </p>
      ) : (
        <ul class="legal">
          {legal.map(({ command, who, words }) => (
            <li key={`${command} ${who ?? ''} ${words}`}>{words}</li>
          ))}
        </ul>
      )}
    </>
  );
};

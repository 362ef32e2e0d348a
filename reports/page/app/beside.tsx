import { useEffect, useState } from 'preact/hooks';
import { partingWords } from '../../alignment/words.ts';
import type { Alignment, Row } from '../../alignment.ts';
import { counted } from '../../value-words.ts';
import { hashOf } from './route.ts';
import type { BesideReference } from './use-beside.ts';

type Props = {
  readonly beside: BesideReference;
  readonly cursor: number;
  readonly go: (seq: number) => void;
  readonly part: () => void;
};

/** Where the row stands at which two stories part, so that it can be brought into view. */
export const PARTING = 'parting';

/** The same plan on a correct runtime, line by line, and where this one parts from it. */
export const Beside = ({ beside, ...props }: Props) => (
  <section aria-labelledby="beside">
    <div class="tools">
      <h2 id="beside">Beside the reference</h2>
      {beside.status === 'aligned' && beside.parting !== undefined ? (
        <button type="button" class="button" onClick={props.part}>
          Where they part (c)
        </button>
      ) : null}
    </div>
    {beside.status === 'alone' ? <p>{beside.because}</p> : null}
    {beside.status === 'aligning' ? <p class="soft">Aligning the two …</p> : null}
    {beside.status === 'aligned' ? <Aligned beside={beside} {...props} /> : null}
  </section>
);

type AlignedProps = Omit<Props, 'beside'> & {
  readonly beside: Extract<BesideReference, { readonly status: 'aligned' }>;
};

const Aligned = ({ beside: { alignment, landing, reference }, cursor, go }: AlignedProps) => (
  <>
    <p>
      The same plan on the reference, a correct runtime, in the harness's own process. <b>{partingWords(alignment)}</b>
    </p>
    {landing.map((words) => (
      <p key={words}>⚠ {words}</p>
    ))}
    <Rows alignment={alignment} cursor={cursor} go={go} />
    <p class="soft">
      Held together are calls, effects, commits, commands, ends and what the plan did; ids, times and the names of
      workers are not.{' '}
      <a href={hashOf({ view: 'trace', history: reference, clock: 'logical' })}>The reference's own trace</a>
    </p>
  </>
);

/** So many rows are shown around the one at which they part, and so many more at each wish for more. */
const BEFORE = 8;
const AFTER = 24;
const MORE = 60;

type RowsProps = { readonly alignment: Alignment; readonly cursor: number; readonly go: (seq: number) => void };

const Rows = ({ alignment: { rows, parts }, cursor, go }: RowsProps) => {
  const [window, setWindow] = useState({ from: 0, to: 0 });
  useEffect(() => {
    const from = Math.max(0, (parts ?? 0) - BEFORE);
    setWindow({ from, to: from + BEFORE + AFTER });
  }, [parts]);
  const { from, to } = window;
  const after = Math.max(0, rows.length - to);
  return (
    <section class="card scroll" tabIndex={0} aria-label="The reference and this runtime, line by line">
      <table class="beside">
        <thead>
          <tr>
            <th scope="col">The reference</th>
            <th scope="col">
              <span class="hidden">relation</span>
            </th>
            <th scope="col">This runtime</th>
          </tr>
        </thead>
        <tbody>
          <More count={from} words="earlier" onMore={() => setWindow({ from: Math.max(0, from - MORE), to })} />
          {rows.slice(from, to).map((row, at) => (
            <RowOf key={from + at} {...{ row, cursor, go }} isParting={from + at === parts} />
          ))}
          <More count={after} words="later" onMore={() => setWindow({ from, to: to + MORE })} />
        </tbody>
      </table>
    </section>
  );
};

const More = ({
  count,
  words,
  onMore,
}: {
  readonly count: number;
  readonly words: string;
  readonly onMore: () => void;
}) =>
  count === 0 ? null : (
    <tr>
      <td colSpan={3}>
        <button type="button" class="since" onClick={onMore}>
          {counted(count, `${words} line`)}
        </button>
      </td>
    </tr>
  );

type RowProps = Pick<RowsProps, 'cursor' | 'go'> & { readonly row: Row; readonly isParting: boolean };

const RowOf = ({ row, cursor, go, isParting }: RowProps) => {
  const { relation, excuse, how, reference, target } = row;
  const kind = excuse === undefined ? relation.replace(' ', '-') : 'excused';
  const isHere = target?.seq === cursor;
  return (
    <tr id={isParting ? PARTING : undefined} class={`${kind} ${isParting ? 'parting' : ''} ${isHere ? 'here' : ''}`}>
      <td>
        {reference === undefined ? (
          <Nothing />
        ) : (
          <>
            <span class="soft">#{reference.seq}</span> {reference.words}
          </>
        )}
      </td>
      <td class="relation">
        <span aria-hidden="true">{signs[relation]}</span>{' '}
        <small>{isParting ? 'here they part' : (excuseWords[excuse ?? 'none'] ?? relationWords[relation])}</small>
      </td>
      <td>
        {target === undefined ? (
          <Nothing />
        ) : (
          <>
            <button type="button" class="since" onClick={() => go(target.seq)}>
              #{target.seq}
            </button>{' '}
            {target.words}
          </>
        )}
        {how === undefined ? null : <div class="was">{how}</div>}
      </td>
    </tr>
  );
};

const Nothing = () => <span class="soft">–</span>;

const signs: Readonly<Record<Row['relation'], string>> = {
  same: '=',
  differs: '≠',
  moved: '↕',
  'reference only': '◂',
  'target only': '▸',
};
const relationWords: Readonly<Record<Row['relation'], string>> = {
  same: '',
  differs: 'not alike',
  moved: 'another order',
  'reference only': 'only there',
  'target only': 'only here',
};
const excuseWords: Readonly<Record<string, string>> = { allowed: 'allowed', unseen: 'may be unseen' };

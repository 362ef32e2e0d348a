import type { Known } from '../trace/known.ts';
import { tableOf } from '../trace/state.ts';
import { groups } from '../trace/state-cells.ts';

type Props = { readonly known: Known; readonly cursor: number; readonly go: (seq: number) => void };

/** What is known at the cursor. What the event there changed is marked, with what it said before. */
export const StateTable = ({ known, cursor, go }: Props) => (
  <section class="card pad panel" aria-labelledby="state">
    <h3 id="state">
      State after #{cursor} <span class="soft">marked: what it changed</span>
    </h3>
    {Object.values(groups).map((group) => (
      <Group key={group} group={group} {...{ known, cursor, go }} />
    ))}
  </section>
);

const Group = ({ known, cursor, go, group }: Props & { readonly group: string }) => {
  const { rows, columns, cell } = tableOf(known, group);
  if (rows.length === 0)
    return (
      <>
        <h4>{group}</h4>
        <p class="soft">not observed so far</p>
      </>
    );
  return (
    <>
      <h4>{group}</h4>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">name</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column) => {
                const found = cell(row, column);
                if (found === undefined)
                  return (
                    <td key={column} class="soft">
                      not observed
                    </td>
                  );
                const isNew = found.seq === cursor;
                return (
                  <td key={column} class={isNew ? 'changed' : ''}>
                    <span class="lines">{found.value}</span>
                    <button
                      type="button"
                      class="since"
                      title={`since event ${found.seq}`}
                      onClick={() => go(found.seq)}
                    >
                      #{found.seq}
                    </button>
                    {isNew && found.was !== undefined ? <div class="was">was {found.was}</div> : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

import type { Planned, Report } from '../../../model/vocabulary.ts';
import { duration } from '../../value-words.ts';
import { byNeed, undecidedClauses } from '../../verdict-words.ts';
import type { PageData } from '../data.ts';
import { RecoveryPlot } from './recovery-plot.tsx';

/** Where the run was interrupted and where it could not be: boundary by intervention, landed of planned; and what recovery took. */
export const Coverage = ({ data }: { readonly data: PageData }) => {
  const { interruptions } = data.report;
  const needs = byNeed(undecidedClauses(data.report));
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">Where it was interrupted</h2>
      <p class="soft">
        Landed / planned: {interruptions.landed} of {interruptions.planned}. A darker cell holds more plans; amber means
        that some did not land. Hatched was not reached and is not counted as planned.
      </p>
      <section class="card scroll" tabIndex={0} aria-label="Boundary by intervention">
        <HeatMap interruptions={interruptions} />
      </section>
      <RecoveryPlot recoveries={data.recoveries} />
      {data.report.cost.cases === 0 ? null : <Medians report={data.report} />}
      {needs.length === 0 ? null : (
        <>
          <h2>Clauses not decided here</h2>
          <p class="soft">This release cannot decide them on this target, which is no failure.</p>
          <div class="card pad">
            <dl>
              {needs.map(([need, names]) => (
                <>
                  <dt>needs {need}</dt>
                  <dd class="mono">{names.join(', ')}</dd>
                </>
              ))}
            </dl>
          </div>
        </>
      )}
    </section>
  );
};

type Interruptions = Report['interruptions'];

const HeatMap = ({ interruptions: { byBoundary, unreachable } }: { readonly interruptions: Interruptions }) => {
  const rows = Object.entries(byBoundary);
  const deeds = [...new Set(rows.flatMap(([, row]) => Object.keys(row)))];
  const most = Math.max(1, ...rows.flatMap(([, row]) => Object.values(row).map(({ planned }) => planned)));
  return (
    <table class="map">
      <thead>
        <tr>
          <th scope="col">Boundary</th>
          {deeds.map((deed) => (
            <th key={deed} scope="col" class="heat">
              {deed}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([boundary, row]) => (
          <tr key={boundary}>
            <th scope="row" class="mono">
              {boundary}
            </th>
            {deeds.map((deed) => (
              <Cell key={deed} count={row[deed]} most={most} />
            ))}
          </tr>
        ))}
        {byNeed(Object.entries(unreachable)).map(([needs, boundaries]) => (
          <tr key={needs}>
            <th scope="row" class="mono">
              {boundaries.join(', ')}
            </th>
            <td class="none" colSpan={Math.max(1, deeds.length)}>
              <span>unreachable here: needs {needs}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Cell = ({ count, most }: { readonly count: Planned | undefined; readonly most: number }) => {
  if (count === undefined || count.planned === 0) return <td class="heat soft">·</td>;
  const { planned, landed } = count;
  const heat = landed < planned ? 'missed' : `h${Math.max(1, Math.ceil((4 * planned) / most))}`;
  return (
    <td class={`heat ${heat}`}>
      {landed} / {planned}
    </td>
  );
};

const Medians = ({ report: { cost } }: { readonly report: Report }) => (
  <p class="soft">
    Over all {cost.cases} interrupted cases: {cost.stepsRepeated} steps repeated ({cost.modelCallsRepeated} model calls,{' '}
    {cost.toolCallsRepeated} tool calls, {cost.uploadsRepeated} uploads), {cost.effectsDispatched} effects sent and{' '}
    {cost.effectsApplied} applied, {duration(cost.toNextCallMs)} to the next useful call and {duration(cost.toResultMs)}{' '}
    to the usable result (medians).
  </p>
);

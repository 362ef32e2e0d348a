import type { Planned, Report } from '../../model/vocabulary.ts';
import { byNeed, undecidedClauses } from '../verdict-words.ts';
import { html, type Markup, whereAny } from './markup.ts';

/** Where the run was interrupted and where it could not be: boundary by intervention, landed of planned. */
export const coverage = ({ interruptions, ...report }: Report): Markup => html`<section>
<h2>Where it was interrupted</h2>
<p class="soft">Landed / planned: ${interruptions.landed} of ${interruptions.planned}. A darker cell holds more plans; amber means that some did not land.
Hatched was not reached and is not counted as planned.</p>
<div class="card scroll">${table(interruptions)}</div>
${whereAny(
  byNeed(undecidedClauses({ interruptions, ...report })),
  (needs) => html`<h2>Clauses not decided here</h2>
<p class="soft">This release cannot decide them on this target, which is no failure.</p>
<div class="card pad"><dl>${needs.map(([need, names]) => html`<dt>needs ${need}</dt><dd class="mono">${names.join(', ')}</dd>`)}</dl></div>`,
)}
</section>`;

type Interruptions = Report['interruptions'];

const table = ({ byBoundary, unreachable }: Interruptions): Markup => {
  const deeds = [...new Set(Object.values(byBoundary).flatMap((row) => Object.keys(row)))];
  const most = Math.max(
    1,
    ...Object.values(byBoundary).flatMap((row) => Object.values(row).map(({ planned }) => planned)),
  );
  return html`<table>
<thead><tr><th>Boundary</th>${deeds.map((deed) => html`<th class="heat">${deed}</th>`)}</tr></thead>
<tbody>${Object.entries(byBoundary).map(
    ([boundary, row]) => html`<tr><td class="mono">${boundary}</td>${deeds.map((deed) => cell(row[deed], most))}</tr>`,
  )}
${Object.entries(unreachable).map(
  ([boundary, needs]) =>
    html`<tr><td class="mono">${boundary}</td><td class="none" colspan="${Math.max(1, deeds.length)}"><span>unreachable here: needs ${needs}</span></td></tr>`,
)}</tbody></table>`;
};

const cell = (count: Planned | undefined, most: number): Markup => {
  if (count === undefined || count.planned === 0) return html`<td class="heat soft">·</td>`;
  const { planned, landed } = count;
  const heat = landed < planned ? 'missed' : `h${Math.max(1, Math.ceil((4 * planned) / most))}`;
  return html`<td class="heat ${heat}">${landed} / ${planned}</td>`;
};

import type { Comparison, ComparisonCell } from '../../model/vocabulary.ts';
import { cleaned, plain } from '../escape.ts';
import { framed } from '../page/frame.ts';
import { html, type Markup, webLink, whereAny } from '../page/markup.ts';
import { badgeOf, tallyWords, targetWords } from '../verdict-words.ts';
import { cellGround, costCells, costHeads, failingCells, judgedRows, leftRows } from './words.ts';

/** The matrix as one file that opens without a network and holds no script. `hash` as for a report's page. */
export const comparisonPage = (
  comparison: Comparison,
  options: { readonly hash: (text: string) => string },
): string => {
  const safe = cleaned(comparison, plain);
  return framed(
    {
      title: `${safe.columns.length} targets side by side`,
      hash: options.hash,
    },
    html`<header class="top"><b>killpoint</b> <span class="soft">specification ${safe.specification.revision}</span></header>
<main>
<h1>${safe.columns.length} targets side by side</h1>
<ul class="chips">${safe.columns.map((column) => html`<li>${targetWords(column)}: ${tallyWords(column.summary)}, ${column.interruptions.landed} of ${column.interruptions.planned} landed</li>`)}</ul>
${matrix(safe)}
${failures(safe)}
${left(safe)}
${cost(safe)}
</main>`,
  );
};

const matrix = (comparison: Comparison): Markup => html`<h2>Requirements by profile</h2>
<p class="soft">Red: the documentation promises it. Amber: the documentation is silent. Each failure is told below.</p>
<div class="card scroll"><table>
<thead><tr><th>Requirement</th><th class="n">Level</th>${comparison.columns.map((column) => html`<th>${targetWords(column)}</th>`)}</tr></thead>
<tbody>${judgedRows(comparison).map(
  ([profile, rows]) => html`<tr><td class="group" colspan="${comparison.columns.length + 2}"><b>${profile}</b></td></tr>
${rows.map((row) => html`<tr><td><span class="mono">${row.requirement}</span><br><span class="soft">${row.title}</span></td><td class="n">${row.level}</td>${row.cells.map((cell, at) => cellOf(cell, `${row.requirement}-${at}`))}</tr>`)}`,
)}</tbody></table></div>`;

const cellOf = (cell: ComparisonCell | null, anchor: string): Markup => {
  if (cell === null) return html`<td class="soft">not asked</td>`;
  if (cell.duty === 'application') return html`<td><span class="badge absent">yours</span></td>`;
  const { glyph, word, tone } = badgeOf(cell);
  const { planned, landed, exercised } = cell.strength;
  const badge = html`<span class="badge ${tone}">${glyph} ${word}</span>`;
  const ground = exercised === 0 || planned === 0 ? '' : `${landed}/${planned}`;
  return html`<td>${cell.status === 'fail' ? html`<a href="#${anchor}">${badge}</a>` : badge} <span class="soft">${ground}</span></td>`;
};

const failures = (comparison: Comparison): Markup =>
  whereAny(
    failingCells(comparison),
    (failing) =>
      html`<h2>Failures</h2>${failing.map(
        ({
          row,
          column,
          cell,
        }) => html`<article class="case ${badgeOf(cell).tone}" id="${row.requirement}-${comparison.columns.indexOf(column)}">
<b class="mono">${row.requirement}</b> on ${targetWords(column)} <span class="badge ${badgeOf(cell).tone}">${badgeOf(cell).word}</span>
<p>${row.statement}</p><p>${cell.message}.</p>
<p class="soft"><code>${cell.failing[0]?.plan ?? ''}</code> · ${cellGround(cell)}</p>
${cell.link === undefined ? html`` : html`<p class="soft">documentation: ${webLink(cell.link, cell.link)}</p>`}</article>`,
      )}`,
  );

const left = (comparison: Comparison): Markup =>
  whereAny(
    leftRows(comparison),
    (rows) => html`<h2>Left to you by these runtimes</h2>
<p class="soft">The adapter plays the application as the documentation teaches it; what it shows is no verdict on the runtime.</p>
<div class="card scroll"><table><thead><tr><th>Requirement</th>${comparison.columns.map((column) => html`<th>${targetWords(column)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr><td class="mono">${row.requirement}</td>${row.cells.map((cell) => html`<td>${cell?.duty === 'application' ? `${badgeOf(cell).glyph} ${badgeOf(cell).word}` : '·'}</td>`)}</tr>`)}</tbody></table></div>`,
  );

const cost = ({ columns }: Comparison): Markup => html`<h2>What recovery cost</h2>
<p class="soft">Counted over all interrupted cases, never judged. Targets offer different programs, so compare within a row first.</p>
<div class="card scroll"><table><thead><tr><th>Target</th>${costHeads.map((head) => html`<th class="n">${head}</th>`)}</tr></thead>
<tbody>${columns.map((column) => html`<tr><td>${targetWords(column)}</td>${costCells(column).map((cell) => html`<td class="n">${cell}</td>`)}</tr>`)}</tbody></table></div>`;

import type { Report } from '../../model/vocabulary.ts';
import { counted, duration } from '../value-words.ts';
import { html, type Markup, whereAny } from './markup.ts';

/** What recovery cost, what was tested with what, what else was said, and what a pass does not mean. */
export const surroundings = (report: Report): Markup => html`<section class="pair">
<div><h2>What recovery cost</h2><div class="card pad">${costList(report)}</div></div>
<div><h2>What was tested</h2><div class="card pad">${targetList(report)}</div></div>
</section>
${whereAny(
  [...report.target.notes, ...report.remarks],
  (notes) =>
    html`<section><h2>Remarks</h2><ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul></section>`,
)}
${whereAny(
  report.stale ?? [],
  (entries) =>
    html`<section><h2>Stale in the baseline</h2><ul class="notes">${entries.map((entry) => html`<li>${entry}</li>`)}</ul></section>`,
)}
<section><h2>What a pass does not mean</h2>
<ul class="notes">
<li>It is no proof: it says that the plans which landed did not break the requirement, and the strength beside each verdict says how many those were.</li>
<li>It never means exactly-once. An effect owner that can neither deduplicate nor be asked can always be called twice.</li>
<li>The faults were process crashes and stopped processes. Nothing here speaks of power loss, lost disks or networks.</li>
<li>What is unreachable, not decided or unsupported was not tested. What the runtime says of itself counts less than what the world saw.</li>
</ul></section>`;

const costList = ({ cost }: Report): Markup =>
  list([
    ['over', counted(cost.cases, 'interrupted case')],
    [
      'steps repeated',
      `${cost.stepsRepeated} (${cost.modelCallsRepeated} model calls, ${cost.toolCallsRepeated} tool calls, ${cost.uploadsRepeated} uploads)`,
    ],
    ['effects', `${cost.effectsDispatched} sent, ${cost.effectsApplied} applied`],
    ['attempts used', String(cost.attemptsUsed)],
    ['to the next useful call', `${duration(cost.toNextCallMs)} (median)`],
    ['to the usable result', `${duration(cost.toResultMs)} (median)`],
  ]);

const targetList = ({ target, host, killpoint, specification, started, durationMs }: Report): Markup =>
  list([
    ['target', [target.name, target.version].join(' ')],
    ['address', target.address],
    ['language', target.language],
    ...Object.entries(target.variant),
    ...Object.entries(target.binaries),
    ['specification', `${specification.revision} (${specification.hash})`],
    ['killpoint', killpoint],
    ['host', `${host.platform}, Node ${host.node}, ${counted(host.cores, 'core')}`],
    ['started', `${started}, took ${duration(durationMs)}`],
  ]);

const list = (entries: readonly (readonly [string, string])[]): Markup =>
  html`<dl>${entries.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

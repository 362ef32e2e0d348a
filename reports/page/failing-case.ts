import type { Fact } from '../account.ts';
import type { Failure } from '../failures.ts';
import type { Tone } from '../verdict-words.ts';
import { html, type Markup, nothing, whereAny } from './markup.ts';

/** One failing case: what happened in plain English, its evidence with what decides marked, and how to see it again. */
export const failingCase = (failure: Failure, tone: Tone): Markup => html`<article class="case ${tone}">
<div><code>${failure.case.plan}</code>${failure.case.reproduced === undefined ? nothing : html` <span class="soft">· reproduced ${failure.case.reproduced}</span>`}</div>
<p>${failure.told}</p>
${whereAny(failure.facts, (facts) => html`<ol class="facts">${facts.map((fact) => factLine(fact, failure.decisive))}</ol>`)}
${failure.command === undefined ? nothing : html`<code class="command">${failure.command}</code>`}
</article>`;

const factLine = (fact: Fact, decisive: readonly Fact[]): Markup => {
  const weight = fact.role === 'illegal' ? 'illegal' : decisive.includes(fact) ? 'decides' : 'minor';
  return html`<li class="${weight}"><span>#${fact.seq}</span><span>${fact.atMs.toFixed(0)} ms</span><span>${fact.role}</span><span>${fact.words}</span></li>`;
};

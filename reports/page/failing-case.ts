import { asSentence, type Fact } from '../account.ts';
import type { Failure } from '../failures.ts';
import type { Tone } from '../verdict-words.ts';
import { html, type Markup, nothing, whereAny } from './markup.ts';

/** One failing case: what happened in plain English, its evidence with what decides marked, and how to see it again. */
export const failingCase = (failure: Failure, tone: Tone): Markup => html`<article class="case ${tone}">
<div><code>${failure.case.plan}</code>${failure.case.reproduced === undefined ? nothing : html` <span class="soft">· reproduced ${failure.case.reproduced}</span>`}</div>
<p>${told(failure)}</p>
${whereAny(failure.facts, (facts) => html`<ol class="facts">${facts.map((fact) => factLine(fact, failure.decisive))}</ol>`)}
${failure.command === undefined ? nothing : html`<code class="command">${failure.command}</code>`}
</article>`;

/** The account with a mark at each part that names its line in the list below. */
const told = ({ facts, case: one }: Failure): Markup =>
  html`${facts.map(({ clause, seq }, at) => html`${at === 0 ? capital(clause) : clause}<sup>#${seq}</sup>${at < facts.length - 1 ? '; ' : '. '}`)}${asSentence(one.message)}`;

/** Only the first letter is asked of a sentence here; its end carries a mark. */
const capital = (clause: string): string => asSentence(clause).slice(0, clause.length);

const factLine = (fact: Fact, decisive: readonly Fact[]): Markup => {
  const weight = fact.role === 'illegal' ? 'illegal' : decisive.includes(fact) ? 'decides' : 'minor';
  return html`<li class="${weight}"><span>#${fact.seq}</span><span>${fact.atMs.toFixed(0)} ms</span><span>${fact.role}</span><span>${fact.words}${fact.detail === '' ? nothing : html` <span class="soft">(${fact.detail})</span>`}</span></li>`;
};

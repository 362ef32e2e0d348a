import type { Report } from '../../model/vocabulary.ts';
import { type Evidences, failingCases, failingResults, failureOf } from '../failures.ts';
import { counted } from '../value-words.ts';
import {
  badgeOf,
  byProfile,
  exercisedWords,
  markWords,
  type Result,
  sentenceOf,
  strengthWords,
  tallyWords,
} from '../verdict-words.ts';
import { failingCase } from './failing-case.ts';
import { html, type Markup, nothing, webLink, whereAny } from './markup.ts';

/** The requirements by profile. Each opens to its statement, clauses and cases; a failing one is open from the start. */
export const requirements = (report: Report, evidences: Evidences): Markup => {
  const same = failingResults(report, evidences).map(({ result, sameAs }) => [result.requirement, sameAs] as const);
  return list(report, { ...evidences, same: new Map(same) });
};

/** `same` names, for a requirement that fails for the same events as an earlier one, that one. */
type At = Evidences & { readonly same: ReadonlyMap<string, string | undefined> };

const list = (report: Report, at: At): Markup => html`<section>
<h2>Requirements by profile</h2>
<p class="soft">Red is a broken promise, amber a failure that the runtime's documentation says nothing about. A row opens.</p>
<div class="card">${byProfile(report)
  .filter(([, results]) => results.length > 0)
  .map(([profile, results]) => group(report, profile, { results, at }))}</div>
</section>`;

type Group = { readonly results: readonly Result[]; readonly at: At };

const group = (report: Report, profile: string, { results, at }: Group): Markup => {
  const tally = report.summary.profiles[profile];
  return html`<div class="group" id="profile-${profile}"><b>${profile}</b> <span class="soft">${tally && tallyWords(tally)}</span></div>
${results.map((result) => row(report, result, at))}`;
};

const row = (report: Report, result: Result, at: At): Markup => {
  const { glyph, word, tone } = badgeOf(result);
  const why = result.status === 'pass' ? result.title : result.message || result.title;
  const content = html`<summary>
<span><span class="id mono">${result.requirement}</span><small>${why}</small></span>
<span><span class="badge ${tone}">${glyph} ${word}</span><small>${result.promise} · level ${result.level}</small></span>
<span>${strengthWords(result.strength) || '–'}<small>${exercisedWords(result.strength)}</small></span>
</summary>
<div class="body" id="${result.requirement}">
<p>${sentenceOf(result.statement)}</p>
<p class="soft">${dutyWords[result.duty]} ${promiseOf(report, result)}</p>
${result.baseline === undefined ? nothing : html`<p>Its baseline: ${markWords(result.baseline)}.</p>`}
${clauseTable(result)}
${caseLists(result, at)}
</div>`;
  return result.status === 'fail'
    ? html`<details class="req" open>${content}</details>`
    : html`<details class="req">${content}</details>`;
};

const dutyWords = {
  runtime: "The runtime's duty.",
  application: 'On most runtimes the duty of the application, which is you.',
  shared: 'A duty that runtime and application share.',
} as const;

/** The exact declaration counts before its area's, as in the judgement. */
const promiseOf = ({ target }: Report, { requirement, promise }: Result): Markup => {
  const area = `${requirement.split('.')[0] ?? ''}.*`;
  const declared =
    target.capabilities.find(({ name }) => name === requirement) ??
    target.capabilities.find(({ name }) => name === area);
  if (declared === undefined || declared.link === '') return html`Its documentation: ${promise}.`;
  return html`Its documentation: ${webLink(declared.link, promise)}.`;
};

const clauseTable = ({ requirement, clauses }: Result): Markup =>
  whereAny(
    clauses,
    (all) => html`<div class="scroll"><table>
<thead><tr><th>Clause</th><th>Verdict</th><th class="n">cases</th></tr></thead>
<tbody>${all.map(
      ({ clause, status, exercised, needs }) => html`<tr><td class="mono">${clause.replace(`${requirement}/`, '')}</td>
<td>${needs === undefined ? status : `not decided here: needs ${needs}`}</td><td class="n">${exercised}</td></tr>`,
    )}</tbody></table></div>`,
  );

const shownInFull = 3;

const caseLists = (result: Result, at: At): Markup => {
  const failing = failingCases(result);
  const { tone } = badgeOf(result);
  const same = at.same.get(result.requirement);
  const passed = result.cases.filter(({ status, exercised }) => status === 'pass' && exercised.length > 0);
  return html`${whereAny(failing, (all) => html`<h4>${counted(all.length, 'failing case')}</h4>`)}
${same === undefined ? nothing : html`<p>Shown by the same events as <a href="#${same}">${same}</a>.</p>`}
${failing.slice(0, shownInFull).map((one) => failingCase(failureOf(one, at), tone))}
${briefly(failing.slice(shownInFull), 'further failing case')}
${briefly(
  result.cases.filter(({ status }) => status === 'inconclusive'),
  'inconclusive case',
)}
${
  passed.length === 0
    ? nothing
    : html`<details><summary>${counted(passed.length, 'passing case')} that exercised it</summary>
<p class="plans">${passed.map(({ plan }) => html`<code>${plan}</code>`)}</p></details>`
}`;
};

const briefly = (cases: Result['cases'], noun: string): Markup =>
  whereAny(
    cases,
    (all) => html`<details><summary>${counted(all.length, noun)}</summary>
<ul class="notes">${all.map(({ plan, message }) => html`<li><code>${plan}</code>: ${message}</li>`)}</ul></details>`,
  );

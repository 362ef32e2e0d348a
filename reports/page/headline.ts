import type { Report, Tally } from '../../model/vocabulary.ts';
import { counted, duration } from '../value-words.ts';
import { badgeOf, byProfile, type Result, targetWords } from '../verdict-words.ts';
import { html, type Markup, whereAny } from './markup.ts';

/** The first screen: what came out in one sentence, what it rests on, and the profiles with their counts. */
export const headline = (report: Report): Markup => html`<section class="lead">
<div>
<h1>${targetWords(report.target)}: ${outcome(report)}</h1>
<p>${report.exit.because === '' ? '' : `Exit ${report.exit.code}: ${report.exit.because}`}</p>
${whereAny(
  report.results.filter(({ status, baseline }) => status === 'fail' && baseline === undefined),
  (failing) =>
    html`<p>${failing.map((result, at) => html`${at === 0 ? '' : ', '}<a href="#${result.requirement}">${result.requirement}</a>`)}</p>`,
)}
<ul class="chips">${chips(report)}</ul>
</div>
<div class="card scroll">${profileTable(report)}</div>
</section>`;

const outcome = ({ results }: Report): string => {
  const count = (pick: (result: Result) => boolean): number => results.filter(pick).length;
  const tone = (result: Result): string => badgeOf(result).tone;
  const parts: readonly (readonly [number, string])[] = [
    [count((result) => tone(result) === 'broken'), 'broken'],
    [count((result) => tone(result) === 'undocumented'), 'failed though undocumented'],
    [count(({ status }) => status === 'pass'), 'passed'],
    [count(({ status, baseline }) => status !== 'unsupported' && baseline !== undefined), 'known'],
    [count(({ status, baseline }) => status === 'inconclusive' && baseline === undefined), 'inconclusive'],
    [count(({ status }) => status === 'unsupported'), 'not offered'],
  ];
  const [first, ...more] = parts.filter(([number]) => number > 0);
  if (first === undefined) return 'nothing was judged';
  const [number, word] = first;
  return [`${counted(number, 'requirement')} ${word}`, ...more.map(([n, w]) => `${n} ${w}`)].join(', ');
};

const chips = (report: Report): readonly Markup[] => {
  const { planned, landed } = report.interruptions;
  const chip = (text: string, isBad = false): Markup =>
    isBad ? html`<li class="bad">${text}</li>` : html`<li>${text}</li>`;
  return [
    ...(report.partial ? [chip('partial: this run was cut short', true)] : []),
    ...whatIsStale(report).map((words) => chip(words, true)),
    chip(`${landed} of ${counted(planned, 'interruption')} landed`, landed !== planned),
    ...(report.summary.level === undefined ? [] : [chip(`level ${report.summary.level} reached`)]),
    chip('process crash, no power loss'),
    chip(`specification ${report.specification.revision}`),
    chip(duration(report.durationMs)),
  ];
};

const whatIsStale = ({ stale = [] }: Report): readonly string[] =>
  stale.length === 0 ? [] : [`${counted(stale.length, 'stale line')} in the baseline`];

const profileTable = (report: Report): Markup => html`<table>
<thead><tr><th>Profile</th><th class="wide">Verdicts</th><th class="n">pass</th><th class="n">fail</th><th class="n">inconcl.</th><th class="n">unsup.</th></tr></thead>
<tbody>${byProfile(report).map(([profile, results]) => profileRow(profile, results, report.summary.profiles[profile]))}</tbody>
</table>`;

const profileRow = (profile: string, results: readonly Result[], tally: Tally | undefined): Markup => html`<tr>
<td class="name"><a href="#profile-${profile}">${profile}</a></td>
<td class="wide"><span class="bar" aria-hidden="true">${results.map((result) => html`<i class="${badgeOf(result).tone}"></i>`)}</span></td>
${[tally?.pass, tally?.fail, tally?.inconclusive, tally?.unsupported].map((count) => html`<td class="n">${count || '·'}</td>`)}
</tr>`;

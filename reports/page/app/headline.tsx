import type { Report } from '../../../model/vocabulary.ts';
import { counted, duration } from '../../value-words.ts';
import { badgeOf, byProfile, type Result, targetWords } from '../../verdict-words.ts';
import type { PageData } from '../data.ts';
import { hashOf } from './route.ts';

/** What came out in one sentence, what it rests on, and the profiles with their counts. */
export const Headline = ({ data: { report } }: { readonly data: PageData }) => (
  <section class="lead">
    <div>
      <p class="eyebrow">{targetWords(report.target)}</p>
      <h1>{outcome(report)}</h1>
      <p>{report.exit.because === '' ? '' : `Exit ${report.exit.code}: ${report.exit.because}`}</p>
      <ul class="chips">
        {chips(report).map(({ text, isBad }) => (
          <li key={text} class={isBad ? 'bad' : ''}>
            {text}
          </li>
        ))}
      </ul>
    </div>
    <div class="card scroll">
      <ProfileTable report={report} />
    </div>
  </section>
);

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

type Chip = { readonly text: string; readonly isBad: boolean };

const chips = ({ partial, stale = [], interruptions, ...report }: Report): readonly Chip[] => {
  const { planned, landed } = interruptions;
  const chip = (text: string, isBad = false): Chip => ({ text, isBad });
  return [
    ...(partial ? [chip('partial: this run was cut short', true)] : []),
    ...(stale.length === 0 ? [] : [chip(`${counted(stale.length, 'stale line')} in the baseline`, true)]),
    chip(`${landed} of ${counted(planned, 'interruption')} landed`, landed !== planned),
    ...(report.summary.level === undefined ? [] : [chip(`level ${report.summary.level} reached`)]),
    chip(`specification ${report.specification.revision}`),
    chip(duration(report.durationMs)),
  ];
};

const statuses = ['pass', 'fail', 'inconclusive', 'unsupported'] as const;

const ProfileTable = ({ report }: { readonly report: Report }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Profile</th>
        <th scope="col" class="wide">
          Verdicts
        </th>
        {['pass', 'fail', 'inconcl.', 'unsup.'].map((word) => (
          <th key={word} scope="col" class="n">
            {word}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {byProfile(report).map(([profile, results]) => (
        <tr key={profile}>
          <td class="name">
            <a href={hashOf({ view: 'summary', anchor: `profile-${profile}` })}>{profile}</a>
          </td>
          <td class="wide">
            <span class="bar" aria-hidden="true">
              {results.map((result) => (
                <i key={result.requirement} class={badgeOf(result).tone} />
              ))}
            </span>
          </td>
          {statuses.map((status) => (
            <td key={status} class="n">
              {report.summary.profiles[profile]?.[status] || '·'}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

import { badgeOf } from '../../verdict-words.ts';
import type { PageData } from '../data.ts';
import { Answers } from './answers.tsx';
import { Badge } from './badge.tsx';
import { hashOf } from './route.ts';

/** The failure to read first, with the five answers, and the others by name: the first screen of a failing run. */
export const FirstFailure = ({ data }: { readonly data: PageData }) => {
  const failing = data.report.results
    .filter(({ status, baseline }) => status === 'fail' && baseline === undefined)
    .sort((a, b) => Number(badgeOf(b).tone === 'broken') - Number(badgeOf(a).tone === 'broken'));
  const [first, ...more] = failing;
  const [told] = first === undefined ? [] : (data.failures[first.requirement]?.cases ?? []);
  if (first === undefined || told === undefined) return null;
  return (
    <section aria-label="The failure to read first" class={`card pad first ${badgeOf(first).tone}`}>
      <Answers data={data} result={first} told={told} />
      {more.length === 0 ? null : (
        <p class="more">
          Also failing:{' '}
          {more.map((result) => (
            <span key={result.requirement} class="also">
              <Badge result={result} />{' '}
              <a class="mono" href={hashOf({ view: 'summary', anchor: result.requirement })}>
                {result.requirement}
              </a>
            </span>
          ))}
        </p>
      )}
    </section>
  );
};

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { badgeOf, byProfile, type Result, tallyWords } from '../../verdict-words.ts';
import type { PageData } from '../data.ts';
import { Coverage } from './coverage.tsx';
import { FirstFailure } from './first-failure.tsx';
import { Headline } from './headline.tsx';
import { Requirement } from './requirement.tsx';
import { Surroundings } from './surroundings.tsx';
import { useKeydown } from './use-keydown.ts';

type Props = { readonly data: PageData; readonly anchor?: string };

/** What came out: the worst first and told, then all requirements, then where it was interrupted and what that cost. */
export const Summary = ({ data, anchor }: Props) => {
  useEffect(() => {
    if (anchor === undefined) return;
    const found = document.getElementById(anchor);
    found?.scrollIntoView({ block: 'start' });
    found?.querySelector('summary')?.focus({ preventScroll: true });
  }, [anchor]);
  return (
    <>
      <Headline data={data} />
      <FirstFailure data={data} />
      <Requirements data={data} {...(anchor === undefined ? {} : { anchor })} />
      <Coverage data={data} />
      <Surroundings report={data.report} />
    </>
  );
};

const choices = ['all', 'fail', 'pass', 'inconclusive', 'unsupported'] as const;
type Choice = (typeof choices)[number];

const Requirements = ({ data, anchor }: Props) => {
  const [words, setWords] = useState('');
  const [choice, setChoice] = useState<Choice>('all');
  const search = useRef<HTMLInputElement>(null);
  useKeydown((event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    search.current?.focus();
  });
  const groups = useMemo(() => shownOf(data, words, choice), [data, words, choice]);
  const count = groups.reduce((sum, [, results]) => sum + results.length, 0);
  return (
    <section aria-labelledby="requirements">
      <h2 id="requirements">Requirements by profile</h2>
      <p class="soft">
        Red is a broken promise, amber a failure that the runtime's documentation says nothing about. A row opens.
      </p>
      <div class="tools">
        <label>
          <span class="soft">Filter ( / ) </span>
          <input
            ref={search}
            type="search"
            value={words}
            placeholder="id or words"
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
        </label>
        <Choices choice={choice} choose={setChoice} data={data} />
        <span class="soft" role="status">
          {count} shown
        </span>
      </div>
      <div class="card">
        {groups.map(([profile, results]) => (
          <div key={profile}>
            <div class="group" id={`profile-${profile}`}>
              <b>{profile}</b> <span class="soft">{profileWords(data, profile)}</span>
            </div>
            {results.map((result) => (
              <Requirement
                key={result.requirement}
                data={data}
                result={result}
                isAsked={anchor === result.requirement}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
};

type ChoicesProps = { readonly choice: Choice; readonly choose: (choice: Choice) => void; readonly data: PageData };

const Choices = ({ choice, choose, data }: ChoicesProps) => (
  <fieldset class="choices" aria-label="Which verdicts to show">
    {choices
      .filter((one) => one === 'all' || data.report.results.some(({ status }) => status === one))
      .map((one) => (
        <button key={one} type="button" class="button" aria-pressed={choice === one} onClick={() => choose(one)}>
          {one}
        </button>
      ))}
  </fieldset>
);

const profileWords = ({ report }: PageData, profile: string): string => {
  const tally = report.summary.profiles[profile];
  return tally === undefined ? '' : tallyWords(tally);
};

const shownOf = ({ report }: PageData, words: string, choice: Choice) => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = (result: Result): boolean => {
    const text = [result.requirement, result.title, result.statement, result.message, badgeOf(result).word];
    return wanted.every((word) => text.join(' ').toLowerCase().includes(word));
  };
  return byProfile(report)
    .map(([profile, results]) => [profile, results.filter((one) => fits(one, choice) && isWanted(one))] as const)
    .filter(([, results]) => results.length > 0);
};

const fits = ({ status }: Result, choice: Choice): boolean => choice === 'all' || status === choice;

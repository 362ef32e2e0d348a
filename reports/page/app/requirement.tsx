import { useEffect, useState } from 'preact/hooks';
import { counted, duration } from '../../value-words.ts';
import { exercisedWords, markWords, type Result, sentenceOf, strengthWords } from '../../verdict-words.ts';
import type { PageData } from '../data.ts';
import { traceHash } from './answers.tsx';
import { Badge, WebLink } from './badge.tsx';
import { Command } from './copy.tsx';
import { hashOf } from './route.ts';

type Props = { readonly data: PageData; readonly result: Result };

/** A row that opens to the statement, the clauses and the cases of a requirement. */
export const Requirement = ({ data, result, isAsked }: Props & { readonly isAsked: boolean }) => {
  const [isOpen, setOpen] = useState(isAsked);
  useEffect(() => {
    if (isAsked) setOpen(true);
  }, [isAsked]);
  const why = result.status === 'pass' ? result.title : result.message || result.title;
  return (
    <details
      class="req"
      id={result.requirement}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span>
          <span class="id mono">{result.requirement}</span>
          <small>{why}</small>
        </span>
        <span>
          <Badge result={result} />
          <small>
            {result.promise} · level {result.level}
          </small>
        </span>
        <span>
          {strengthWords(result.strength) || '–'}
          <small>{[exercisedWords(result.strength), costWords(data, result)].filter(Boolean).join(' · ')}</small>
        </span>
      </summary>
      {isOpen ? <Body data={data} result={result} /> : null}
    </details>
  );
};

const Body = ({ data, result }: Props) => (
  <div class="body">
    <p>{sentenceOf(result.statement)}</p>
    <p class="soft">
      {dutyWords[result.duty]} <Documented data={data} result={result} />
    </p>
    {result.baseline === undefined ? null : <p>Its baseline: {markWords(result.baseline)}.</p>}
    <Failing data={data} result={result} />
    <Clauses result={result} />
    <Cases data={data} result={result} status="inconclusive" title="inconclusive case" />
    <Cases data={data} result={result} status="pass" title="passing case that exercised it" />
  </div>
);

const dutyWords = {
  runtime: "The runtime's duty.",
  application: 'On most runtimes the duty of the application, which is you.',
  shared: 'A duty that runtime and application share.',
} as const;

/** The exact declaration counts before its area's, as in the judgement. */
const Documented = ({ data, result: { requirement, promise } }: Props) => {
  const { capabilities } = data.report.target;
  const area = `${requirement.split('.')[0] ?? ''}.*`;
  const declared =
    capabilities.find(({ name }) => name === requirement) ?? capabilities.find(({ name }) => name === area);
  return (
    <>
      Its documentation: <WebLink to={declared?.link ?? ''}>{promise}</WebLink>.
    </>
  );
};

/** What recovery cost in the cases that are on the page. */
const costWords = ({ recoveries }: PageData, { cases }: Result): string => {
  const plans = new Set(cases.filter(({ exercised }) => exercised.length > 0).map(({ plan }) => plan));
  const own = recoveries.filter(({ plan }) => plans.has(plan));
  if (own.length === 0) return '';
  const times = own
    .flatMap(({ toNextCallMs }) => (toNextCallMs === undefined ? [] : [toNextCallMs]))
    .sort((a, b) => a - b);
  const repeated = own.reduce((sum, { repeatedCalls }) => sum + repeatedCalls, 0);
  const median = times[Math.floor(times.length / 2)];
  return [
    `${counted(repeated, 'repeated call')} in ${own.length}`,
    ...(median === undefined ? [] : [`${duration(median)} to the next`]),
  ].join(', ');
};

const Failing = ({ data, result }: Props) => {
  const told = data.failures[result.requirement];
  if (told === undefined) return null;
  const all = result.cases.filter(({ status }) => status === 'fail').length;
  return (
    <>
      <h4>{counted(all, 'failing case')}</h4>
      {told.sameAs === undefined ? null : (
        <p>
          Shown by the same events as <a href={hashOf({ view: 'summary', anchor: told.sameAs })}>{told.sameAs}</a>.
        </p>
      )}
      {told.cases.map((one, at) => (
        <article key={one.plan} class="case undocumented">
          <code>{one.plan}</code>{' '}
          {one.reproduced === undefined ? null : <span class="soft">· reproduced {one.reproduced} </span>}
          {data.histories[one.history] === undefined ? null : <a href={traceHash(one, result)}>Open the trace</a>}
          <p>{one.message}</p>
          {at === 0 && one.command !== undefined ? <Command text={one.command} /> : null}
        </article>
      ))}
      {all > told.cases.length ? <p class="soft">and {all - told.cases.length} more</p> : null}
    </>
  );
};

const Clauses = ({ result: { requirement, clauses } }: { readonly result: Result }) =>
  clauses.length === 0 ? null : (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Clause</th>
            <th scope="col">Verdict</th>
            <th scope="col" class="n">
              cases
            </th>
          </tr>
        </thead>
        <tbody>
          {clauses.map(({ clause, status, exercised, needs }) => (
            <tr key={clause}>
              <td class="mono">{clause.replace(`${requirement}/`, '')}</td>
              <td>{needs === undefined ? status : `not decided here: needs ${needs}`}</td>
              <td class="n">{exercised}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

type CasesProps = Props & { readonly status: 'inconclusive' | 'pass'; readonly title: string };

const Cases = ({ data, result, status, title }: CasesProps) => {
  const cases = result.cases.filter((one) => one.status === status);
  if (cases.length === 0) return null;
  const all = status === 'pass' ? (data.passed[result.requirement] ?? cases.length) : cases.length;
  return (
    <details>
      <summary>{counted(all, title)}</summary>
      <ul class="notes">
        {cases.map(({ plan, message, history }) => (
          <li key={plan}>
            <code>{plan}</code>
            {status === 'pass' || message === '' ? null : `: ${message}`}{' '}
            {data.histories[history] === undefined ? null : (
              <a href={hashOf({ view: 'trace', history, requirement: result.requirement, clock: 'logical' })}>trace</a>
            )}
          </li>
        ))}
      </ul>
      {all > cases.length ? <p class="soft">and {all - cases.length} more, which stand in report.json</p> : null}
    </details>
  );
};

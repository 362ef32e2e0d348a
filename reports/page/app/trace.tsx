import { useMemo } from 'preact/hooks';
import { factsOf } from '../../account.ts';
import type { Result } from '../../verdict-words.ts';
import type { ToldCompanions } from '../companions.ts';
import type { PageData, ToldCase } from '../data.ts';
import { Answers } from './answers.tsx';
import { historyAt } from './embedded.ts';
import { Explorer } from './explorer.tsx';
import { Right } from './right.tsx';
import { hashOf, type Route } from './route.ts';
import { Shrinking } from './shrinking.tsx';
import { useAccount } from './use-account.ts';
import { useBeside } from './use-beside.ts';

type TraceRoute = Extract<Route, { readonly view: 'trace' }>;
type Props = { readonly data: PageData; readonly route: TraceRoute };

/** The trace of one history: the answers above, the lanes and all that belongs to the cursor below. */
export const Trace = ({ data, route }: Props) => {
  const embedded = data.histories[route.history];
  if (embedded === undefined) return <Absent data={data} route={route} />;
  return <Opened data={data} route={route} element={embedded.element} />;
};

const Opened = ({ data, route, element }: Props & { readonly element: number }) => {
  const history = useMemo(() => historyAt(element), [element]);
  const result = resultOf(data, route);
  const told = result === undefined ? undefined : toldIn(data, result, route.history);
  const companions = useMemo(() => companionsOf(data, route.history, told), [data, route.history, told]);
  const accounted = useAccount(history);
  const facts = useMemo(
    () => told?.facts ?? evidenceOf(history, result, route.history),
    [told, history, result, route],
  );
  const beside = useBeside(data, { history, reference: companions.reference, evidence: facts });
  return (
    <>
      {result === undefined || told === undefined ? (
        <>
          <h1>{history.plan.id}</h1>
          <p class="soft">
            {result === undefined ? 'A saved history.' : `A case of ${result.requirement}, which it did not break.`} The
            case ended {history.ended}.
          </p>
        </>
      ) : (
        <Answers
          data={data}
          result={result}
          told={told}
          right={<Right {...{ accounted, result, facts, beside }} />}
          isOpen
        />
      )}
      <Explorer history={history} route={route} facts={facts} accounted={accounted} beside={beside} />
      {companions.shrinking === undefined ? null : <Shrinking shrinking={companions.shrinking} />}
    </>
  );
};

const Absent = ({ data, route }: Props) => (
  <>
    <h1>This history is not on the page</h1>
    <p>
      {data.leftOut.includes(route.history)
        ? 'It was left out for its size.'
        : 'The page carries the histories that failed and samples of the rest.'}{' '}
      Where it was saved, it lies beside the report: <code>npx killpoint show --text {route.history}</code>
    </p>
    <p>
      <a href={hashOf({ view: 'summary' })}>Back to the summary</a>
    </p>
  </>
);

const resultOf = ({ report }: PageData, { history, requirement }: TraceRoute): Result | undefined =>
  report.results.find((result) => result.requirement === requirement) ??
  report.results.find(({ cases }) => cases.some((one) => one.status === 'fail' && one.history === history));

const toldIn = ({ failures }: PageData, { requirement }: Result, history: string): ToldCase | undefined =>
  failures[requirement]?.cases.find((one) => one.history === history);

/** A counterexample is written for one requirement; what others fail in the same history has the same beside it. */
const companionsOf = ({ failures }: PageData, history: string, told: ToldCase | undefined): ToldCompanions => {
  const cases = Object.values(failures).flatMap((failing) => failing.cases.filter((one) => one.history === history));
  const { reference } = cases.find((one) => one.reference !== undefined) ?? {};
  return { ...(reference === undefined ? {} : { reference }), ...(told?.shrinking && { shrinking: told.shrinking }) };
};

/** A case that is not told in full has its evidence all the same, and one that passed has none. */
const evidenceOf = (history: Parameters<typeof factsOf>[0], result: Result | undefined, file: string) =>
  factsOf(history, result?.cases.find((one) => one.history === file)?.evidence ?? []);

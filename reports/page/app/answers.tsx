import type { ComponentChildren } from 'preact';
import { asSentence } from '../../account.ts';
import { type Result, sentenceOf } from '../../verdict-words.ts';
import type { PageData, ToldCase } from '../data.ts';
import { Badge } from './badge.tsx';
import { Command } from './copy.tsx';
import { hashOf } from './route.ts';

type Props = {
  readonly data: PageData;
  readonly result: Result;
  readonly told: ToldCase;
  /** What would have been right, where the specification was followed through this history. */
  readonly right?: ComponentChildren;
  /** On the page of the trace itself there is nothing to open. */
  readonly isOpen?: boolean;
};

/** The five questions of a reader: what failed, at which boundary, what happened instead, what was right, how to see it again. */
export const Answers = ({ data, result, told, right, isOpen = false }: Props) => (
  <div class="answers">
    <div>
      <p class="eyebrow">
        <span class="mono">{result.requirement}</span> <Badge result={result} />
      </p>
      <h2 class="statement">{sentenceOf(result.statement)}</h2>
      <Account told={told} isOpen={isOpen} />
    </div>
    <dl class="questions">
      <dt>At which boundary</dt>
      <dd>
        <code>{told.plan}</code>
        {told.reproduced === undefined ? null : <span class="soft"> · reproduced {told.reproduced}</span>}
        {told.interrupted === undefined ? null : <p class="soft">{told.interrupted}</p>}
      </dd>
      <dt>What it did instead</dt>
      <dd>{asSentence(told.message)}</dd>
      <dt>What would have been right</dt>
      <dd>{right ?? sentenceOf(result.statement)}</dd>
      <dt>See it again</dt>
      <dd>
        {told.command === undefined ? (
          'No counterexample file was written for this case.'
        ) : (
          <Command text={told.command} />
        )}
        {isOpen || data.histories[told.history] === undefined ? null : (
          <a class="open-trace" href={traceHash(told, result)}>
            Open the trace
          </a>
        )}
      </dd>
    </dl>
  </div>
);

/** The link to a case's trace. */
export const traceHash = ({ history }: ToldCase, { requirement }: Result): string =>
  hashOf({ view: 'trace', history, requirement, clock: 'logical' });

/** The account with the numbers that the lanes, the list and the keys use. */
const Account = ({ told, isOpen }: { readonly told: ToldCase; readonly isOpen: boolean }) => {
  const badges = told.facts.slice(0, 9);
  return (
    <>
      <h3>What happened</h3>
      <p class="account">
        {badges.map(({ clause, seq, role }, at) => (
          <span key={seq}>
            {at === 0 ? asSentence(clause).slice(0, clause.length) : clause}{' '}
            <EventNumber of={at + 1} isIllegal={role === 'illegal'} />
            {at < badges.length - 1 ? '; ' : '. '}
          </span>
        ))}
        {told.facts.length === 0 ? asSentence(told.message) : null}
      </p>
      {isOpen || told.facts.length === 0 ? null : (
        <p class="soft">
          The numbers are the decisive events; in the trace they are marked and on the keys 1 to {badges.length}.
        </p>
      )}
    </>
  );
};

/** The number of a decisive event; the first illegal one is red. */
export const EventNumber = ({ of, isIllegal }: { readonly of: number; readonly isIllegal: boolean }) => (
  <span class={`number ${isIllegal ? 'illegal' : ''}`}>{of}</span>
);

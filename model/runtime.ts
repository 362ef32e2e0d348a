import type { RefusalReason } from './refusal.ts';
import { decideApproval, expireApproval, requestApproval } from './rules/approvals.ts';
import { branch } from './rules/branching.ts';
import { claim, heartbeat, start } from './rules/claiming.ts';
import { account, cancel, expireRun } from './rules/closing.ts';
import { commit } from './rules/committing.ts';
import { acknowledge, dispatch, intend, record } from './rules/effects.ts';
import { exit, expire, fail, finish, releaseLease, reportLost, revoke } from './rules/ending.ts';
import { launch, publish } from './rules/launching.ts';
import { hold, reassign, release } from './rules/operating.ts';
import { resume, retry } from './rules/recovering.ts';
import { accept, register } from './rules/registering.ts';
import { callBack, lookUp, resolve } from './rules/settling.ts';
import { beginUpload, reportArtifact, storeUpload } from './rules/uploading.ts';
import { fire, startChild, wait } from './rules/waiting.ts';
import type { Defects } from './step.ts';
import { Transaction, type View, type Write } from './transaction.ts';
import type { Command, CommandOf, Json } from './vocabulary.ts';

/** What the specification answers to a command; the value of `ok` is what its sender has to know. */
export type Answer =
  | { readonly status: 'ok'; readonly value: Json }
  | { readonly status: 'refused'; readonly reason: RefusalReason };

/** What a command does: its answer, and the entities to write over those that the view showed. A refusal writes nothing. */
export type Decision = { readonly answer: Answer; readonly writes: readonly Write[] };

/**
 * The reference semantics: what a command does to the state that the view shows. There is no second copy of these rules anywhere.
 * Repeating a command under its key is its store's business: it answers as before without asking here. `defects` are for mutants only.
 */
export const decide = (view: View, command: Command, defects?: Defects): Decision => {
  const tx = new Transaction(view, defects);
  return apply(tx, command)
    ? { answer: { status: 'ok', value: tx.value }, writes: tx.writes }
    : { answer: { status: 'refused', reason: tx.refusal ?? 'unknown-entity' }, writes: [] };
};

const apply = (tx: Transaction, command: Command): boolean => {
  switch (command.type) {
    case 'publish':
      return publish(tx, command);
    case 'launch':
      return launch(tx, command);
    case 'claim':
      return claim(tx, command);
    case 'reassign':
      return reassign(tx, command);
    case 'hold':
      return hold(tx, command);
    case 'release':
      return release(tx, command);
    case 'decide':
      return decideApproval(tx, command);
    case 'cancel':
      return cancel(tx, command);
    case 'account':
      return account(tx, command);
    case 'register':
      return register(tx, command);
    case 'accept':
      return accept(tx, command);
    case 'retry':
      return retry(tx, command);
    case 'resume':
      return resume(tx, command);
    case 'branch':
      return branch(tx, command);
    default:
      return 'attempt' in command ? report(tx, command) : happen(tx, command);
  }
};

type Happening = CommandOf<
  'resolve' | 'look-up' | 'callback' | 'fire' | 'expire-approval' | 'expire-run' | 'report-artifact'
>;

/** What becomes of a run without an operator or an attempt: time passes, owners tell, artifacts are lost. */
const happen = (tx: Transaction, command: Happening): boolean => {
  switch (command.type) {
    case 'fire':
      return fire(tx, command);
    case 'look-up':
      return lookUp(tx, command);
    case 'callback':
      return callBack(tx, command);
    case 'resolve':
      return resolve(tx, command);
    case 'report-artifact':
      return reportArtifact(tx, command);
    case 'expire-approval':
      return expireApproval(tx, command);
    case 'expire-run':
      return expireRun(tx, command);
    default:
      return command satisfies never;
  }
};

type Report = Extract<Command, { readonly attempt: string }>;

/** What is said about one attempt, by its worker or by somebody who watches it. */
const report = (tx: Transaction, command: Report): boolean => {
  switch (command.type) {
    case 'start':
      return start(tx, command);
    case 'heartbeat':
      return heartbeat(tx, command);
    case 'commit':
      return commit(tx, command);
    case 'intend':
      return intend(tx, command);
    case 'dispatch':
      return dispatch(tx, command);
    case 'record':
      return record(tx, command);
    case 'request-approval':
      return requestApproval(tx, command);
    case 'acknowledge':
      return acknowledge(tx, command);
    case 'begin-upload':
      return beginUpload(tx, command);
    case 'store-upload':
      return storeUpload(tx, command);
    case 'wait':
      return wait(tx, command);
    case 'start-child':
      return startChild(tx, command);
    default:
      return end(tx, command);
  }
};

type End = CommandOf<'fail' | 'finish' | 'release-lease' | 'exit' | 'expire' | 'revoke' | 'report-lost'>;

/** What ends an attempt, its lease or its worker. */
const end = (tx: Transaction, command: End): boolean => {
  switch (command.type) {
    case 'fail':
      return fail(tx, command);
    case 'finish':
      return finish(tx, command);
    case 'release-lease':
      return releaseLease(tx, command);
    case 'exit':
      return exit(tx, command);
    case 'expire':
      return expire(tx, command);
    case 'revoke':
      return revoke(tx, command);
    case 'report-lost':
      return reportLost(tx, command);
    default:
      return command satisfies never;
  }
};

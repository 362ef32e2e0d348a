import { dueSteps } from '../machines/progress.ts';
import { approvalOf } from '../rules/names.ts';
import { hasTag } from '../step.ts';
import type { Command, Step } from '../vocabulary.ts';
import type { Belief } from './belief.ts';
import { by } from './saying.ts';
import type { Legal } from './telling.ts';

/** More runs at once are not asked about, so that a long history stays quick. */
const RUNS = 4;

/** What the rules accept in a state. They are asked again only when something has changed. */
export class Legals {
  readonly #belief: Belief;
  #version = -1;
  #legal: readonly Legal[] = [];

  constructor(belief: Belief) {
    this.#belief = belief;
  }

  now(): readonly Legal[] {
    if (this.#belief.version === this.#version) return this.#legal;
    this.#version = this.#belief.version;
    const runs = this.#belief.openRuns().slice(-RUNS);
    this.#legal = runs
      .flatMap((run) => candidatesFor(this.#belief, run))
      .filter(({ command }) => this.#belief.probe(command).status === 'ok')
      .map(({ command, who, words }) => ({ command: command.type, ...(who !== undefined && { who }), words }));
    return this.#legal;
  }
}

type Candidate = { readonly command: Command; readonly who?: string; readonly words: string };

/** Every command that may make sense for a run; the rules say which of them they accept. */
const candidatesFor = (belief: Belief, run: string): readonly Candidate[] => {
  const context = belief.get('run', run)?.context;
  if (context === undefined) return [];
  const own = by(context.tenant, 'anybody');
  return [
    ...context.slots.flatMap((slot) => onSlot(belief, { tenant: context.tenant, run, slot })),
    { command: { type: 'cancel', ...own, run }, words: `cancel ${run}` },
    { command: { type: 'resume', ...own, run, reason: 'asked' }, words: `resume ${run}` },
  ];
};

type Of = { readonly tenant: string; readonly run: string; readonly slot: string };

const onSlot = (belief: Belief, { tenant, run, slot }: Of): readonly Candidate[] => {
  const context = belief.get('slot', slot)?.context;
  if (context === undefined) return [];
  const own = { ...by(tenant, 'anybody'), run, slot };
  const { workerClass, pending, active } = context;
  const current = pending ?? active;
  const prior = belief.get('worker', context.prior ?? '')?.context.owner ?? 'anybody';
  const reason = 'asked';
  return [
    { command: { type: 'claim', ...own, workerClass, owner: null }, who: 'a worker', words: `claim ${slot}` },
    { command: { type: 'hold', ...own }, who: 'an operator', words: `hold ${slot}` },
    { command: { type: 'release', ...own }, who: 'an operator', words: `release ${slot}` },
    { command: { type: 'retry', ...own, reason }, who: 'an operator', words: `retry ${slot} at once` },
    {
      command: { type: 'reassign', ...own, actor: prior, reason, workerClass },
      ...(prior !== 'anybody' && { who: prior }),
      words: `reassign ${slot}`,
    },
    ...(current === null ? [] : ofAttempt(belief, { tenant, attempt: current })),
    ...(current === null
      ? []
      : dueSteps(context).flatMap((step) => onStep(belief, { tenant, slot, attempt: current }, step))),
    ...context.steps.flatMap((step) =>
      step.op === 'approval' ? deciding(belief, { tenant, run, slot }, step.id) : [],
    ),
  ];
};

const ofAttempt = (belief: Belief, { tenant, attempt }: { tenant: string; attempt: string }): readonly Candidate[] => {
  const who = belief.get('worker', attempt)?.context.owner ?? `attempt ${attempt}`;
  const own = { ...by(tenant, who), attempt };
  return [
    { command: { type: 'start', ...own }, who, words: `start attempt ${attempt}` },
    { command: { type: 'heartbeat', ...own }, who, words: `extend the lease of ${attempt}` },
    { command: { type: 'fail', ...own, error: '' }, who, words: `say that attempt ${attempt} failed` },
    { command: { type: 'finish', ...own }, who, words: `finish with attempt ${attempt}` },
    { command: { type: 'expire', ...own }, words: `end the lease of ${attempt}, which is due` },
    { command: { type: 'revoke', ...own }, who: 'an operator', words: `revoke the lease of ${attempt}` },
  ];
};

type At = { readonly tenant: string; readonly slot: string; readonly attempt: string };

const onStep = (belief: Belief, { tenant, slot, attempt }: At, step: Step): readonly Candidate[] => {
  const who = belief.get('worker', attempt)?.context.owner ?? `attempt ${attempt}`;
  const own = { ...by(tenant, who), attempt, step: step.id };
  const revision = belief.get('slot', slot)?.context.revision ?? 0;
  switch (step.op) {
    case 'model':
    case 'tool':
      return [{ command: { type: 'commit', ...own, revision, value: null }, who, words: `commit ${step.id}` }];
    case 'output':
      return [{ command: { type: 'begin-upload', ...own }, who, words: `begin the upload of ${step.id}` }];
    case 'approval':
      return [{ command: { type: 'request-approval', ...own, revision: 'r' }, who, words: `ask for ${step.id}` }];
    case 'timer':
      return [{ command: { type: 'wait', ...own }, who, words: `wait for ${step.id}` }];
    case 'child':
      return [{ command: { type: 'start-child', ...own }, who, words: `start the child ${step.id}` }];
    default:
      return [
        {
          command: { type: 'intend', ...own, actionKey: 'key', arguments: {} },
          who,
          words: `make the intent of ${step.id} durable`,
        },
        { command: { type: 'dispatch', ...own }, who, words: `send ${step.id}` },
        {
          command: { type: 'record', ...own, revision, outcome: 'applied', receipt: null },
          who,
          words: `record the receipt of ${step.id}`,
        },
      ];
  }
};

const deciding = (belief: Belief, { tenant, run }: Of, step: string): readonly Candidate[] => {
  const approval = belief.get('approval', approvalOf(run, step));
  if (approval !== undefined && hasTag(approval, 'terminal')) return [];
  const { revision, reviewer } = approval?.context ?? { revision: null, reviewer: null };
  const own = { ...by(tenant, reviewer ?? 'anybody'), run, approval: step, revision: revision ?? 'r' };
  const about = revision === null || revision === '' ? '' : ` about revision ${revision}`;
  const who = reviewer ?? 'a person';
  return (['approve', 'reject'] as const).map((decision) => {
    return { command: { type: 'decide', ...own, decision }, who, words: `${decision} ${step}${about}` };
  });
};

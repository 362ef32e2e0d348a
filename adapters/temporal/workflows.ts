import {
  type ActivityOptions,
  condition,
  defineSignal,
  executeChild,
  proxyActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { CallStep, Json, Program, WorkStep } from '../../model/vocabulary.ts';
import { type Idiom, interpret, type Results } from '../process/interpret.ts';
import { reviewSteps } from '../process/review.ts';
import type { Activities } from './activities.ts';
import type { Input, ProgramInput } from './workflow-input.ts';

// This file is workflow code: it runs in Temporal's sandbox, again from its first line whenever a worker replays a history.

type PartInput = Input & Pick<Program, 'limits'> & { readonly steps: readonly WorkStep[]; readonly before: Results };

/** A decision on what `approval` asks. */
export const decide = defineSignal<[{ readonly approval: string; readonly decision: Json }]>('decide');

/** A program, walked from its first step to its last. */
export async function program({ program: given, ...input }: ProgramInput): Promise<void> {
  const decisions = decisionsByApproval();
  const limited = { ...input, limits: given.limits };
  await interpret(given, {
    ...idiomOf(limited),
    async call(step, results) {
      const shown = await activity(step, results, limited);
      if (step.op !== 'approval') return shown;
      await condition(() => decisions.has(step.id));
      return decisions.get(step.id) ?? null;
    },
  });
}

/** The steps of a child, as a workflow of their own; its result is that of its last step. */
export async function part({ steps: inside, before, ...limited }: PartInput): Promise<Json> {
  const results = await interpret({ steps: inside }, idiomOf(limited), before);
  return results[inside.at(-1)?.id ?? ''] ?? null;
}

/** The document review as a person would write it with Temporal. */
export async function documentReview({ run, ...given }: Input): Promise<void> {
  const { model, approval, effect } = proxyActivities<Activities>(optionsOf(undefined, given));
  let decision: Json | undefined;
  setHandler(decide, (decided) => {
    decision ??= decided.decision;
  });
  const ask = (step: CallStep, results: Results = {}) => ({ run, step, results });

  const extract = await model(ask(reviewSteps.extract));
  const analyse = await model(ask(reviewSteps.analyse, { extract }));
  await approval(ask(reviewSteps.approve, { analyse }));
  await condition(() => decision !== undefined);
  await effect(ask(reviewSteps.publish, { analyse, approve: decision ?? null }));
}

/** Signals may come before anybody waits for them, so they are kept from the first line on; of several the first counts. */
const decisionsByApproval = (): ReadonlyMap<string, Json> => {
  const decisions = new Map<string, Json>();
  setHandler(decide, ({ approval, decision }) => {
    if (!decisions.has(approval)) decisions.set(approval, decision);
  });
  return decisions;
};

type Limited = Input & { readonly limits?: Program['limits'] | undefined };

const idiomOf = (limited: Limited): Idiom => ({
  call: (step, results) => activity(step, results, limited),
  // The summary is shown in the history, where a timer has no name otherwise.
  timer: (step) => sleep(step.ms, { summary: step.id }),
  child: (step, before) =>
    executeChild(part, {
      workflowId: `${workflowInfo().workflowId}/${step.id}`,
      args: [{ ...limited, steps: step.steps, before }],
      ...limited.timing.workflow,
    }),
});

/** One activity around one call on the world, given what the step uses and nothing more: arguments are kept in the history. */
const activity = (step: CallStep, results: Results, limited: Limited): Promise<Json> => {
  const activities = proxyActivities<Activities>(optionsOf(step, limited));
  const used = Object.fromEntries(Object.entries(results).filter(([id]) => step.uses.includes(id)));
  return activities[step.op]({ run: limited.run, step, results: used });
};

const optionsOf = (step: CallStep | undefined, { timing, cancelling, limits }: Omit<Limited, 'run'>) => {
  const own = step !== undefined && 'retry' in step ? step.retry : undefined;
  const retry = {
    ...timing.retry,
    ...(limits?.attempts === undefined ? {} : { maximumAttempts: limits.attempts }),
    ...(own === undefined
      ? {}
      : { maximumAttempts: own.attempts, initialInterval: Math.max(1, own.backoffMs), backoffCoefficient: 1 }),
  };
  return { ...timing.activity, cancellationType: cancelling, retry } satisfies ActivityOptions;
};

import { DBOS, type StepConfig } from '@dbos-inc/dbos-sdk';
import type { CallStep, Json, Program } from '../../model/vocabulary.ts';
import { type Idiom, interpret, perform, type Results, type StepOf, WorldTrouble } from '../process/index.ts';
import { CHILD, DECISION_LIMIT_S, prompt, WORKFLOW } from './names.ts';

/** A registered workflow: its input is what the run is about. */
export type Workflow = (about: string) => Promise<Json>;

/** Registers the workflow that runs a program, which has to come before DBOS is launched. Its workflow id is the run's. */
export const registerProgram = (program: Program, world: string): Workflow => {
  const steps = (run: string): Idiom => ({
    call: (step, results) => (step.op === 'approval' ? approval : call)(world, { run, step, results }),
    timer: ({ ms }) => DBOS.sleep(ms),
    child: async (step, results) => (await DBOS.startWorkflow(child)(run, step, results)).getResult(),
    together,
  });
  const child = DBOS.registerWorkflow(
    async (run: string, step: StepOf<'child'>, before: Results) => {
      const results = await interpret(step, steps(run), before);
      return results[step.steps.at(-1)?.id ?? ''] ?? null;
    },
    { name: CHILD },
  );
  return DBOS.registerWorkflow(
    async (about: string) => {
      await interpret(program, steps(runOf(DBOS.workflowID)));
      return about;
    },
    { name: WORKFLOW, ...attemptLimit(program) },
  );
};

/** The workflow that is being run, by its id. Throws outside of one. */
export const runOf = (workflow: string | undefined): string => {
  if (workflow === undefined) throw new Error('expected to be called inside a workflow');
  return workflow;
};

/** The documentation calls it "the maximum number of times the workflow may be attempted". */
const attemptLimit = ({ limits }: Program): { readonly maxRecoveryAttempts?: number } =>
  limits?.attempts === undefined ? {} : { maxRecoveryAttempts: limits.attempts };

type Called = { readonly run: string; readonly step: CallStep; readonly results: Results };

/** One DBOS step around one call. The key names the action, not the try: DBOS offers a step no key of its own. */
const call = (world: string, { run, step, results }: Called): Promise<Json> => {
  const key = step.op === 'effect' ? { key: `${run}:${step.id}` } : {};
  return DBOS.runStep(() => perform(world, { run, step, results, ...key }), { name: step.id, ...retrying(step) });
};

/** A definite refusal is not tried again; the backoff of a program is constant. */
const retrying = (step: CallStep): StepConfig => {
  if (step.op === 'approval' || step.retry === undefined) return {};
  const { attempts, backoffMs } = step.retry;
  return {
    retriesAllowed: true,
    maxAttempts: attempts,
    intervalSeconds: backoffMs / 1000,
    backoffRate: 1,
    shouldRetry: (error) => error instanceof WorldTrouble,
  };
};

/** A step that shows the prompt, then a message on the approval's own topic. */
const approval = async (world: string, called: Called): Promise<Json> => {
  const { id } = called.step;
  await DBOS.runStep(() => perform(world, called), { name: prompt(id) });
  const decision = await DBOS.recv<string>(id, DECISION_LIMIT_S);
  if (decision === null) throw new Error(`nobody decided ${id} in ${DECISION_LIMIT_S} s`);
  return decision;
};

/** Each member ends before the group does, also beside one that failed: a step may not outlive the workflow's next one. */
const together: NonNullable<Idiom['together']> = async (members) => {
  const ends = await Promise.allSettled(members.map((member) => member()));
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
};

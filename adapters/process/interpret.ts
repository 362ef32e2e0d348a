import type { CallStep, Json, Program, Step } from '../../model/vocabulary.ts';

/** The steps of one kind. */
export type StepOf<T extends Step['op']> = Extract<Step, { readonly op: T }>;
/** The results of the steps so far, by step id. */
export type Results = Readonly<Record<string, Json>>;

/**
 * How a runtime says each kind of step in its own words. Every method returns the step's result, durable by the runtime's own means; what
 * a runtime does not offer it leaves out, and does not list in `can`.
 */
export interface Idiom {
  /** One durable step around one call on the world (`perform`); an approval shows its prompt and waits for the decision. */
  call(step: CallStep, results: Results): Promise<Json>;
  timer?(step: StepOf<'timer'>): Promise<void>;
  /** A run of its own that does `step.steps`, tied to this one; returns the result of its last step. */
  child?(step: StepOf<'child'>, results: Results): Promise<Json>;
  /** Starts all at once and waits for each, as the runtime wants it done; without it, `Promise.all`. */
  together?(members: readonly (() => Promise<Json>)[]): Promise<readonly Json[]>;
}

/**
 * Runs a program from its first step to its last in a runtime's idiom, and returns every result by step id. It holds no state of its own
 * and makes no choice of its own, so runtimes that replay their workflows may run it inside one. `before` are results known already.
 */
export const interpret = async (
  program: Pick<Program, 'steps'>,
  idiom: Idiom,
  before: Results = {},
): Promise<Results> => {
  const results: Record<string, Json> = { ...before };
  for (const step of program.steps) Object.assign(results, await resultsOf(step, idiom, results));
  return results;
};

const resultsOf = async (step: Step, idiom: Idiom, results: Results): Promise<Results> => {
  switch (step.op) {
    case 'timer':
      await offered(idiom.timer, step)(step);
      return { [step.id]: null };
    case 'child':
      return { [step.id]: await offered(idiom.child, step)(step, results) };
    case 'choose': {
      const chosen = results[step.by] ?? null;
      const inside = await interpret({ steps: caseOf(step, chosen) }, idiom, results);
      return { ...inside, [step.id]: chosen };
    }
    case 'parallel': {
      const together = idiom.together ?? ((members) => Promise.all(members.map((member) => member())));
      const given = await together(step.members.map((member) => () => idiom.call(member, results)));
      const inside = Object.fromEntries(step.members.map((member, at) => [member.id, given[at] ?? null]));
      return { ...inside, [step.id]: inside };
    }
    default:
      return { [step.id]: await idiom.call(step, results) };
  }
};

const caseOf = (step: StepOf<'choose'>, value: Json): readonly Step[] => {
  const chosen = typeof value === 'string' ? step.cases[value] : undefined;
  if (chosen === undefined)
    throw new Error(
      `expected the result of ${step.by} to name a case of ${step.id} (${Object.keys(step.cases).join(', ')}); it is ${JSON.stringify(value)}`,
    );
  return chosen;
};

const offered = <T>(method: T | undefined, step: Step): T => {
  if (method === undefined) throw new Error(`this runtime offers no ${step.op}; leave '${step.op}' out of its 'can'`);
  return method;
};

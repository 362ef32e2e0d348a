import { type CallStep, holderOf, insideOf, isCallStep, type Program, type Step, stepOf } from '../vocabulary.ts';

/** The steps that come to the world first once this step of the top level is over: those of the next one that calls at all. */
export const callsAfter = (program: Program, id: string): readonly CallStep[] => {
  const at = program.steps.findIndex((step) => step.id === id);
  const next = program.steps.slice(at + 1).find((step) => callsOfStep(step).length > 0);
  return at < 0 || next === undefined ? [] : firstCalls(next);
};

/** Every step that calls the world before this step of the top level begins. */
export const callsBefore = (program: Program, id: string): readonly CallStep[] =>
  program.steps
    .slice(
      0,
      program.steps.findIndex((step) => step.id === id),
    )
    .flatMap(callsOfStep);

/** Whether one step has to be over before the other begins, by the order of the program: members of one group never have to. */
export const precedes = (program: Program, one: string, other: string): boolean => {
  const [first, second] = [topOf(program, one), topOf(program, other)];
  if (first === undefined || second === undefined) return false;
  if (first !== second) return program.steps.indexOf(first) < program.steps.indexOf(second);
  if (first.op !== 'child' && first.op !== 'choose') return false;
  const inside = first.op === 'child' ? first.steps : (Object.values(first.cases).find((some) => has(some, one)) ?? []);
  return has(inside, other) && indexIn(inside, one) < indexIn(inside, other);
};

/** The calls that one step of the top level makes, in all: every case of a choice among them. */
const callsOfStep = (step: Step): readonly CallStep[] => (isCallStep(step) ? [step] : insideOf(step));

const firstCalls = (step: Step): readonly CallStep[] => {
  if (step.op === 'child') return step.steps.slice(0, 1);
  if (step.op === 'choose') return Object.values(step.cases).flatMap((some) => some.slice(0, 1));
  return callsOfStep(step);
};

const topOf = (program: Program, id: string): Step | undefined => holderOf(program, id) ?? stepOf(program, id);
type Named = { readonly id: string };
const indexIn = (steps: readonly Named[], id: string): number => steps.findIndex((step) => step.id === id);
const has = (steps: readonly Named[], id: string): boolean => indexIn(steps, id) >= 0;

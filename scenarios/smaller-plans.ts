import { allSteps, insideOf, type Plan, type Program, type Step, type WorkStep } from '../model/vocabulary.ts';
import { nameOf } from './plans/names.ts';
import { withoutOne } from './shrinking.ts';

/**
 * Every plan with one thing less, best first: an intervention, a line of its script, a limit, a step of its program. What it judges and
 * needs stays as it is.
 */
export const smallerPlans = (plan: Plan): readonly Plan[] => [
  ...withoutOne(plan.interventions).map((interventions) => renamed({ ...plan, interventions })),
  ...shorterScripts(plan).map((script) => renamed({ ...plan, script })),
  ...shorterPrograms(plan).map((program) => renamed({ ...plan, program })),
];

/** A plan of commands has no name in its parts: it says that it is no longer the one that the name is known for. */
const renamed = (plan: Plan): Plan => ({
  ...plan,
  id:
    plan.script === undefined
      ? `${plan.program.id}/${nameOf(plan.interventions)}`
      : `${plan.id.replace(/-\d+-lines$/, '')}-${plan.script.length}-lines`,
});

/** The last line first: what comes late rests on what came before. */
const shorterScripts = ({ script = [] }: Plan): readonly (typeof script)[] =>
  script.length < 2 ? [] : script.map((_, at) => script.toSpliced(script.length - 1 - at, 1));

/** A script carries its program in its commands: what the plan says beside them is only its name. */
const shorterPrograms = ({ program, interventions, script }: Plan): readonly Program[] => {
  if (script !== undefined) return [];
  const isMeant = (id: string): boolean => interventions.some(({ at }) => at.step === id);
  const droppable = allSteps(program).filter(
    (step) => ![step, ...insideOf(step)].some(({ id }) => isMeant(id)) && !isChosenBy(program, step.id),
  );
  return [
    ...(program.limits === undefined ? [] : [withoutLimits(program)]),
    ...droppable.flatMap(({ id }) => withoutStep(program, id)).map(countedAnew),
  ];
};

const isChosenBy = ({ steps }: Program, id: string): boolean =>
  steps.some((step) => step.op === 'choose' && step.by === id);

const withoutLimits = ({ limits: _, ...program }: Program): Program => ({ ...program, id: `${program.id}-unlimited` });

/** Nothing where the step is all that its holder, or the program, has. */
const withoutStep = (program: Program, id: string): readonly Program[] => {
  const gone = new Set(
    allSteps(program)
      .filter((step) => step.id === id)
      .flatMap((step) => [step, ...insideOf(step)].map((each) => each.id)),
  );
  const steps = program.steps.filter((step) => step.id !== id).map((step) => unused(withoutInside(step, id), gone));
  const isWhole = steps.length > 0 && steps.every((step) => !holds(step) || insideOf(step).length > 0);
  const isEmptied = steps.some(
    (step) => step.op === 'choose' && Object.values(step.cases).some(({ length }) => length === 0),
  );
  return isWhole && !isEmptied ? [{ ...program, steps }] : [];
};

const holds = ({ op }: Step): boolean => op === 'parallel' || op === 'choose' || op === 'child';

const withoutInside = (step: Step, id: string): Step => {
  const keep = (inner: readonly WorkStep[]): readonly WorkStep[] => inner.filter((one) => one.id !== id);
  switch (step.op) {
    case 'parallel':
      return { ...step, members: keep(step.members) };
    case 'choose':
      return { ...step, cases: Object.fromEntries(Object.entries(step.cases).map(([name, one]) => [name, keep(one)])) };
    case 'child':
      return { ...step, steps: keep(step.steps) };
    default:
      return step;
  }
};

/** A step, and those inside it, given nothing any more of what is gone. */
const unused = (step: Step, gone: ReadonlySet<string>): Step => {
  const free = <S extends Step>(one: S): S => ({ ...one, uses: one.uses.filter((id) => !gone.has(id)) });
  switch (step.op) {
    case 'parallel':
      return { ...free(step), members: step.members.map(free) };
    case 'choose':
      return {
        ...free(step),
        cases: Object.fromEntries(Object.entries(step.cases).map(([name, one]) => [name, one.map(free)])),
      };
    case 'child':
      return { ...free(step), steps: step.steps.map(free) };
    default:
      return free(step);
  }
};

/** A program that is not the catalogue's must not bear its name. */
const countedAnew = (program: Program): Program => ({
  ...program,
  id: `${program.id.replace(/-\d+-steps$/, '')}-${allSteps(program).length}-steps`,
});

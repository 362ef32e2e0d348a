import { type Command, callSteps, type Pins, type Plan, type Program, type Revision } from '../../model/vocabulary.ts';

/** Whether a plan brings a configuration of its own: one whose binding names an agent with attachments for each step. */
export const bindsNodes = ({ needs }: Pick<Plan, 'needs'>): boolean => needs.includes('registry');

/** What of a plan says how its run is launched. */
export type Launched = Pick<Plan, 'program' | 'needs'>;

/** What a plan's run pins at its launch. */
export const pinsOf = (plan: Launched): Pins => {
  const { id } = plan.program;
  return { package: 'package@1', workflow: `${id}@1`, binding: bindsNodes(plan) ? `${id}-binding@1` : 'binding@1' };
};

/** What the operator of a runtime says to make the n-th revision of everything known, and to accept what has to be. */
export const publications = (
  program: Program,
  nth: number,
  by: { tenant: string; actor: string },
): readonly Command[] =>
  revisionsOf(program, nth).flatMap((revision): readonly Command[] => [
    { type: 'register', ...by, key: `register ${revision.id}`, revision },
    { type: 'accept', ...by, key: `accept ${revision.id}`, revision: revision.id },
  ]);

const revisionsOf = (program: Program, nth: number): readonly Revision[] => {
  const steps = callSteps(program).map(({ id }) => id);
  const revision = (of: Revision['of'], name: string): Revision => ({
    id: `${name}@${nth}`,
    of,
    digest: `${name}@${nth}`,
  });
  const nodes = Object.fromEntries(
    steps.map((step) => [step, { agent: `agent-${step}@${nth}`, attachments: [`prompt-${step}@${nth}`] }]),
  );
  return [
    ...steps.map((step) => revision('agent', `agent-${step}`)),
    revision('package', 'package'),
    revision('workflow', program.id),
    { ...revision('binding', `${program.id}-binding`), nodes },
  ];
};

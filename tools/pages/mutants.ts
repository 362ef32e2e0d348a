import { type Mutant, mutants } from '../../sut/mutants/index.ts';
import { page, requirementLink, text } from './markdown.ts';

/** Every mutant with what it does wrong and what that has to fail. */
export const mutantsPage = (): string =>
  page('Mutants', 'sut/mutants/', [
    'The reference runtime with one deliberate defect each, which shows that the requirement it was made for finds it.',
    ...mutants.flatMap(mutantBlocks),
  ]);

const mutantBlocks = ({ id, defect, fails, explained }: Mutant): readonly string[] => {
  const [own, ...also] = fails.map(requirementLink);
  return [
    `## ${id}`,
    text(defect),
    [`Must fail ${own}`, ...(also.length === 0 ? [] : [`and with it ${also.join(', ')}`])].join(', ').concat('.'),
    ...(explained === undefined ? [] : [`What else shows: ${text(explained)}`]),
  ];
};

import { areaOf, areas } from '../../model/areas.ts';
import { requirements, specification } from '../../model/index.ts';
import type { Requirement } from '../../model/vocabulary.ts';
import { dutyWords, followedWords, levelWords } from '../../model/words/requirements.ts';
import { page, text } from './markdown.ts';

/** Every requirement with its clauses, by area. */
export const requirementsPage = (): string =>
  page('Requirements', 'model/requirements/', [
    `Revision ${specification.revision}: ${requirements.length} requirements. An id never changes its meaning. A clause can fail alone.`,
    `Levels: ${Object.entries(levelWords)
      .map(([level, word]) => `${level} ${word}`)
      .join(
        ', ',
      )}. The reach is how far the harness has to get into a runtime to see any of it; *needs* is what a runtime has to offer to be judged.`,
    ...areas.flatMap(areaBlocks),
  ]);

const areaBlocks = ({ id, about }: (typeof areas)[number]): readonly string[] => {
  const own = requirements.filter((one) => areaOf(one.id) === id);
  return [
    `## ${id}`,
    own.length === 0 ? `${text(about)} This revision states no requirement of it yet.` : text(about),
    ...own.flatMap(requirementBlocks),
  ];
};

const requirementBlocks = (one: Requirement): readonly string[] => [
  `### ${one.id}`,
  `**${text(one.title)}.** ${text(one.statement)}`,
  one.clauses
    .map(
      ({ id, statement, needs, features = [] }) =>
        `- \`${id}\`: ${text(statement)}${needs === undefined ? '' : ` *Needs ${text(needs)}.*`}${features.length === 0 ? '' : ` *Where the runtime offers ${features.join(', ')}.*`}`,
    )
    .join('\n'),
  [
    `Level ${one.level}${one.isOptional === true ? ', optional' : ''}`,
    `profile ${one.profile}`,
    one.dutyFollows === undefined ? dutyWords[one.duty] : `${dutyWords[one.duty]}, ${followedWords[one.dutyFollows]}`,
    `reach ${one.reach}`,
    `needs ${one.needs.join(', ') || 'nothing'}`,
    `since ${one.since}.`,
  ].join(' · '),
  `Source: ${text(one.source)}.`,
];

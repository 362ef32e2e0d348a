import { areaOf, areas } from '../../model/areas.ts';
import { requirements, specification } from '../../model/index.ts';
import type { Duty, LeftTo, Level, Requirement } from '../../model/vocabulary.ts';
import { page, text } from './markdown.ts';

/** Every requirement with its clauses, by area. */
export const requirementsPage = (): string =>
  page('Requirements', 'model/requirements/', [
    `Revision ${specification.revision}: ${requirements.length} requirements. An id never changes its meaning. A clause can fail alone; one that needs something is \`inconclusive\` until a later release brings it.`,
    `Levels: ${Object.entries(levels)
      .map(([level, word]) => `${level} ${word}`)
      .join(
        ', ',
      )}. The reach is how far the harness has to get into a runtime to see any of it; *needs* is what a runtime has to offer to be judged.`,
    ...areas.flatMap(areaBlocks),
  ]);

/** What reaching each level says of a runtime, in a word or two. */
export const levels: Readonly<Record<Level, string>> = {
  1: 'recovers',
  2: 'fenced',
  3: 'governed',
  4: 'full lifecycle',
};

/** Whose a requirement is. */
export const duties: Readonly<Record<Duty, string>> = {
  runtime: "the runtime's duty",
  application: "the application's duty",
  shared: 'a shared duty',
};

const followed: Readonly<Record<LeftTo, string>> = {
  keyBuiltBy: "the application's where it builds the key",
  recoveryBy: "the application's where it finds lost runs and takes them up again",
};

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
    one.dutyFollows === undefined ? duties[one.duty] : `${duties[one.duty]}, ${followed[one.dutyFollows]}`,
    `reach ${one.reach}`,
    `needs ${one.needs.join(', ') || 'nothing'}`,
    `since ${one.since}.`,
  ].join(' · '),
  `Source: ${text(one.source)}.`,
];

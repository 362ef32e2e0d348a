import { areaOf, areas } from '../../../model/areas.ts';
import { requirements, specification } from '../../../model/index.ts';
import { profiles } from '../../../model/vocabulary.ts';
import { contractWords } from '../../../model/words/contracts.ts';
import { dutyWords, levelWords } from '../../../model/words/requirements.ts';
import { words } from '../../../model/words.ts';
import { markdownTable } from '../../../reports/markdown-table.ts';
import { page, requirementLink, text } from '../markdown.ts';
import { commandBlocks, sharedBlocks } from './commands.ts';
import { lifecycleBlocks } from './lifecycles.ts';
import { nameBlocks, programBlocks, progressBlocks } from './programs.ts';
import { meaning, prose } from './prose.ts';
import { Rules } from './rules.ts';
import { settings, storyTable } from './story.ts';

/** The whole specification as one page from which a runtime can be built. */
export const specificationPage = (rules = new Rules()): string =>
  page('The specification', 'model/', [
    `Revision ${specification.revision}. ${prose.opening}`,
    '## Words',
    words.map(({ word, means }) => `- **${text(word)}**: ${text(means)}`).join('\n'),
    '## Programs',
    prose.programs,
    ...programBlocks(),
    'Which steps may be worked on:',
    ...progressBlocks(),
    '## A run, command by command',
    `${prose.story} Its lease lasts ${settings.leaseMs} ms, its backoff is ${settings.backoffMs} ms.`,
    storyTable(),
    '## The worker',
    prose.worker,
    '## Lifecycles',
    prose.lifecycles,
    ...lifecycleBlocks(),
    '## Commands',
    prose.commands,
    'Under which ids entities are kept:',
    ...nameBlocks(rules),
    ...commandBlocks(rules),
    '## Parts that commands share',
    ...sharedBlocks(rules),
    ...closing(),
  ]);

const closing = (): readonly string[] => [
  '## Owners of effects',
  prose.owners,
  Object.entries(contractWords)
    .map(([contract, means]) => `- \`${contract}\`: ${text(means)}`)
    .join('\n'),
  '## The world',
  prose.world,
  '## Requirements',
  prose.requirements,
  ...areas.flatMap(areaBlocks),
  '## Levels and profiles',
  Object.entries(levelWords)
    .map(([level, word]) => `- Level ${level}, ${word}: ${countOf(Number(level))} requirements.`)
    .join('\n'),
  prose.levels,
  markdownTable(
    ['profile', 'requirements'],
    profiles.map((profile) => [
      profile,
      requirements
        .filter((one) => one.profile === profile)
        .map(({ id }) => requirementLink(id))
        .join(', '),
    ]),
  ),
  '## What a pass means',
  meaning,
];

const countOf = (level: number): number => requirements.filter((one) => one.level === level).length;

const areaBlocks = ({ id, about }: (typeof areas)[number]): readonly string[] => {
  const own = requirements.filter((one) => areaOf(one.id) === id);
  if (own.length === 0) return [];
  return [
    `### Required of: ${id}`,
    text(about),
    markdownTable(
      ['requirement', 'in short', 'level', 'profile', 'duty', 'reach'],
      own.map((one) => [
        requirementLink(one.id),
        text(one.title),
        String(one.level),
        one.profile,
        dutyWords[one.duty],
        one.reach,
      ]),
    ),
  ];
};

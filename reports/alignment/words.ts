import type { Alignment, Row } from '../alignment.ts';
import { counted } from '../value-words.ts';

/** Where and how two stories part, in a sentence or two. */
export const partingWords = ({ rows, parts }: Alignment): string => {
  if (parts === undefined)
    return `No difference in ${counted(rows.length, 'thing')} that both show. What is against the requirement is when it happened, or what only one of them shows.`;
  const row = rows[parts];
  const before = rows.slice(0, parts).filter(({ relation }) => relation === 'same').length;
  return `${counted(before, 'thing')} alike, then they part. ${row === undefined ? '' : rowWords(row)}`;
};

/** What a row says of both, in words. */
export const rowWords = ({ relation, how, reference, target }: Row): string => {
  switch (relation) {
    case 'same':
      return `Both: ${target?.words}.`;
    case 'moved':
      return `Both, but not in the same order: ${target?.words}.`;
    case 'differs':
      return `Both, but not alike: ${target?.words} (${how}).`;
    case 'reference only':
      return `The reference: ${reference?.words}. Here nothing like it was seen.`;
    case 'target only':
      return `Here: ${target?.words}. The reference did nothing like it.`;
    default:
      return relation satisfies never;
  }
};

/** The event of the target at which the stories part: the differing one itself, or the next that it has where the reference did more. */
export const partingSeq = ({ rows, parts }: Alignment): number | undefined => {
  if (parts === undefined) return undefined;
  const next = rows.slice(parts).find(({ target }) => target !== undefined);
  return (next ?? rows.slice(0, parts).findLast(({ target }) => target !== undefined))?.target?.seq;
};

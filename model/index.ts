/** What killpoint offers to those who import it: the words, the ports and the schemas of everything that it writes. */
export * from './vocabulary.ts';

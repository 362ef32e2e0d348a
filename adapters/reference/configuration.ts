import type { Command, Revision } from '../../model/vocabulary.ts';

/** The commands that register what the harness's plans pin, as whoever operates a runtime would before the first launch. */
export const configuration = (program: string): readonly Command[] =>
  revisionsFor(program).flatMap((revision, at): readonly Command[] => [
    { type: 'register', ...by(`register ${at}`), revision },
    { type: 'accept', ...by(`accept ${at}`), revision: revision.id },
  ]);

const by = (key: string) => ({ tenant: 'operator', actor: 'operator', key });

const revisionsFor = (program: string): readonly Revision[] => [
  { id: 'package@1', of: 'package', digest: 'package@1' },
  { id: `${program}@1`, of: 'workflow', digest: `${program}@1` },
  { id: 'binding@1', of: 'binding', digest: 'binding@1' },
];

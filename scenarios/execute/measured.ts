import type { Measured, Subject } from '../../model/vocabulary.ts';
import { ProtocolBroken } from '../failures.ts';

/** What a process measured must be what its adapter described: else every verdict would be about something else. Throws `ProtocolBroken`. */
export const compareMeasured = (process: string, measured: Measured, subject: Subject): void => {
  const pairs = [
    { name: 'version', said: subject.version, found: measured.version },
    ...Object.entries(measured.variant ?? {}).map(([name, found]) => ({ name, said: subject.variant[name], found })),
  ];
  const odd = pairs.find(({ said, found }) => found !== undefined && said !== found);
  if (odd === undefined) return;
  throw new ProtocolBroken(
    `what it says it runs on must be what it runs on: the adapter described ${odd.name} ${JSON.stringify(odd.said ?? 'nothing')}, ${process} measured ${JSON.stringify(odd.found)}`,
  );
};

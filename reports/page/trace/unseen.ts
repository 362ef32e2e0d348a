import { type History, isOf, type RunView } from '../../../model/vocabulary.ts';

/** What nobody saw in a history, each as a sentence: a reader must not take silence for "it did not happen". */
export const unseenIn = ({ observations }: History): readonly string[] => {
  const views = observations.flatMap((seen) => (isOf(seen, 'view.read') ? [seen.event.view] : []));
  const showsNo = (part: keyof RunView): boolean => views.every((view) => view[part] === undefined);
  const commits = views.flatMap(({ steps }) => Object.values(steps).flatMap((step) => step.commits));
  const unanswered = observations.filter(
    (seen) => isOf(seen, 'command.answered') && seen.event.outcome.status === 'unknown',
  ).length;
  return [
    ...(views.length === 0 ? ['The store was never read: nothing is known of what the runtime had committed.'] : []),
    ...(showsNo('attempts') && showsNo('slots')
      ? [
          'Slots, attempts, leases and worker records: this runtime shows none. The bars say who works, not who holds a right.',
        ]
      : []),
    ...(showsNo('approvals') ? ['Open waits for approval: this runtime shows none by id.'] : []),
    ...(showsNo('artifacts') ? ['Versions of artifacts as the runtime records them: it shows none.'] : []),
    ...(commits.some(({ by }) => by === '') ? ['Who wrote a commit: this runtime does not say it of each one.'] : []),
    'The moment of a commit: it lies between the reading that first shows it and the reading before.',
    'What a worker does between its calls on the world.',
    ...(unanswered === 0 ? [] : [`What became of ${unanswered} commands whose answer never came.`]),
  ];
};

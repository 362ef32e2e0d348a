import { isSteady, isTerminalWorker, type Reading, type Sight } from '../../reading.ts';
import type { AttemptView } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Every earlier attempt stays addressable, with its worker, its lease and its outcome. */
export const priorAttemptsStayAddressable = requirement({
  id: 'identity.prior-attempts-stay-addressable',
  since: '2026-12',
  title: 'Earlier attempts stay addressable',
  statement: 'An attempt that ended is shown from then on under its id, with its worker, lease and outcome.',
  duty: 'runtime',
  level: 4,
  profile: 'identity',
  reach: 'outside',
  needs: ['claim', 'client', 'reports'],
  clauses: [
    { id: 'beside-a-successor', statement: 'It is shown beside the attempts that came after it.' },
    { id: 'after-success', statement: 'It is shown when the run has succeeded.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) =>
    [...new Set(reading.sights.map((sight) => sight.run))].flatMap((run) => occasionsOf(reading, run)),
});

/** Each attempt, from the first reading that shows it as ended, against every later reading that can be believed. */
const occasionsOf = (reading: Reading, run: string): readonly Occasion[] => {
  const shown = reading.sights.filter(
    (sight) => sight.run === run && isSteady(sight) && sight.view.attempts !== undefined,
  );
  const ended = new Map<string, { readonly attempt: AttemptView; readonly sight: Sight }>();
  const found: Occasion[] = [];
  for (const sight of shown) {
    for (const { attempt, sight: before } of ended.values()) found.push(...judged(attempt, before, sight));
    for (const attempt of sight.view.attempts ?? [])
      if (isTerminalWorker(attempt.worker.status) && !ended.has(attempt.id)) ended.set(attempt.id, { attempt, sight });
  }
  return found;
};

/** It could only be forgotten for another attempt, or for the end of the run. */
const judged = (attempt: AttemptView, before: Sight, after: Sight): readonly Occasion[] => {
  const all = after.view.attempts ?? [];
  const clause = after.view.status === 'succeeded' ? 'after-success' : 'beside-a-successor';
  const isWorth = clause === 'after-success' || all.some((one) => one.id !== attempt.id && one.slot === attempt.slot);
  const now = all.find((one) => one.id === attempt.id);
  const wrong = lackOf(attempt, now);
  if (wrong === undefined) return isWorth ? [kept(clause)] : [];
  const message = `${attempt.id} had ended as ${attempt.outcome}, and then ${wrong}`;
  return [broken(clause, message, proof({ before: before.seq, illegal: after.seq }))];
};

const lackOf = (before: AttemptView, now: AttemptView | undefined): string | undefined => {
  if (now === undefined) return 'it was no longer shown';
  if (now.slot !== before.slot) return `it was shown for ${now.slot}`;
  if (now.worker.owner !== before.worker.owner) return `its worker was shown as ${now.worker.owner}'s`;
  return now.outcome.trim() === '' ? 'it was shown without an outcome' : undefined;
};

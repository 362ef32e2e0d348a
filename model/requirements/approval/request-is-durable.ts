import { decisionsOn, isSteady, isSure, isWorked, type Loss, type Reading, type Sight } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Every open wait is shown after a restart, under its old id. */
export const requestIsDurable = requirement({
  id: 'approval.request-is-durable',
  since: '2026-12',
  title: 'A request for approval is durable',
  statement: 'An open wait is shown after a restart under its old id, with the same revision and status.',
  duty: 'runtime',
  level: 3,
  profile: 'approve',
  reach: 'world',
  needs: ['approval'],
  clauses: [
    { id: 'shown-as-before', statement: 'The wait that was open when the worker was lost is still the one shown.' },
  ],
  source:
    'Durable execution for AI agents, section Preserve approval and cancellation state; report agentframework-pending-question-dropped-on-restore',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => reading.losses.flatMap((loss) => occasionOf(reading, run, loss)))
      : [],
});

type Wait = NonNullable<Sight['view']['approvals']>[number];

/** Read before the loss and after it, while nobody had decided; a run that shows itself at work may be on its way to the wait again. */
const occasionOf = (reading: Reading, run: string, loss: Loss): readonly Occasion[] => {
  const decided = decisionsOn(reading, run)[0]?.sent ?? Infinity;
  const own = reading.sights.filter((sight) => sight.run === run);
  const before = own.findLast((sight) => sight.seq < loss.seq && isSteady(sight));
  const worker = reading.working.find((seen) => seen.seq > loss.seq);
  const after = own.findLast(
    (sight) => isSure(sight) && isAsOf(sight, worker) && sight.seq < decided && sight.view.status === 'waiting',
  );
  const open = before?.view.approvals?.filter((wait) => isOpen(before, wait)) ?? [];
  if (before === undefined || after === undefined || open.length === 0 || decided < loss.seq) return [];
  const gone = open.find((wait) => !after.view.approvals?.some((one) => isSameWait(wait, one)));
  if (gone === undefined) return [kept('shown-as-before')];
  const now = after.view.approvals?.find((one) => one.step === gone.step);
  const words = now === undefined ? 'it was not shown' : `${now.id} (${now.status}, revision ${now.revision}) was`;
  const message = `${gone.id} (${gone.status}, revision ${gone.revision}) was open when ${loss.worker} was lost, and then ${words}`;
  return [broken('shown-as-before', message, proof({ before: before.seq, kill: loss.seq, illegal: after.seq }))];
};

/** Whether a reading was taken, or was still true, once a worker was at work. */
const isAsOf = (
  { seq, untilMs }: Sight,
  worker: { readonly seq: number; readonly atMs: number } | undefined,
): boolean => worker !== undefined && (seq > worker.seq || untilMs > worker.atMs);

/** A wait that nobody has decided is open, whatever word the runtime has for it. */
const isOpen = (sight: Sight, wait: Wait): boolean =>
  sight.view.status === 'waiting' || wait.status === 'requested' || wait.status === 'pending';

const isSameWait = (one: Wait, other: Wait): boolean =>
  one.id === other.id && one.step === other.step && one.revision === other.revision && one.status === other.status;

import type { EventOf, Observation, StepView } from '../../../model/vocabulary.ts';
import { shortValue } from '../../value-words.ts';
import { statusWords, writerWords } from '../../view-words.ts';
import { type Cell, type Known, keyOf } from './known.ts';

/** What an observation makes known. A value that was known before is replaced; nothing is ever forgotten. */
type Fresh = Pick<Cell, 'group' | 'row' | 'column' | 'value'>;

/** The groups of the state, in the order in which a reader asks for them. */
export const groups = {
  runs: 'Runs, as the store shows them',
  steps: 'Steps',
  workers: 'Workers',
  owner: 'Effects, as their owner knows them',
  commands: 'Commands',
  entities: 'Slots, attempts, approvals and artifacts',
} as const;

/** The cells that an observation sets, given what is known before it. */
export const cellsAfter = (known: Known, { worker, event }: Observation): readonly Fresh[] => {
  const who = worker ?? 'somebody';
  const is = (value: string): readonly Fresh[] => [{ group: groups.workers, row: who, column: 'is', value }];
  switch (event.type) {
    case 'process.ready':
      return is('booted');
    case 'process.working':
      return is('working');
    case 'process.stopped':
      return is('stopped');
    case 'process.continued':
      return is('let go again');
    case 'process.died':
      return is(event.by === 'plan' ? 'killed' : event.by === 'clean-up' ? 'ended by the clean-up' : 'dead by itself');
    case 'call.received':
      return callCells(known, event, who);
    case 'effect.applied':
    case 'effect.deduplicated':
      return ownerCells(known, event);
    case 'call.answered':
    case 'call.lost':
      return answerCells(known, event);
    case 'command.sent':
      return [{ group: groups.commands, row: commandRow(event), column: 'answer', value: 'no answer yet' }];
    case 'command.answered':
      return outcomeCells(known, event);
    case 'view.read':
      return viewCells(event);
    default:
      return [];
  }
};

const callCells = (known: Known, { run, step, op }: EventOf<'call.received'>, who: string): readonly Fresh[] => {
  const row = stepRow(run, step);
  const before = valueAt(known, { group: groups.steps, row, column: 'called by' });
  return [
    { group: groups.steps, row, column: 'called by', value: before === undefined ? who : `${before}, ${who}` },
    ...(op === 'effect' ? [counted(known, { group: groups.owner, row, column: 'requests' })] : []),
    { group: groups.workers, row: who, column: 'last call', value: `${step}, no answer yet` },
  ];
};

const ownerCells = (
  known: Known,
  { type, run, step }: EventOf<'effect.applied' | 'effect.deduplicated'>,
): readonly Fresh[] => [
  counted(known, {
    group: groups.owner,
    row: stepRow(run, step),
    column: type === 'effect.applied' ? 'applied' : 'recognised',
  }),
];

/** The worker whose last call it was is found by that call's words: a worker waits for one call at a time. */
const answerCells = (known: Known, event: EventOf<'call.answered' | 'call.lost'>): readonly Fresh[] => {
  const open = `${event.step}, no answer yet`;
  const caller = [...known.values()].find(({ column, value }) => column === 'last call' && value === open);
  if (caller === undefined) return [];
  const value =
    event.type === 'call.lost' ? `${event.step}: answer cut` : `${event.step}: ${shortValue(event.value, 40)}`;
  return [{ group: groups.workers, row: caller.row, column: 'last call', value }];
};

const commandRow = ({ id, command }: EventOf<'command.sent'>): string => `${command.type} (${id})`;

const outcomeCells = (known: Known, { id, outcome }: EventOf<'command.answered'>): readonly Fresh[] => {
  const asked = [...known.values()].find(({ group, row }) => group === groups.commands && row.endsWith(` (${id})`));
  const words = { ok: 'accepted', refused: 'refused', unknown: 'unknown' }[outcome.status];
  const why =
    outcome.status === 'refused' ? `: ${outcome.reason}` : outcome.status === 'unknown' ? `: ${outcome.cause}` : '';
  return [{ group: groups.commands, row: asked?.row ?? `command (${id})`, column: 'answer', value: `${words}${why}` }];
};

const viewCells = ({ run, view }: EventOf<'view.read'>): readonly Fresh[] => {
  const entity = (row: string, value: string): Fresh => ({ group: groups.entities, row, column: 'is', value });
  return [
    { group: groups.runs, row: run, column: 'status', value: statusWords(view.status) },
    ...Object.entries(view.steps).flatMap(([step, now]) => stepCells(stepRow(run, step), now)),
    ...(view.slots ?? []).map(({ id, state }) => entity(`slot ${id}`, state)),
    ...(view.attempts ?? []).map(({ id, outcome, worker, lease }) =>
      entity(`attempt ${id}`, `${outcome}, worker ${worker.status}, lease ${lease.status}`),
    ),
    ...(view.approvals ?? []).map(({ id, status }) => entity(`approval ${id}`, status)),
    ...(view.artifacts ?? []).map(({ name, version, state }) => entity(`artifact ${name} ${version}`, state)),
  ];
};

const stepCells = (row: string, { commits, inForce, effect }: StepView): readonly Fresh[] => {
  const cell = (column: string, value: string): Fresh => ({ group: groups.steps, row, column, value });
  const lines = commits.map(({ value, by }) => `${shortValue(value, 40)}${by === '' ? '' : ` by ${writerWords(by)}`}`);
  return [
    cell('committed, oldest first', lines.length === 0 ? 'nothing' : lines.join('\n')),
    ...(inForce === undefined ? [] : [cell('in force', shortValue(inForce, 40))]),
    ...(effect === undefined ? [] : [cell('effect, as recorded', effect)]),
  ];
};

const stepRow = (run: string, step: string): string => (run === 'run-1' ? step : `${run} ${step}`);

const valueAt = (known: Known, place: Pick<Cell, 'group' | 'row' | 'column'>): string | undefined =>
  known.get(keyOf(place))?.value;

const counted = (known: Known, place: Pick<Cell, 'group' | 'row' | 'column'>): Fresh => ({
  ...place,
  value: String(Number(valueAt(known, place) ?? '0') + 1),
});

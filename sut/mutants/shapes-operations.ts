import { startOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { View, Write } from '../../model/transaction.ts';
import { type CommandOf, sameJson } from '../../model/vocabulary.ts';
import type { Mutant } from './mutant.ts';
import { overlay } from './overlay.ts';
import { rewritten } from './writes.ts';

/** The cancellation sets a state and waits for nothing; the last write of the worker sets another. */
const finishOverwritesCancel: Mutant = {
  id: 'finish-overwrites-cancel',
  defect: 'A cancelled run is shown as cancelled at once, and as succeeded once its last effect is answered.',
  fails: ['cancel.one-terminal-outcome'],
  reports: ['dbos-cancelled-run-becomes-success'],
  decide: (plain) => (view, command) => {
    if (command.type === 'cancel')
      return rewritten(plain(view, command), 'run', (run) =>
        is(run, 'closing.cancelled') ? { ...run, leaf: 'cancelled' } : run,
      );
    const isFinal = command.type === 'record' || command.type === 'finish';
    return plain(isFinal ? overlay(view, asIfNotCancelled(view, command.attempt)) : view, command);
  },
};

const asIfNotCancelled = (view: View, id: string): readonly Write[] => {
  const attempt = view.get('attempt', id);
  if (attempt === undefined) return [];
  const run = view.get('run', attempt.context.run);
  const slot = view.get('slot', attempt.context.slot);
  if (run === undefined || slot === undefined || !is(run, 'cancelled')) return [];
  return [
    { kind: 'run', id: attempt.context.run, entity: { ...run, leaf: 'running' } },
    { kind: 'attempt', id, entity: { ...attempt, leaf: 'running' } },
    {
      kind: 'slot',
      id: attempt.context.slot,
      entity: { ...slot, leaf: 'active', context: { ...slot.context, active: id } },
    },
  ];
};

/** Who says that a run is to be torn down which nobody cancelled. */
const BROADCAST = 'cancellation of a function';

/** The cancellation is an event to the function that every run of a program shares; only the addressed run is recorded. */
const cancelHitsEveryRun: Mutant = {
  id: 'cancel-hits-every-run',
  defect:
    'A cancellation takes the work away from every run of the same program, and is recorded for the one it named.',
  fails: ['identity.runs-share-nothing'],
  reports: ['mastra-cancel-hits-every-run'],
  plot: ({ store }) => ({
    answers: (command) => {
      if (command.type !== 'cancel' || command.actor === BROADCAST) return undefined;
      const program = store.get('run', command.run)?.context.program.id;
      const answer = store.apply(command);
      for (const { id, entity } of answer.status === 'ok' ? store.unfinished('run') : [])
        if (id !== command.run && entity.context.program.id === program) {
          const { tenant } = entity.context;
          store.apply({ type: 'cancel', tenant, actor: BROADCAST, key: `${command.key} of ${id}`, run: id });
        }
      return answer;
    },
  }),
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'cancel' || command.actor !== BROADCAST) return decision;
    return { ...decision, writes: decision.writes.filter(({ kind }) => kind !== 'run') };
  },
};

/** What a launch would be that carried no key: another run, with names of its own. */
const keyless = (command: CommandOf<'launch'>): CommandOf<'launch'> => ({
  ...command,
  run: `${command.run}, ${command.key}`,
  slot: `${command.slot}, ${command.key}`,
  startKey: `${command.startKey}, ${command.key}`,
  specification: `${command.specification}, ${command.key}`,
});

const startedBy = (view: View, { tenant, startKey }: CommandOf<'launch'>) =>
  view.get('start', startOf(tenant, startKey))?.context;

/** The key is found to be of no valid form, and left out. */
const dropsTheStartKey: Mutant = {
  id: 'drops-the-start-key',
  defect: 'A start key that was used before is left out of the launch without a word, and a second run begins.',
  fails: ['identity.one-run-per-start-key', 'identity.start-key-refuses-other-inputs'],
  explained:
    'A launch with other inputs begins a run of its own as well, against identity.start-key-refuses-other-inputs.',
  reports: ['triggerdev-request-key-silently-rejected'],
  decide: (plain) => (view, command) =>
    command.type === 'launch' && startedBy(view, command) !== undefined
      ? plain(view, keyless(command))
      : plain(view, command),
};

/** Its run is recorded early, and that it was recorded is looked at only once its work is over. */
const redeliveryBeginsAnotherRun: Mutant = {
  id: 'redelivery-begins-another-run',
  defect:
    'A launch that comes again while its run is at work is taken for a new one, since the first is not acknowledged yet.',
  fails: ['identity.one-run-per-start-key'],
  reports: ['preloop-webhook-redelivered-after-commit'],
  decide: (plain) => (view, command) => {
    const started = command.type === 'launch' ? startedBy(view, command) : undefined;
    if (command.type !== 'launch' || started === undefined) return plain(view, command);
    const isSame = plain(view, command).answer.status === 'ok';
    const isAtWork = is(view.get('run', started.run), 'running') && wasClaimed(view, started.slot);
    return plain(view, isSame && isAtWork ? keyless(command) : command);
  },
};

const wasClaimed = (view: View, slot: string): boolean => (view.get('slot', slot)?.context.attempts ?? 0) > 0;

/** What a launch is answered with inside, where it wrote over a record that is not its own. */
const OVERWRITTEN = 'overwritten';

/** The record is written first and compared after. */
const refusalOverwritesTheRecord: Mutant = {
  id: 'refusal-overwrites-the-record',
  defect: 'A launch of other inputs is refused after it has put its own program and pins into the record of the run.',
  fails: ['identity.start-key-refuses-other-inputs'],
  reports: ['dbos-id-reused-by-other-workflow'],
  plot: ({ store }) => ({
    answers: (command) => {
      const answer = command.type === 'launch' ? store.apply(command) : undefined;
      const isRefused = answer?.status === 'ok' && answer.value === OVERWRITTEN;
      return isRefused ? { status: 'refused', reason: 'start-key-names-other-inputs' } : answer;
    },
  }),
  decide: (plain) => (view, command) => {
    if (command.type === 'claim' && isOfAnotherProgram(view, command))
      return { answer: { status: 'refused', reason: 'worker-class-does-not-fit' }, writes: [] };
    const decision = plain(view, command);
    const isOther = decision.answer.status === 'refused' && decision.answer.reason === 'start-key-names-other-inputs';
    if (command.type !== 'launch' || !isOther) return decision;
    const { program, pins } = command;
    const id = startedBy(view, command)?.run ?? '';
    const run = view.get('run', id);
    const writes: readonly Write[] =
      run === undefined ? [] : [{ kind: 'run', id, entity: { ...run, context: { ...run.context, program, pins } } }];
    return { answer: { status: 'ok', value: OVERWRITTEN }, writes };
  },
};

/** A first attempt has its steps at hand; a later one looks them up by what the record of the run says. */
const isOfAnotherProgram = (view: View, { run, slot }: CommandOf<'claim'>): boolean => {
  const steps = view.get('run', run)?.context.program.steps ?? null;
  const found = view.get('slot', slot)?.context;
  return found !== undefined && found.attempts > 0 && !sameJson(plainly(steps), plainly(found.steps));
};

const plainly = (value: unknown) => JSON.parse(JSON.stringify(value));

/** The mutants that have the shape of a public report about what clients ask for: launches, cancellations, several runs. */
export const operationShapes: readonly Mutant[] = [
  finishOverwritesCancel,
  cancelHitsEveryRun,
  dropsTheStartKey,
  redeliveryBeginsAnotherRun,
  refusalOverwritesTheRecord,
];

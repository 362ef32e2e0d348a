import { startOf } from '../../model/rules/names.ts';
import type { Decision } from '../../model/runtime.ts';
import { hasTag } from '../../model/step.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { CommandOf, Revision } from '../../model/vocabulary.ts';
import { Mailbox } from './mailbox.ts';
import type { Mutant } from './mutant.ts';
import { overlay } from './overlay.ts';
import { having, withWrites } from './writes.ts';

type Launch = CommandOf<'launch'>;

/** Under names of its own, so that nothing of the first run is in its way. */
const startsASecondRun: Mutant = {
  id: 'second-launch-starts-a-second-run',
  defect: 'A launch under the start key of an open run starts another run beside it.',
  fails: ['identity.one-run-per-start-key'],
  decide: (plain) => (view, command) => {
    if (command.type !== 'launch' || !isOpen(view, command)) return plain(view, command);
    const { run, slot, specification } = command;
    const second = { run: `${run}-again`, slot: `${slot}-again`, specification: `${specification}-again` };
    return plain(forgetful(view), { ...command, ...second });
  },
};

const isOpen = (view: View, { tenant, startKey }: Launch): boolean => {
  const started = view.get('start', startOf(tenant, startKey));
  const run = view.get('run', started?.context.run ?? '');
  return run !== undefined && !hasTag(run, 'terminal');
};

/** A view of a store that holds no start keys. */
const forgetful = (view: View): View => ({
  ...overlay(view, []),
  get: (kind, id) => (kind === 'start' ? undefined : view.get(kind, id)),
});

const takesOtherInputs: Mutant = {
  id: 'start-key-takes-other-inputs',
  defect:
    'A launch of other inputs under a start key is answered with the run that the key stands for, as if it had been asked for that.',
  fails: ['identity.start-key-refuses-other-inputs'],
  reports: ['dbos-id-reused-by-other-workflow'],
  defects: { without: [{ kind: 'start', reason: 'start-key-names-other-inputs' }] },
};

/** An upsert of the run, and the inputs compared after it. */
const refusedLaunchRepins: Mutant = {
  id: 'refused-launch-repins',
  defect: 'A launch of other inputs under a start key is refused, and its pins are written into the run all the same.',
  fails: ['identity.start-key-refuses-other-inputs'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const { answer } = decision;
    if (command.type !== 'launch' || answer.status === 'ok') return decision;
    const id = view.get('start', startOf(command.tenant, command.startKey))?.context.run ?? '';
    const run = view.get('run', id);
    if (run === undefined || answer.reason !== 'start-key-names-other-inputs') return decision;
    return { answer, writes: [{ kind: 'run', id, entity: having(run, { pins: command.pins }) }] };
  },
};

const launchesTheUnaccepted: Mutant = {
  id: 'launches-the-unaccepted',
  defect: 'A launch asks whether the revisions that it pins are registered, and not whether they were accepted.',
  fails: ['identity.launch-refuses-what-was-not-accepted'],
  defects: { without: [{ kind: 'revision', reason: 'revision-not-accepted' }] },
};

/** Its pins are names that are looked up when a worker needs what they stand for. */
const launchesTheUnknown: Mutant = {
  id: 'launches-the-unknown',
  defect: 'A launch takes a pin for good that stands for nothing that was ever registered.',
  fails: ['identity.launch-refuses-what-was-not-accepted'],
  decide: (plain) => (view, command) =>
    command.type === 'launch' ? plain(overlay(view, unknownPins(view, command)), command) : plain(view, command),
};

const unknownPins = (view: View, { pins }: Launch): readonly Write[] =>
  ofPins.filter((of) => view.get('revision', pins[of]) === undefined).map((of) => acceptedAs(of, pins[of]));

const ofPins = ['package', 'workflow', 'binding'] as const;

const acceptedAs = (of: Revision['of'], id: string): Write => {
  const entity = { kind: 'revision', leaf: 'accepted', context: { id, of, digest: id } } as const;
  return { kind: 'revision', id, entity };
};

/** The run is inserted first, and its pins are looked up then. */
const refusedLaunchLeavesItsRun: Mutant = {
  id: 'refused-launch-leaves-its-run',
  defect: 'A launch that is refused for its pins leaves the run that it had created by then.',
  fails: ['identity.admission-is-atomic', 'identity.launch-refuses-what-was-not-accepted'],
  explained:
    'After a refusal for its pins identity.launch-refuses-what-was-not-accepted wants the run not to be there.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'launch' || !isForItsPins(decision)) return decision;
    const created = plain(
      overlay(
        view,
        ofPins.map((of) => acceptedAs(of, command.pins[of])),
      ),
      command,
    );
    return { answer: decision.answer, writes: created.writes };
  },
};

const isForItsPins = ({ answer }: Decision): boolean =>
  answer.status === 'refused' && (answer.reason === 'unknown-revision' || answer.reason === 'revision-not-accepted');

/** A queue is between, and nobody who is asked for the run looks into it. */
const admitsToAQueue: Mutant = {
  id: 'admits-to-a-queue',
  defect:
    'A launch is answered with ok when it is put into a queue, and the run is there only once a worker took it out.',
  fails: ['identity.admission-is-atomic'],
  plot: ({ file, store }) => {
    const queue = new Mailbox(file);
    return {
      answers: (command) => {
        if (command.type !== 'launch' || !store.accepts(command)) return undefined;
        queue.post(command);
        return { status: 'ok', value: { run: command.run, slot: command.slot } };
      },
      looks: () => {
        for (const command of queue.take()) store.apply(command);
      },
      closes: () => queue.close(),
    };
  },
};

/** Process memory is the only place that knows which revision is the newest. */
const claimPinsTheNewest: Mutant = {
  id: 'claim-pins-the-newest',
  defect: 'Each claim pins its run to the newest revisions that were accepted.',
  fails: ['identity.replacement-uses-pinned-configuration'],
  reports: ['airflow-run-switches-definition-version'],
  decide: (plain) => {
    const newest = new Map<string, string>();
    return (view, command) => {
      const decision = plain(view, command);
      if (decision.answer.status === 'refused') return decision;
      if (command.type === 'accept')
        newest.set(view.get('revision', command.revision)?.context.of ?? '', command.revision);
      const run = command.type === 'claim' ? view.get('run', command.run) : undefined;
      if (command.type !== 'claim' || run === undefined) return decision;
      const entity = having(run, { pins: { ...run.context.pins, ...Object.fromEntries(newest) } });
      return withWrites(decision, [{ kind: 'run', id: command.run, entity }]);
    };
  },
};

/** Which runs are started, under which key and configuration. */
export const launchMutants: readonly Mutant[] = [
  startsASecondRun,
  takesOtherInputs,
  refusedLaunchRepins,
  launchesTheUnaccepted,
  launchesTheUnknown,
  refusedLaunchLeavesItsRun,
  admitsToAQueue,
  claimPinsTheNewest,
];

import { approvalOf, effectOf, outputOf } from '../../model/rules/names.ts';
import type { Mutant } from './mutant.ts';
import { altered, changed, withWrites } from './writes.ts';

const forgetsTheOrigin: Mutant = {
  id: 'forgets-the-origin',
  defect: 'A branch is made, and nothing says of which run.',
  fails: ['recovery.branch-is-a-linked-new-run', 'evidence.outputs-carry-provenance'],
  explained: 'Without an origin the results that it took over are held against its own attempts.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    return command.type === 'branch' ? altered(decision, 'run', () => ({ origin: null })) : decision;
  },
};

const inheritsTheApproval: Mutant = {
  id: 'inherits-the-approval',
  defect: 'A branch is approved because its parent was, whatever was changed in between.',
  fails: ['recovery.branch-inherits-no-authority'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'branch' || decision.answer.status === 'refused') return decision;
    const { run, as, slot } = command;
    const steps = view.get('run', run)?.context.program.steps ?? [];
    const approvals = steps.flatMap(({ id }) => {
      const given = view.get('approval', approvalOf(run, id));
      return given === undefined ? [] : [changed(approvalOf(as, id), given, { run: as, slot })];
    });
    return withWrites(decision, approvals);
  },
};

/** The changed results stand there as they were changed; only what rests on them is wrong. */
const takesAllOver: Mutant = {
  id: 'takes-all-over',
  defect: 'A branch takes over every result of its parent but those that are changed, whatever they rest on.',
  fails: ['recovery.branch-is-a-linked-new-run', 'recovery.branch-inherits-no-authority'],
  explained: 'An effect that rests on the change has the receipt of the parent.',
  decide: (plain) => (view, command) => {
    if (command.type !== 'branch') return plain(view, command);
    const { changes, slot } = command;
    const ids = new Map(Object.entries(changes).map(([step, value]) => [outputOf(slot, step), value] as const));
    return altered(plain(view, { ...command, changes: {} }), 'output', ({ commits }, id) => {
      const value = ids.get(id);
      return value === undefined ? {} : { commits: commits.map((commit) => ({ ...commit, value })) };
    });
  },
};

const branchStartsOver: Mutant = {
  id: 'branch-starts-over',
  defect: 'A branch has the changed results, and does everything else again.',
  fails: ['recovery.branch-is-a-linked-new-run'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'branch' || decision.answer.status === 'refused') return decision;
    const kept = new Set(Object.keys(command.changes).map((step) => outputOf(command.slot, step)));
    const writes = decision.writes.filter(({ kind, id }) => kind !== 'output' || kept.has(id));
    return altered({ ...decision, writes }, 'slot', () => ({ done: Object.keys(command.changes) }));
  },
};

const branchEndsItsParent: Mutant = {
  id: 'branch-ends-its-parent',
  defect: 'The run that a branch is made from is closed as cancelled, whatever it had come to.',
  fails: ['recovery.branch-is-a-linked-new-run'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const parent = command.type === 'branch' ? view.get('run', command.run) : undefined;
    if (command.type !== 'branch' || parent === undefined || decision.answer.status === 'refused') return decision;
    return withWrites(decision, [changed(command.run, { ...parent, leaf: 'cancelled' }, {})]);
  },
};

/** The owner takes it for the first action with other arguments. */
const branchSendsOldKeys: Mutant = {
  id: 'branch-sends-old-keys',
  defect: 'An effect of a branch goes out under the key that it had in the run that the branch is made from.',
  fails: ['recovery.branch-inherits-no-authority'],
  decide: (plain) => (view, command) => {
    if (command.type !== 'intend') return plain(view, command);
    const origin = view.get('run', view.get('attempt', command.attempt)?.context.run ?? '')?.context.origin;
    const slot = view.get('run', origin?.run ?? '')?.context.slots[0] ?? '';
    const first = view.get('effect', effectOf(slot, command.step))?.context;
    return plain(view, first === undefined ? command : { ...command, actionKey: first.key });
  },
};

/** What a branch has of the run that it is made from. */
export const recoveryBranchMutants: readonly Mutant[] = [
  forgetsTheOrigin,
  inheritsTheApproval,
  takesAllOver,
  branchStartsOver,
  branchEndsItsParent,
  branchSendsOldKeys,
];

import { doneWith, ownSteps, type Progress } from '../machines/progress.ts';
import type { RunContext } from '../machines/run-words.ts';
import type { SlotContext } from '../machines/slot-words.ts';
import { is } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import { type CommandOf, dependenciesOf, type Json, type Program, type Step, sameJson } from '../vocabulary.ts';
import { adopt, goOn } from './committing.ts';
import { deadlineOf } from './launching.ts';
import { childSlotOf, outputOf } from './names.ts';

/**
 * Makes a new run of what another one committed. What does not rest on the changes is reused, with its evidence; everything else is done
 * again, under keys and approvals of its own. The parent stays as it is.
 */
export const branch = (tx: Transaction, command: CommandOf<'branch'>): boolean => {
  const { tenant, run, reason, changes } = command;
  const parent = tx.get('run', run)?.context;
  const slot = parent?.slots[0] ?? '';
  const before = tx.get('slot', slot)?.context;
  return (
    tx.ask('run', run, { type: 'belong', tenant }) &&
    (reason.trim() !== '' || tx.refuse('reason-is-blank')) &&
    parent !== undefined &&
    before !== undefined &&
    Object.keys(changes).every((step) => isChangeable(tx, command.program ?? parent.program, step)) &&
    found(tx, command, { parent, before, slot })
  );
};

/** What a person decided or an owner did cannot be made up; what a model or tool said can. */
const isChangeable = (tx: Transaction, program: Program, id: string): boolean => {
  const step = ownSteps(program.steps).find((one) => one.id === id);
  if (step === undefined) return tx.refuse('unknown-step');
  return step.op === 'model' || step.op === 'tool' || tx.refuse('step-is-of-another-kind');
};

type From = { readonly parent: RunContext; readonly before: SlotContext; readonly slot: string };

const found = (tx: Transaction, command: CommandOf<'branch'>, from: From): boolean => {
  const { tenant, as, slot, run, reason, changes, actor } = command;
  const { pins } = from.parent;
  const program = command.program ?? from.parent.program;
  const { workerClass } = from.before;
  const specification = childSlotOf(from.before.specification, as);
  const reused = reusedFor(tx, { ...from, changes }, program);
  const evidence = evidenceOf(program, { reused, changes, paths: from.before.paths });
  const origin = { run, actor, reason };
  const by = `branch by ${actor}`;
  return (
    tx.create('run', as, {
      ...{ tenant, startKey: as, pins, program, slots: [slot], parent: null, origin },
      deadlineAtMs: deadlineOf(program, tx.nowMs),
    }) &&
    tx.create('slot', slot, { tenant, run: as, steps: program.steps, specification, workerClass, evidence }) &&
    tx.create('specification', specification, { id: specification, tenant, run: as, slot, workerClass }) &&
    reused.every(({ id }) => adopt(tx, { run: as, slot, step: id }, outputOf(from.slot, id))) &&
    Object.entries(changes).every(([step, value]) => adopt(tx, { run: as, slot, step }, { by, value })) &&
    goOn(tx, { run: as, slot, by }) &&
    tx.answer({ run: as, slot, reused: reused.map(({ id }) => id) })
  );
};

type Changed = From & { readonly changes: Readonly<Record<string, Json>> };

/** The steps that are the same in both programs, have a result, and rest on nothing that is changed or done again. */
const reusedFor = (tx: Transaction, { before, slot, changes }: Changed, program: Program): readonly Step[] => {
  const olds = new Map(ownSteps(before.steps).map((step) => [step.id, step] as const));
  const steps = ownSteps(program.steps);
  const isKept = (step: Step): boolean =>
    !(step.id in changes) &&
    isSameStep(step, olds.get(step.id)) &&
    is(tx.get('output', outputOf(slot, step.id)), 'committed');
  const kept = new Set(steps.filter(isKept).map(({ id }) => id));
  const known = new Set(steps.map(({ id }) => id));
  return steps.filter(
    ({ id }) => kept.has(id) && [...dependenciesOf(program, id)].every((used) => kept.has(used) || !known.has(used)),
  );
};

const isSameStep = (step: Step, old: Step | undefined): boolean =>
  old !== undefined && sameJson(JSON.parse(JSON.stringify(step)), JSON.parse(JSON.stringify(old)));

type Taken = {
  readonly reused: readonly Step[];
  readonly changes: Readonly<Record<string, Json>>;
  readonly paths: Progress['paths'];
};

const none: readonly string[] = [];

/** How far the branch is from its first moment on; a choice that is made again has taken no way yet. */
const evidenceOf = ({ steps }: Program, { reused, changes, paths }: Taken): Pick<Progress, 'done' | 'paths'> => {
  const kept = Object.fromEntries(Object.entries(paths).filter(([id]) => reused.some((step) => step.id === id)));
  const given = [...reused.map(({ id }) => id), ...Object.keys(changes)];
  const done = given.reduce((so, id) => doneWith({ steps, done: so, paths: kept }, id), none);
  return { done, paths: kept };
};

import { z } from 'zod';
import {
  allSteps,
  type Commit,
  insideOf,
  type Json,
  type Program,
  type RunView,
  type Step,
  type StepView,
  sameJson,
} from '../../model/vocabulary.ts';
import type { Checkpoint, Thread } from './thread.ts';

/** One thread of a program as LangGraph's saver shows it. */
export const viewOf = (thread: Thread, program: Program): RunView => {
  const root = spaceOf(thread, '');
  const newest = root.checkpoints.at(-1);
  if (newest === undefined) return { status: 'absent', steps: {} };
  const steps = program.steps.flatMap((step) => placed(thread, step));
  const shown = Object.fromEntries(steps.flatMap(([id, view]) => (view === undefined ? [] : [[id, view]])));
  return {
    ...standing(root, newest),
    ...(isRejected(program, shown, newest) ? { status: 'failed' } : {}),
    steps: shown,
  };
};

const spaceOf = ({ checkpoints, writes }: Thread, space: string): Thread => ({
  checkpoints: checkpoints.filter((checkpoint) => checkpoint.space === space),
  writes: writes.filter((write) => write.space === space),
});

/** A step and those inside it, each as seen where its channel is: a child's steps in the spaces of its subgraph, one for each call of it. */
const placed = (thread: Thread, step: Step): readonly (readonly [string, StepView | undefined])[] => {
  const isIn = (space: string): boolean => (space.split(':')[0] ?? '') === (step.op === 'child' ? `do ${step.id}` : '');
  const spaces = [...new Set(thread.checkpoints.map(({ space }) => space))].filter(isIn);
  const inner = insideOf(step).map(
    ({ id }) => [id, merged(spaces.map((space) => stepOf(spaceOf(thread, space), id)))] as const,
  );
  return [[step.id, stepOf(spaceOf(thread, ''), step.id)], ...inner];
};

const merged = (views: readonly (StepView | undefined)[]): StepView | undefined => {
  const seen = views.filter((view) => view !== undefined);
  const last = seen.at(-1);
  const commits = seen.flatMap((view) => view.commits);
  return last && { ...last, commits: commits.toSorted((a, b) => (a.at < b.at ? -1 : 1)) };
};

const isDue = (channel: string): boolean => channel === '__start__' || channel.startsWith('branch:to:');

/**
 * Where the run stands, in LangGraph's own terms. A node is due while its trigger channel is set in the newest checkpoint; that is
 * what `getState().tasks` shows, and unlike `getState().next` it is empty only at the end. A task's error stands there too, and stays when
 * the node is run again, until that has a result.
 */
const standing = ({ writes }: Thread, newest: Checkpoint): Pick<RunView, 'status' | 'approvals'> => {
  if (!Object.keys(newest.values).some(isDue)) return { status: 'succeeded', approvals: [] };
  const onNewest = writes.filter((write) => write.id === newest.id);
  const done = new Set(onNewest.filter(({ channel }) => !channel.startsWith('__')).map(({ task }) => task));
  const approvals = onNewest
    .filter(({ channel, task }) => channel === '__interrupt__' && !done.has(task))
    .flatMap((write) => interruptsSchema.parse(write.value))
    .map(({ value: { step } }) => ({ id: step, step, status: 'requested', revision: newest.id }));
  const isFailed = onNewest.some(({ channel, task }) => channel === '__error__' && !done.has(task));
  return { status: approvals.length > 0 ? 'waiting' : isFailed ? 'failed' : 'running', approvals };
};

const interruptsSchema = z.array(z.object({ value: z.object({ step: z.string() }) }));

/** A graph that came to its end because its reviewer rejected did not do its program. */
const isRejected = (program: Program, steps: Readonly<Record<string, StepView>>, { values }: Checkpoint): boolean =>
  !Object.keys(values).some(isDue) &&
  allSteps(program).some(({ op, id }) => op === 'approval' && (steps[id]?.inForce ?? 'approve') !== 'approve');

const stepOf = (space: Thread, channel: string): StepView | undefined => {
  const newest = space.checkpoints.at(-1);
  const commits = commitsOf(space, channel);
  const pending = space.writes.find((write) => write.id === newest?.id && write.channel === channel);
  if (pending !== undefined) return { commits, inForce: pending.value, pending: true };
  const inForce = newest?.values[channel];
  if (inForce !== undefined) return { commits, inForce };
  return commits.length > 0 ? { commits } : undefined;
};

/**
 * The commits of one step, oldest first. A node that ran on checkpoint P leaves its result twice: as a pending write on P, then as a
 * new version of its channel in a child of P. These are one commit. Every further child of P with a new version is another writer's,
 * also where the value is equal: LangGraph names a task by P and its node, not by its process, and keeps only the first pending write.
 */
const commitsOf = (space: Thread, channel: string): readonly Commit[] =>
  [undefined, ...space.checkpoints]
    .flatMap((parent) => commitsOn(space, channel, parent))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ commit }) => commit);

/** `order` sorts a commit by the checkpoint that it came into; one that is still pending comes right after the one it ran on. */
const commitsOn = ({ checkpoints, writes }: Thread, channel: string, parent: Checkpoint | undefined) => {
  const versionIn = (checkpoint: Checkpoint | undefined) => checkpoint?.versions[channel];
  const children = checkpoints.filter(
    (child) => parentOf(checkpoints, child) === parent && versionIn(child) !== versionIn(parent),
  );
  const pending = writes.find((write) => write.id === parent?.id && write.channel === channel);
  const first =
    pending === undefined ? children[0] : children.find((child) => sameJson(valueIn(child, channel), pending.value));
  const by = pending?.task ?? 'a task that left no pending write';
  const further = children
    .filter((child) => child !== first)
    .map((child) => ({ order: child.id, commit: { by, at: child.id, value: valueIn(child, channel) } }));
  const value = pending === undefined ? first && valueIn(first, channel) : pending.value;
  if (value === undefined) return further;
  const at = parent?.id ?? first?.id ?? '';
  return [{ order: first?.id ?? `${at}~`, commit: { by, at, value } }, ...further];
};

const parentOf = (checkpoints: readonly Checkpoint[], child: Checkpoint): Checkpoint | undefined =>
  checkpoints.find((checkpoint) => checkpoint.id === child.parent);
const valueIn = ({ values }: Checkpoint, channel: string): Json => values[channel] ?? null;

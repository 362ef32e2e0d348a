import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type Commit, type Json, jsonSchema, type RunView, type StepView, sameJson } from '../../model/vocabulary.ts';

/**
 * Reads one thread in one transaction, so that the view is of one moment, and without LangGraph, whose own reading sets up the
 * tables first and so may write.
 */
export const viewOf = (db: Database, run: string): RunView => {
  const read = db.transaction(() => ({
    checkpoints: db.prepare(checkpointsOf).all(run),
    writes: db.prepare(writesOf).all(run),
  }));
  const thread = threadSchema.parse(read());
  const newest = thread.checkpoints.at(-1);
  if (newest === undefined) return { status: 'absent', steps: {} };
  const channels = new Set(thread.checkpoints.flatMap(({ checkpoint }) => Object.keys(checkpoint.channel_versions)));
  for (const write of thread.writes) channels.add(write.channel);
  const steps = [...channels].filter(holdsResult).map((channel) => [channel, stepOf(thread, newest, channel)] as const);
  return { ...standing(thread, newest), steps: Object.fromEntries(steps) };
};

const checkpointsOf = `select checkpoint_id as id, parent_checkpoint_id as parent, cast(checkpoint as text) as checkpoint
  from checkpoints where thread_id = ? and checkpoint_ns = '' order by checkpoint_id`;
const writesOf = `select checkpoint_id as id, task_id as task, channel, cast(value as text) as value
  from writes where thread_id = ? and checkpoint_ns = '' order by checkpoint_id, task_id, idx`;

const parsed = z.string().transform((text): unknown => JSON.parse(text));
const threadSchema = z.object({
  checkpoints: z.array(
    z.object({
      id: z.string(),
      parent: z.string().nullable(),
      checkpoint: parsed.pipe(
        z.object({
          channel_values: z.record(z.string(), jsonSchema),
          channel_versions: z.record(z.string(), z.union([z.number(), z.string()])),
        }),
      ),
    }),
  ),
  writes: z.array(z.object({ id: z.string(), task: z.string(), channel: z.string(), value: parsed.pipe(jsonSchema) })),
});
type Thread = z.infer<typeof threadSchema>;
type Checkpoint = Thread['checkpoints'][number];

/** LangGraph's own channels are `__x__` and `branch:to:x`; `document` is the launch input; the others are named for their step. */
const holdsResult = (channel: string): boolean =>
  !channel.startsWith('__') && !channel.startsWith('branch:to:') && channel !== 'document';
const isDue = (channel: string): boolean => channel === '__start__' || channel.startsWith('branch:to:');

/**
 * Where the run stands, in LangGraph's own terms. A node is due while its trigger channel is set in the newest checkpoint; that is
 * what `getState().tasks` shows, and unlike `getState().next` it is empty only at the end.
 */
const standing = ({ writes }: Thread, newest: Checkpoint): Pick<RunView, 'status' | 'approvals'> => {
  if (!Object.keys(newest.checkpoint.channel_values).some(isDue)) return { status: 'succeeded', approvals: [] };
  const interrupts = writes.filter((write) => write.id === newest.id && write.channel === '__interrupt__');
  const approvals = interrupts
    .flatMap((write) => interruptsSchema.parse(write.value))
    .map(({ value: { step } }) => ({ id: step, step, status: 'requested', revision: newest.id }));
  return { status: approvals.length > 0 ? 'waiting' : 'running', approvals };
};

const interruptsSchema = z.array(z.object({ value: z.object({ step: z.string() }) }));

const stepOf = (thread: Thread, newest: Checkpoint, channel: string): StepView => {
  const commits = commitsOf(thread, channel);
  const pending = thread.writes.find((write) => write.id === newest.id && write.channel === channel);
  if (pending !== undefined) return { commits, inForce: pending.value, pending: true };
  const inForce = newest.checkpoint.channel_values[channel];
  return inForce === undefined ? { commits } : { commits, inForce };
};

/**
 * The commits of one step, oldest first. A node that ran on checkpoint P leaves its result twice: as a pending write on P, then as a
 * new version of its channel in a child of P. These are one commit. Every further child of P with a new version is another writer's,
 * also where the value is equal: LangGraph names a task by P and its node, not by its process, and keeps only the first pending write.
 */
const commitsOf = (thread: Thread, channel: string): readonly Commit[] =>
  [undefined, ...thread.checkpoints]
    .flatMap((parent) => commitsOn(thread, channel, parent))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ commit }) => commit);

/** `order` sorts a commit by the checkpoint that it came into; one that is still pending comes right after the one it ran on. */
const commitsOn = ({ checkpoints, writes }: Thread, channel: string, parent: Checkpoint | undefined) => {
  const versionIn = (checkpoint: Checkpoint | undefined) => checkpoint?.checkpoint.channel_versions[channel];
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
const valueIn = ({ checkpoint }: Checkpoint, channel: string): Json => checkpoint.channel_values[channel] ?? null;

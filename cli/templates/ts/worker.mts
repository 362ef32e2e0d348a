// The process that works and gets killed. `serve` speaks the protocol on stdin and stdout: write logs to stderr only.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { CallStep, Json, Program } from 'killpoint';
import { interpret, perform, type Results, serve } from 'killpoint/adapter';

// A toy runtime: every run in one JSON file, replaced as a whole.
type Commit = { by: string; at: string; value: Json };
type Run = {
  program: Program;
  status: 'running' | 'waiting' | 'succeeded';
  waitsFor: string | null;
  decisions: Record<string, Json>;
  commits: Record<string, Commit>;
};
let file = '';
let world = '';
let name = '';

const read = (): Record<string, Run> => JSON.parse(readFileSync(file, 'utf8'));
const change = (id: string, fresh: Partial<Run>): void => {
  const runs = read();
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ ...runs, [id]: { ...runs[id], ...fresh } }));
  renameSync(`${file}.${process.pid}`, file); // a reader sees the file before or after, never half of it
};
const runOf = (id: string): Run => {
  const run = read()[id];
  if (run === undefined) throw new Error(`there is no run ${id}`);
  return run;
};
const commit = (id: string, step: string, value: Json): Json => {
  const { commits } = runOf(id);
  // A worker that comes back finds what its successor committed, and leaves it.
  const standing = commits[step] ?? { by: name, at: `${Object.keys(commits).length}`, value };
  change(id, { commits: { ...commits, [step]: standing } });
  return standing.value;
};

// One step in the runtime's own idiom: not again when it is committed; else one call on the world, then the commit.
const step = async (id: string, one: CallStep, results: Results): Promise<Json> => {
  const done = runOf(id).commits[one.id];
  if (done !== undefined) return done.value;
  if (one.op !== 'approval')
    return commit(id, one.id, await perform(world, { run: id, step: one, results, key: `${id}:${one.id}` }));
  await perform(world, { run: id, step: one, results }); // shows the prompt
  change(id, { status: 'waiting', waitsFor: one.id });
  const decision = await decided(id, one.id);
  commit(id, one.id, decision);
  change(id, { status: 'running', waitsFor: null });
  return decision;
};
const decided = async (id: string, approval: string): Promise<Json> => {
  for (;;) {
    const decision = runOf(id).decisions[approval];
    if (decision !== undefined) return decision;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const working = new Set<string>();
const advance = async (id: string): Promise<void> => {
  working.add(id);
  // `interpret` walks through the program, into groups and choices too, and hands each step to the function above.
  await interpret(runOf(id).program, { call: (one, results) => step(id, one, results) });
  change(id, { status: 'succeeded' });
};
const poll = (): void => {
  for (const [id, { status }] of Object.entries(read()))
    if (status !== 'succeeded' && !working.has(id)) void advance(id).catch(fail);
  setTimeout(poll, 20);
};
// A worker that cannot go on dies: the next one takes the run up.
const fail = (error: unknown): void => {
  console.error(error);
  process.exit(1);
};

serve({
  // Once and first. `world` is this process's own address of the world.
  open: (message) => {
    file = String(message.store);
    ({ world, name } = message);
  },
  // What really runs here. It is compared with what the adapter described.
  measure: () => ({ version: '0.1.0' }),
  // Makes a worker of it: take up what is unfinished, then serve. Without it, it is a client that only passes commands.
  work: poll,
  // An answer binds: `ok` only when it is durable, `refused` only when it is definitely not done.
  command: (command) => {
    if (command.type === 'launch') {
      // A client that got no answer asks again: the run that is there stays.
      if (!(command.run in read()))
        change(command.run, {
          program: command.program,
          status: 'running',
          waitsFor: null,
          decisions: {},
          commits: {},
        });
      return { ok: null };
    }
    if (command.type !== 'decide') return { refused: 'not offered' };
    const run = read()[command.run];
    if (run?.waitsFor !== command.approval) return { refused: 'no such approval is open' };
    if (command.approval in run.decisions) return { refused: 'it is decided already' };
    change(command.run, { decisions: { ...run.decisions, [command.approval]: command.decision } });
    return { ok: null };
  },
});

import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type Adapter,
  callSteps,
  type History,
  holderOf,
  isOf,
  type Program,
  type Session,
  type Subject,
  subjectSchema,
} from '../model/vocabulary.ts';
import type { Archive } from './archive.ts';
import { execute } from './execute.ts';
import { endsEverything, messageOf, UsageError } from './failures.ts';
import { type OpenGround, openGround } from './ground.ts';
import { isOnePath, pathOf } from './plans/landmarks.ts';
import { controlOf } from './plans.ts';
import { scenarios } from './programs.ts';
import { isOffered } from './selection.ts';
import { declares, namesRequirements, type SmokeCheck } from './smoke-subject.ts';

/** What a smoke test is asked to do. */
export type SmokeWish = {
  readonly adapter: Adapter;
  /** Kills the adapter's own process, where it is one. */
  readonly crash: (() => Promise<void>) | undefined;
  /** The same target with the document review in the runtime's own idiom, where its adapter ships one. */
  readonly native: Adapter | undefined;
  readonly archive: Archive;
  readonly signal: AbortSignal;
};

/** Judges an adapter alone: nothing is interrupted, and nothing is said about its runtime. Throws `TargetUnavailable`. */
export const smoke = async (wish: SmokeWish): Promise<readonly SmokeCheck[]> => {
  await wish.archive.prepare();
  const ground = await openGround(wish.adapter, { workers: 1, signal: wish.signal, folder: wish.archive.folder });
  try {
    const { subject } = ground;
    const programs = scenarios
      .filter(({ coverage }) => coverage.length > 0)
      .map(({ program }) => program)
      .filter((program) => isOffered(controlOf(program, 1), subject));
    const checks: SmokeCheck[] = [
      declares(subject, programs),
      namesRequirements(subject),
      await repeatsItself(wish.adapter, subject),
    ];
    const runs = new Map<string, History>();
    for (const program of programs) {
      runs.set(program.id, await undisturbed(ground, program, wish.archive));
      // A run that its user ended ends the smoke test quietly; one that something else ended says what.
      if (ground.signal.aborted && !wish.signal.aborted) throw ground.signal.reason;
    }
    for (const [id, history] of runs)
      checks.push(finishes(id, history), isSeen(id, history), isSilentOtherwise(id, history));
    return [
      ...checks,
      ...(await survivesItself(wish, ground)),
      ...(await speaksItsIdiom(wish, runs.get('document-review'))),
    ];
  } finally {
    await ground.close();
    await wish.archive.tidy();
  }
};

/** Opens one store of a target and closes it again, with its servers up. Throws when anything of that fails. */
export const tryStore = async (adapter: Adapter, archive: Archive): Promise<void> => {
  await archive.prepare();
  const ground = await openGround(adapter, {
    workers: 0,
    signal: new AbortController().signal,
    folder: archive.folder,
  });
  try {
    const session = await openAny(adapter, archive, ground);
    await session.close();
  } finally {
    await ground.close();
  }
};

/** A store for no case, by the first program. */
const openAny = async (adapter: Adapter, archive: Archive, { servers }: OpenGround): Promise<Session> => {
  const [first] = scenarios;
  if (first === undefined) throw new Error('expected a program to open a store for; the catalogue is empty');
  const folder = archive.workFolder('no-case');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return adapter.open({ folder, name: `case-${randomUUID()}`, settings: {}, program: first.program, servers });
};

const undisturbed = (ground: OpenGround, program: Program, archive: Archive): Promise<History> =>
  execute(ground, controlOf(program, 1), { folder: archive.workFolder(program.id), path: undefined });

const repeatsItself = async (adapter: Adapter, subject: Subject): Promise<SmokeCheck> => {
  const again = subjectSchema.parse(await adapter.describe());
  return {
    check: 'describes itself the same way twice',
    holds: isDeepStrictEqual(again, subject),
    found: `${subject.name} ${subject.version}${isDeepStrictEqual(again, subject) ? ', twice' : ', then something else'}`,
  };
};

const finishes = (program: string, history: History): SmokeCheck => {
  const last = history.observations.filter((seen) => isOf(seen, 'view.read')).at(-1);
  return {
    check: `${program}: runs undisturbed to its end, and 'inspect' shows it`,
    holds: history.ended === 'settled' && last?.event.view.status === 'succeeded',
    found: `the run ended ${history.ended}; its last reading says ${last?.event.view.status ?? 'nothing'}`,
  };
};

/** Each step's call arrives, with the values of the steps that it uses; of a choice, only those of the case that was chosen. */
const isSeen = (id: string, { plan, observations }: History): SmokeCheck => {
  const calls = observations.filter((seen) => isOf(seen, 'call.received'));
  const unseen = callSteps(plan.program).filter(({ id: step, uses }) => {
    const call = calls.find(({ event }) => event.step === step);
    if (call === undefined) return holderOf(plan.program, step)?.op !== 'choose';
    return uses.some((used) => !(used in call.event.inputs));
  });
  return {
    check: `${id}: every step calls the world and hands on what it uses`,
    holds: unseen.length === 0,
    found:
      unseen.length === 0 ? `${calls.length} calls` : `not so for ${unseen.map(({ id: step }) => step).join(', ')}`,
  };
};

const isSilentOtherwise = (id: string, { observations }: History): SmokeCheck => {
  const odd = observations.filter(({ event }) =>
    ['call.strange', 'call.escaped', 'view.unreadable'].includes(event.type),
  );
  return {
    check: `${id}: nothing calls that should not, and every reading succeeds`,
    holds: odd.length === 0,
    found: `${odd.length} exceptions`,
  };
};

/** An adapter that is a process may crash: the next one has to read the stores that it left behind. */
const survivesItself = async (
  { crash, adapter, archive }: SmokeWish,
  ground: OpenGround,
): Promise<readonly SmokeCheck[]> => {
  if (crash === undefined) return [];
  const check = 'when its own process is killed, the next one describes the same and reads the stores that are open';
  const session = await openAny(adapter, archive, ground);
  try {
    const before = await session.inspect('run-1');
    await crash();
    const after = await session.inspect('run-1');
    const found = `before: ${before.status}; after: ${after.status}`;
    return [{ check, holds: isDeepStrictEqual(before, after), found }];
  } catch (error) {
    if (endsEverything(error)) throw error;
    return [{ check, holds: false, found: messageOf(error) }];
  } finally {
    await session.close();
  }
};

/** The document review written by hand in the runtime's own idiom shows the world the same calls as the interpreter. */
const speaksItsIdiom = async (
  { native, archive, signal }: SmokeWish,
  interpreted: History | undefined,
): Promise<readonly SmokeCheck[]> => {
  const program = scenarios.find(({ program: { id } }) => id === 'document-review')?.program;
  if (native === undefined || interpreted === undefined || program === undefined) return [];
  const ground = await openGround(native, { workers: 1, signal, folder: archive.folder }).catch(unlessNotShipped);
  if (ground === undefined) return [];
  try {
    const own = await undisturbed(ground, program, archive);
    const [ours, theirs] = [pathOf(interpreted).join(', '), pathOf(own).join(', ')];
    const holds = isOnePath(interpreted, own);
    return [
      {
        check: 'document-review: its own idiom shows the world the same calls',
        holds,
        found: holds ? ours : `${ours} against ${theirs}`,
      },
    ];
  } catch (error) {
    return [
      { check: 'document-review: its own idiom shows the world the same calls', holds: false, found: messageOf(error) },
    ];
  } finally {
    await ground.close();
  }
};

/** An adapter that has no such variant ships no document review of its own: there is nothing to compare. */
const unlessNotShipped = (error: unknown): undefined => {
  if (!(error instanceof UsageError)) throw error;
};

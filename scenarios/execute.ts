import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import type { Adapter, CommitMoment, End, History, Plan, RunningServer, Subject } from '../model/vocabulary.ts';
import { Commander } from './execute/commander.ts';
import type { Commit } from './execute/commits.ts';
import { type Cast, Conductor } from './execute/conductor.ts';
import { Director } from './execute/director.ts';
import { Footing } from './execute/footing.ts';
import { decideCommit } from './execute/interrupted-commits.ts';
import type { Path } from './execute/itinerary.ts';
import { RUN } from './execute/messages.ts';
import { Owners } from './execute/owners.ts';
import { playScript } from './execute/script.ts';
import { Service } from './execute/service.ts';
import { type Actor, Stage } from './execute/stage.ts';
import { Supervision } from './execute/supervision.ts';
import { Writes } from './execute/writes.ts';
import { endsEverything, messageOf, TargetUnavailable } from './failures.ts';
import type { Pace } from './pace.ts';
import type { Pool } from './processes/pool.ts';
import type { Servers } from './servers.ts';
import type { Recording } from './store/recording.ts';
import type { StoreFiles } from './store/store-files.ts';
import type { Wanted } from './world/artifacts.ts';
import type { Exchange, Inquiry, World } from './world/receive.ts';

/** What cases share: the target, the booted spares, the world's server, and the signal that ends everything. */
export type Ground = {
  readonly adapter: Adapter;
  readonly subject: Subject;
  readonly servers: Readonly<Record<string, RunningServer>>;
  /** Starts all servers of the target once more, for one case alone. */
  readonly startOwn: (folder: string) => Promise<Servers>;
  readonly pool: Pool;
  readonly world: World;
  /** Where reach *store* was asked for, and the target's store is files that can be watched here. */
  readonly files: StoreFiles | undefined;
  readonly signal: AbortSignal;
  readonly pace: Pace;
};

/** Where a case works, and the path of the undisturbed run that it must follow up to its first interruption. */
export type Place = { readonly folder: string; readonly path: Path | undefined };

/** A slice may overshoot: then its plan is tried again on a fresh run, this often. */
const TRY_LIMIT = 8;

/**
 * Runs one plan on one target and returns its history, whatever happened. Throws `TargetUnavailable` when no store can be opened or no
 * process boots.
 */
export const execute = async (ground: Ground, plan: Plan, place: Place): Promise<History> => {
  for (let tries = 1; ; tries++) {
    const history = await executeOnce(ground, plan, { ...place, folder: `${place.folder}-${tries}` });
    if (!isMissed(history) || history.ended === 'aborted' || tries >= TRY_LIMIT) return withTries(history, tries);
  }
};

const executeOnce = async (ground: Ground, plan: Plan, { folder: place, path }: Place): Promise<History> => {
  await mkdir(place, { recursive: true, mode: 0o700 });
  // The operating system names files by their real paths.
  const folder = await realpath(place);
  const { settings, program } = plan;
  const own = await ownServers(ground, plan, folder);
  const servers = own?.running ?? ground.servers;
  const setting = { folder, name: `case-${randomUUID()}`, settings, program, servers };
  const session = await ground.adapter.open(setting).catch((error: unknown) => {
    if (endsEverything(error)) throw error;
    throw new TargetUnavailable(`the adapter of '${ground.subject.name}' threw in open(): ${messageOf(error)}`, {
      cause: error,
    });
  });
  const openAgain = () => ground.adapter.open({ ...setting, existing: true });
  const files = plan.watches === 'files' ? ground.files : undefined;
  const stage: Stage = new Stage({
    ...ground,
    plan,
    footing: new Footing({ session, openAgain, program, keepsOldCode: settings.oldCode === 'kept', servers: own }),
    supervision: files && new Supervision(files.watcher, folder, (actor) => writes?.by(actor)),
    serving: {
      serve: (actor: Actor, exchange: Exchange) => service.serve(actor, exchange),
      lookUp: (actor: Actor, inquiry: Inquiry) => service.lookUp(actor, inquiry),
      find: (actor: Actor, wanted: Wanted) => owners.find(actor, wanted),
      commit: (commit: Commit) => decideCommit(director, stage, commit),
      commits: (actor: Actor, moment: CommitMoment) => director.commits(actor, moment),
    },
  });
  const commander = new Commander(stage);
  const owners = new Owners(stage, commander);
  const director = new Director(stage, { commander, owners }, path);
  const service = new Service(stage, director, owners);
  const undisturbed = files?.recordings.get(program.id);
  const writes =
    files && new Writes({ stage, director, folder, undisturbed, onChange: () => files.watcher.trustAnew() });
  try {
    const cast = { stage, director, service, owners, commander, signal: ground.signal, pace: ground.pace };
    const ended = await play(cast).catch(stuckOnItsStore(stage));
    if (plan.interventions.length === 0 && writes !== undefined) keepShortest(files, program.id, writes.recording);
    return historyOf(stage, ended);
  } finally {
    director.giveUp();
    await stage.close();
    await own?.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Servers that are killed are shared with no other case. */
const ownServers = async (ground: Ground, plan: Plan, folder: string): Promise<Servers | undefined> => {
  const isKilled = plan.interventions.some((intervention) => intervention.do === 'kill-engine');
  return isKilled && ground.subject.servers.length > 0 ? ground.startOwn(folder) : undefined;
};

const play = async (cast: Cast): Promise<End> => {
  const { script } = cast.stage.plan;
  const ended = script === undefined ? await new Conductor(cast).run() : await playScript(cast, script);
  cast.director.giveUp();
  return ended;
};

/** What only time brings about, such as a heartbeat, is in a longer one and not in the next: most runs are like the shortest. */
const keepShortest = (files: StoreFiles | undefined, program: string, recording: Recording): void => {
  const known = files?.recordings.get(program);
  if (known === undefined || recording.done.length < known.done.length) files?.recordings.set(program, recording);
};

/** A store that cannot even be opened after what the plan did to it is a finding, and no trouble of the harness with its target. */
const stuckOnItsStore =
  (stage: Stage) =>
  (error: unknown): End => {
    if (!stage.opening.isStoreHarmed || !(error instanceof TargetUnavailable)) throw error;
    stage.note({ type: 'run.rested', run: RUN, as: 'stuck' });
    return 'stuck';
  };

const historyOf = (stage: Stage, ended: End): History => ({
  schema: 'killpoint.history/1',
  plan: stage.plan,
  subject: stage.subject,
  observations: [...stage.recorder.observations],
  ended,
});

/** Whether a history did not come to all of its plan's interventions. */
const isMissed = ({ observations }: History): boolean =>
  observations.some(({ event }) => event.type === 'intervention.missed');

const withTries = (history: History, tries: number): History =>
  tries === 1
    ? history
    : {
        ...history,
        observations: history.observations.map((seen) =>
          seen.event.type === 'intervention.landed' ? { ...seen, event: { ...seen.event, tries } } : seen,
        ),
      };

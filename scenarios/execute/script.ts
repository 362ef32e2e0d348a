import type { Command, End, Outcome, ScriptLine } from '../../model/vocabulary.ts';
import { sleep, until } from '../processes/waiting.ts';
import type { Director } from './director.ts';
import type { Actor, Stage } from './stage.ts';

/** How long a command is repeated that waits for time to pass, and how often a second. */
const UNTIL_LIMIT_MS = 20_000;
const ASK_AGAIN_MS = 25;
/** A process that was killed is certainly dead by then. */
const DEATH_LIMIT_MS = 10_000;

/** Who plays a script: the stage, and what the plan does on it. */
type Players = { readonly stage: Stage; readonly director: Director };

/** Drives a runtime by a plan's commands alone, with no worker alive; every command stands between two readings of the runs it concerns. */
export const playScript = async (players: Players, lines: readonly ScriptLine[]): Promise<End> => {
  const { stage } = players;
  const runs = new RunsOf(lines);
  const others: Actor[] = [];
  let client = await stage.enter('client');
  for (const [at, line] of lines.entries()) {
    const commands = line.say === 'race' ? line.commands : [line.command];
    while (line.say === 'race' && others.length < commands.length) others.push(await stage.enter('client'));
    if (client.state === 'dead') client = await stage.enter('client');
    const speaker = client;
    const concerned = new Set(commands.flatMap((command) => runs.concernedBy(command)));
    for (const run of concerned) await stage.look(run, 'before-command');
    if (line.say === 'race')
      await Promise.all(commands.map((command, nth) => stage.send(others[nth] ?? speaker, command)));
    else await say(players, speaker, { line, nth: at + 1 });
    for (const run of concerned) await stage.look(run, 'after-command');
  }
  for (const run of runs.all) await stage.look(run, 'rest');
  return 'settled';
};

type Said = { readonly line: Exclude<ScriptLine, { say: 'race' }>; readonly nth: number };

const say = async ({ stage, director }: Players, client: Actor, { line, nth }: Said): Promise<void> => {
  const end = performance.now() + UNTIL_LIMIT_MS;
  for (;;) {
    const answered = stage.send(client, line.command);
    const next = director.next;
    if (next?.at.at === 'command.sent' && next.at.nth === nth) await dieOver(answered, { director, client });
    const outcome = await answered;
    await until(() => !director.isActing, DEATH_LIMIT_MS);
    if (line.say === 'send' || outcome.status !== 'refused' || performance.now() > end) return;
    await sleep(ASK_AGAIN_MS);
  }
};

/** The process dies before it has an answer: nobody knows then whether the command was done. */
const dieOver = async (
  answered: Promise<Outcome>,
  { director, client }: { readonly director: Director; readonly client: Actor },
): Promise<void> => {
  const boundary = director.next?.at;
  if (boundary === undefined) return;
  let outcome: Outcome | undefined;
  void answered.then((known) => {
    outcome = known;
  });
  const isKnown = (): boolean => outcome !== undefined && outcome.status !== 'unknown';
  await director.act(() =>
    director.killNow(client, boundary, () =>
      isKnown() ? 'the command was answered before its process died' : undefined,
    ),
  );
};

/** Which runs a script launches or branches off, and which of them a command is about: the run it names, and the one that owns its slot. */
class RunsOf {
  readonly all: readonly string[];
  readonly #ofSlot: ReadonlyMap<string, string>;

  constructor(lines: readonly ScriptLine[]) {
    const commands = lines.flatMap((line) => (line.say === 'race' ? line.commands : [line.command]));
    const begun = commands.flatMap((command) => {
      if (command.type === 'launch') return [command];
      return command.type === 'branch' ? [{ run: command.as, slot: command.slot }] : [];
    });
    this.all = [...new Set(begun.map(({ run }) => run))];
    this.#ofSlot = new Map(begun.map(({ slot, run }) => [slot, run]));
  }
  concernedBy(command: Command): readonly string[] {
    const slot =
      'slot' in command ? command.slot : 'attempt' in command ? command.attempt.replace(/\/\d+$/, '') : undefined;
    const owner = slot === undefined ? undefined : this.#ofSlot.get(slot);
    const named = 'run' in command ? command.run : undefined;
    return [owner, named].flatMap((run) => (run !== undefined && this.all.includes(run) ? [run] : []));
  }
}

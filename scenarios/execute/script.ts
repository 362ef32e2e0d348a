import type { Command, End, ScriptLine } from '../../model/vocabulary.ts';
import { sleep } from '../processes/waiting.ts';
import type { Actor, Stage } from './stage.ts';

/** How long a command is repeated that waits for time to pass, and how often a second. */
const UNTIL_LIMIT_MS = 20_000;
const ASK_AGAIN_MS = 25;

/** Drives a runtime by a plan's commands alone, with no worker alive; every command stands between two readings of the runs it concerns. */
export const playScript = async (stage: Stage, lines: readonly ScriptLine[]): Promise<End> => {
  const runs = new RunsOf(lines);
  const first = await stage.enter('client');
  const others: Actor[] = [];
  for (const line of lines) {
    const commands = line.say === 'race' ? line.commands : [line.command];
    while (line.say === 'race' && others.length < commands.length) others.push(await stage.enter('client'));
    const concerned = new Set(commands.flatMap((command) => runs.concernedBy(command)));
    for (const run of concerned) await stage.look(run, 'before-command');
    if (line.say === 'race') await Promise.all(commands.map((command, at) => stage.send(others[at] ?? first, command)));
    else await say(stage, first, line);
    for (const run of concerned) await stage.look(run, 'after-command');
  }
  for (const run of runs.all) await stage.look(run, 'rest');
  return 'settled';
};

const say = async (stage: Stage, client: Actor, line: Exclude<ScriptLine, { say: 'race' }>): Promise<void> => {
  const end = performance.now() + UNTIL_LIMIT_MS;
  for (;;) {
    const outcome = await stage.send(client, line.command);
    if (line.say === 'send' || outcome.status === 'ok' || performance.now() > end) return;
    await sleep(ASK_AGAIN_MS);
  }
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

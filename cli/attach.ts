import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { judge, requirements as specified } from '../model/index.ts';
import type { Plan, ProcessSpec, Verdict } from '../model/vocabulary.ts';
import { plain, shellWord } from '../reports/index.ts';
import { Archive, attachedCase, controlOf, type Invitation, UsageError } from '../scenarios/index.ts';
import { exitCodes } from './exit.ts';
import type { Selected } from './selection.ts';
import { interruption } from './signals.ts';
import { adapterOf } from './targets.ts';

const ATTACH = 'attach:';

/** What is attached to, where an address says so: `attach:reference` is `reference` whose workers a person starts. */
export const attachedAddress = (address: string): string | undefined =>
  address.startsWith(ATTACH) ? address.slice(ATTACH.length) : undefined;

/** One program undisturbed, with its workers started by hand. Throws `UsageError` where the options leave more than one. */
export const attachProgram = async (
  address: string,
  { scenarios, requirements }: Selected,
  { program: named, out }: { readonly program: readonly string[]; readonly out: string },
): Promise<number> => {
  const [only, ...others] = scenarios;
  if (only === undefined || others.length > 0 || named.length === 0)
    throw new UsageError(`${ATTACH} runs one program: name it with --program`);
  const plan = controlOf(only.program, 1);
  return attachPlan({ address, plan, requirements: requirements.map(({ id }) => id), out: join(out, 'attach') });
};

/** What is run under a debugger, and the requirements that are judged then. */
export type AttachedPlan = {
  readonly address: string;
  readonly plan: Plan;
  readonly requirements: readonly string[];
  readonly out: string;
};

/**
 * Runs one plan whose workers a person starts: says what to start each time that one is wanted, waits for it however long it takes, and
 * judges what came of it. Exit 1 when a requirement failed, 2 when none said anything.
 */
export const attachPlan = async ({ address, plan, requirements, out }: AttachedPlan): Promise<number> => {
  const halt = interruption();
  const folder = resolve(out);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  say(`${address}, plan ${plan.id}`);
  const ran = await attachedCase({
    adapter: await adapterOf(address),
    plan,
    archive: new Archive(folder),
    signal: halt.signal,
    onInvite: (invitation) => void process.stdout.write(invitationText(invitation)),
  });
  const cutShort = halt.code();
  if (cutShort !== undefined || ran === undefined) {
    say(`cut short by ${halt.received()}`);
    return cutShort ?? exitCodes.inconclusive;
  }
  const { history, file } = ran;
  const asked = specified.filter(({ id }) => requirements.includes(id));
  const verdicts = judge([{ history, file }], history.subject, asked);
  for (const line of verdictLines(verdicts)) say(line);
  say(`npx killpoint show --text ${shellWord(join(out, file))}`);
  const isFailing = verdicts.some(({ status }) => status === 'fail');
  const isSeen = verdicts.some(({ cases: [one] }) => one?.status === 'pass');
  return isFailing ? exitCodes.failed : isSeen ? exitCodes.ok : exitCodes.inconclusive;
};

const say = (text: string): void => void process.stdout.write(`${plain(text)}\n`);

const verdictLines = (verdicts: readonly Verdict[]): readonly string[] => {
  const cases = verdicts.flatMap(({ requirement, cases: [one] }) =>
    one === undefined ? [] : [{ requirement, ...one }],
  );
  const held = cases.filter(({ status }) => status === 'pass').length;
  const open = cases.filter(({ status }) => status === 'inconclusive');
  return [
    ...cases
      .filter(({ status }) => status === 'fail')
      .map(({ requirement, message }) => `✗ ${requirement}: ${message}`),
    `${held} of ${verdicts.length} requirements held in this case`,
    ...(open.length === cases.length ? [`nothing is decided: ${open[0]?.message ?? 'not exercised'}`] : []),
  ];
};

/** The first debugger gets Node's usual port, so that what is set up for it finds it; a second worker may live beside the first. */
const INSPECTOR_PORT = 9_229;

const invitationText = ({ spec, socket, nth }: Invitation): string =>
  [
    '',
    `worker ${nth} is yours to start. In another terminal:`,
    '',
    `  npx killpoint attach ${shellWord(socket)} -- ${commandWords(spec, nth)}`,
    '',
    isNode(spec)
      ? `It stops before its first line, until a debugger is there (chrome://inspect, or "attach" of an editor, port ${portOf(nth)}).`
      : 'Put what starts your debugger before the command; it must leave stdin and stdout to the worker.',
    'killpoint waits for it as long as it takes. A plan kills and stops it all the same: that is what it is about.',
    '',
  ].join('\n');

const commandWords = ({ command, arguments: args }: ProcessSpec, nth: number): string => {
  const debugging = isNode({ command }) ? [`--inspect-brk=127.0.0.1:${portOf(nth)}`] : [];
  return [command, ...debugging, ...args].map((word) => shellWord(plain(word))).join(' ');
};

const portOf = (nth: number): number => INSPECTOR_PORT + nth - 1;
const isNode = ({ command }: Pick<ProcessSpec, 'command'>): boolean => /^node(js)?$/.test(basename(command));

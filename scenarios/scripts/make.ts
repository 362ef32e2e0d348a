import type { Command, Feature, Plan, Program, ScriptLine } from '../../model/vocabulary.ts';
import { featuresOf } from '../plans/make.ts';
import { keyed } from './keys.ts';

/** A plan of commands alone, and what it exercises, as `Scenario` says it. */
export type Script = { readonly plan: Plan; readonly exercises: readonly string[] };

/** A command that is sent once, or a line that says otherwise. */
export type Line = Command | ScriptLine;

type Told = {
  readonly id: string;
  readonly program: Program;
  readonly lines: readonly Line[];
  readonly exercises: readonly string[];
  readonly settings?: Plan['settings'];
  /** The n-th line, from 1, is a command over which its process dies, and every line before it is accepted. */
  readonly dies?: { readonly line: number; readonly at: DyingMoment };
};

/** Where a client is killed over its command: it was sent; all of it is written and not durable; it is durable and not answered. */
export type DyingMoment = 'command.sent' | 'commit.before' | 'commit.after';

/** Nothing of a slot ends by itself while only commands come, so that short times only save time. */
const short = { leaseMs: 50, graceMs: 20, backoffMs: 20 };

/** Makes a script of its lines. It needs what its program and its commands need; what it exercises is all that it judges not more than others. */
export const scriptOf = ({ id, program, lines, exercises, settings = {}, dies }: Told): Script => {
  const script = keyed(lines.map((line) => ('say' in line ? line : { say: 'send' as const, command: line })));
  const commands = script.flatMap((line) => (line.say === 'race' ? line.commands : [line.command]));
  // Each accepted command is a commit of the runtime that the harness is told the commits of.
  const interventions: Plan['interventions'] =
    dies === undefined ? [] : [{ at: { at: dies.at, nth: dies.line }, do: 'kill' }];
  const tenants = new Set(commands.map(({ tenant }) => tenant));
  const needs = new Set<Feature>([
    'client',
    ...(dies?.at.startsWith('commit.') ? ['commits' as const] : []),
    ...featuresOf(program),
    ...commands.flatMap(({ type }) => needed[type] ?? []),
    ...(tenants.size > 1 ? ['tenants' as const] : []),
  ]);
  return {
    plan: { id, program, interventions, script, needs: [...needs], settings: { ...short, ...settings } },
    exercises,
  };
};

/** Asks until the runtime's clock has come to where the command is accepted. */
export const untilAccepted = (command: Command): ScriptLine => ({ say: 'until-accepted', command });
/** Sends commands at once, each from a process of its own. */
export const race = (...commands: readonly Command[]): ScriptLine => ({ say: 'race', commands });

const reports: readonly Feature[] = ['claim', 'reports'];

/** What a runtime has to offer for a command to mean anything to it. */
const needed: Readonly<Partial<Record<Command['type'], readonly Feature[]>>> = {
  register: ['registry'],
  accept: ['registry'],
  claim: ['claim'],
  reassign: ['reassign'],
  hold: ['hold'],
  release: ['hold'],
  cancel: ['cancel'],
  retry: ['resume'],
  resume: ['resume'],
  resolve: ['resume'],
  branch: ['branch'],
  start: reports,
  heartbeat: [...reports, 'lease'],
  commit: reports,
  intend: reports,
  fail: reports,
  exit: reports,
  'report-lost': reports,
  'release-lease': [...reports, 'lease'],
  expire: [...reports, 'lease'],
  revoke: [...reports, 'lease'],
  'expire-approval': ['approval-deadline'],
};

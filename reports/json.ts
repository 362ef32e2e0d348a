import { z } from 'zod';
import {
  capabilitySchema,
  claimSchema,
  type EvidenceRole,
  profiles,
  type Report,
  reaches,
} from '../model/vocabulary.ts';
import { safeJson } from './escape.ts';

/** `report.json`: indented, its members in a fixed order, and harmless when it is printed or embedded. */
export const jsonReport = (report: Report): string => `${safeJson(arranged(report), 2)}\n`;

const roles = {
  committed: 'committed',
  kill: 'kill',
  stop: 'stop',
  takeover: 'takeover',
  finished: 'finished',
  continue: 'continue',
  command: 'command',
  answer: 'answer',
  before: 'before',
  first: 'first',
  illegal: 'illegal',
  rest: 'rest',
} as const satisfies { readonly [Role in EvidenceRole]: Role };

const count = z.number().int().nonnegative();
const statusSchema = z.enum(['pass', 'fail', 'inconclusive', 'unsupported']);
const levelSchema = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
const tally = { pass: count, fail: count, inconclusive: count, unsupported: count };
const text = z.string();

const caseSchema = z.object({
  plan: text,
  status: statusSchema,
  message: text,
  reproduced: text.exactOptional(),
  counterexample: text.exactOptional(),
  history: text,
  evidence: z.array(z.object({ seq: z.number().int(), role: z.enum(roles) })),
  exercised: z.array(text),
});

const clauseSchema = z.object({
  clause: text,
  status: statusSchema,
  exercised: count,
  needs: text.exactOptional(),
});

const strengthSchema = z.object({
  reach: z.array(z.enum(reaches)),
  planned: count,
  landed: count,
  exercised: count,
  cases: count,
  faultModel: z.enum(['none', 'process crash']),
});

const resultSchema = z.object({
  requirement: text,
  title: text,
  statement: text,
  profile: z.enum(profiles),
  level: levelSchema,
  status: statusSchema,
  promise: claimSchema,
  duty: z.enum(['runtime', 'application', 'shared']),
  message: text,
  strength: strengthSchema,
  clauses: z.array(clauseSchema),
  cases: z.array(caseSchema),
});

const targetSchema = z.object({
  address: text,
  name: text,
  version: text,
  language: text,
  variant: z.record(text, text),
  binaries: z.record(text, text),
  capabilities: z.array(capabilitySchema),
  notes: z.array(text),
});

const interruptionsSchema = z.object({
  planned: count,
  landed: count,
  unreachable: z.record(text, text),
  byBoundary: z.record(text, z.record(text, z.object({ planned: count, landed: count }))),
});

const costSchema = z.object({
  cases: count,
  stepsRepeated: count,
  modelCallsRepeated: count,
  toolCallsRepeated: count,
  effectsDispatched: count,
  effectsApplied: count,
  attemptsUsed: count,
  toNextCallMs: z.number(),
  toResultMs: z.number(),
});

/** What a reader of `report.json` accepts. Members that it does not know are dropped: a later release may write more. */
const shape = z.object({
  schema: z.literal('killpoint.report/1'),
  partial: z.boolean(),
  killpoint: text,
  specification: z.object({ revision: text, hash: text }),
  target: targetSchema,
  host: z.object({ platform: text, node: text, cores: count }),
  started: text,
  durationMs: z.number().nonnegative(),
  exit: z.object({ code: z.number().int(), because: text }),
  summary: z.object({ ...tally, level: levelSchema.exactOptional(), profiles: z.record(text, z.object(tally)) }),
  interruptions: interruptionsSchema,
  remarks: z.array(text),
  cost: costSchema,
  results: z.array(resultSchema),
});
export const reportSchema: z.ZodType<Report> = shape;

/** The members in the order in which the schemas above declare them: what is short and asked for first comes first. */
const order: readonly string[] = [
  shape,
  shape.shape.specification,
  targetSchema,
  shape.shape.exit,
  shape.shape.summary,
  interruptionsSchema,
  costSchema,
  resultSchema,
  strengthSchema,
  clauseSchema,
  caseSchema,
].flatMap((schema) => Object.keys(schema.shape));

const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);

const arranged = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(arranged);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, arranged(member)]));
};

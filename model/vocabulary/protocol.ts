import { z } from 'zod';
import { jsonSchema } from './json.ts';
import type { ProcessRole, ProcessSpec, RunningServer, Setting } from './port.ts';
import { programSchema } from './program.ts';
import { subjectSchema } from './subject.ts';
import { runViewSchema } from './view.ts';

/**
 * The adapter protocol: `Adapter` and `Session` as JSON Lines on the standard streams of a process, for adapters in any language. The
 * number changes when an adapter that was right before would be wrong.
 */
export const adapterProtocol = 1;

/** `ProcessRole` on the wire. */
export const processRoleSchema: z.ZodType<ProcessRole> = z.enum(['worker', 'client']);

/** `ProcessSpec` on the wire. */
export const processSpecSchema: z.ZodType<ProcessSpec> = z.object({
  command: z.string().min(1).describe('A program: a name that PATH finds, or an absolute path.'),
  arguments: z.array(z.string()).readonly(),
  env: z
    .record(z.string(), z.string())
    .describe('All that the process gets besides PATH, HOME, TMPDIR, LANG, LC_ALL, TZ.'),
});

const runningServerSchema: z.ZodType<RunningServer> = z.object({
  ports: z.record(z.string(), z.number().int()).describe('The port of 127.0.0.1 that each named port became.'),
  folder: z.string().describe('The data folder of the server.'),
});

/** `Setting` on the wire. */
export const settingSchema: z.ZodType<Setting> = z.object({
  folder: z.string().describe('An empty folder of this case alone, by its absolute path.'),
  name: z.string().describe('A name that no other case has: for a database, a schema or a prefix of keys.'),
  settings: z.record(z.string(), jsonSchema).describe('The settings of the plan. Ignore what you do not know.'),
  program: programSchema.describe('The program that the case will run.'),
  servers: z.record(z.string(), runningServerSchema).describe('The servers that `describe` named, at work.'),
  existing: z
    .boolean()
    .optional()
    .describe(
      'The folder holds a store already, as a loss of power left it: open it as it is, and make nothing. Only where `describe` says that the store is `files`.',
    ),
});

const numbered = { id: z.number().int().describe('The number that the answer carries.') };
const inSession = { ...numbered, session: z.string().describe('The id that the answer to `open` gave.') };

const describeMessageSchema = z.object({
  ...numbered,
  do: z.literal('describe'),
  protocol: z.number().int().describe('The number of the adapter protocol that the harness speaks.'),
  variant: z
    .record(z.string(), z.string())
    .describe(
      'The settings that were asked for by the target’s address, `name=value` each. Empty: the default variant.',
    ),
});
const openMessageOfAdapterSchema = z.object({ ...numbered, do: z.literal('open'), setting: settingSchema });
const processMessageSchema = z.object({ ...inSession, do: z.literal('process'), role: processRoleSchema });
const inspectMessageSchema = z.object({
  ...inSession,
  do: z.literal('inspect'),
  run: z.string().describe('The id under which the run was launched.'),
});
const closeMessageSchema = z.object({ ...inSession, do: z.literal('close') });

/**
 * What the harness writes to an adapter, one JSON object a line. `describe` comes first, and once more after each restart. The others may
 * come before an earlier one was answered, and the answers may come in any order.
 */
export const adapterMessageSchema = z.discriminatedUnion('do', [
  describeMessageSchema,
  openMessageOfAdapterSchema,
  processMessageSchema,
  inspectMessageSchema,
  closeMessageSchema,
]);
export type AdapterMessage = z.infer<typeof adapterMessageSchema>;

/** The handshake's answer, as far as it has to be read before anything else can be. */
export const handshakeSchema = z.object({
  protocol: z
    .number()
    .int()
    .describe('The number of the adapter protocol that the adapter speaks, whatever was asked.'),
});

/** What `ok` holds in the answer to each message. */
export const adapterAnswerSchemas = {
  describe: handshakeSchema.extend({ subject: subjectSchema }),
  open: z.object({
    session: z
      .string()
      .min(1)
      .describe('Any id. One from which a restarted adapter finds the store again makes a crash cost nothing.'),
    store: jsonSchema.describe('What a process is told in its `open` message so that it finds the store.'),
  }),
  process: processSpecSchema,
  inspect: runViewSchema,
  close: z.null(),
} as const;

/**
 * What an adapter writes back, one line for each message. `refused` is definite: nothing was done, and asking again would not help.
 * `unknown` is not: the call broke off, and may have done something.
 */
export const adapterLineSchema = z.union([
  z.object({ ...numbered, ok: jsonSchema }),
  z.object({ ...numbered, refused: z.string() }),
  z.object({ ...numbered, unknown: z.string() }),
]);
export type AdapterLine = z.infer<typeof adapterLineSchema>;

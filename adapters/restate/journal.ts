import { z } from 'zod';
import { type Json, jsonSchema } from '../../model/vocabulary.ts';
import { query, quoted } from './restate.ts';

/** One durable operation of an invocation: what it was, under which name, and what came of it, as the journal has it. */
export type Operation = {
  readonly kind: 'Run' | 'Sleep' | 'GetPromise' | 'Call';
  readonly name: string;
  /** The invocation that a call started. */
  readonly called?: string;
  readonly completed?: { readonly at: string; readonly result: 'success' | 'failure'; readonly value: Json };
};

/** The journal of one invocation, which only grows: an entry that was read once is not read again. */
export class Journal {
  readonly #admin: string;
  readonly #id: string;
  #length = 0;
  readonly #operations = new Map<number, Operation>();

  constructor(admin: string, id: string) {
    this.#admin = admin;
    this.#id = id;
  }

  get operations(): readonly Operation[] {
    return [...this.#operations.values()];
  }
  /** Reads what has come since the last time. */
  async read(): Promise<void> {
    const entries = await query(
      this.#admin,
      `select index, entry_json, appended_at from sys_journal
        where id = ${quoted(this.#id)} and index >= ${this.#length} order by index`,
      rowSchema,
    );
    for (const { index, entry_json: entry, appended_at: at } of entries) {
      this.#length = index + 1;
      this.#begin(entry.Command ?? {});
      this.#complete(entry.Notification?.Completion ?? {}, `entry ${index}, ${at}`);
    }
  }

  #begin({ Run, Sleep, GetPromise, Call }: z.infer<typeof commandSchema>): void {
    if (Run !== undefined) this.#operations.set(Run.completion_id, { kind: 'Run', name: Run.name });
    if (Sleep !== undefined) this.#operations.set(Sleep.completion_id, { kind: 'Sleep', name: Sleep.name });
    if (GetPromise !== undefined)
      this.#operations.set(GetPromise.completion_id, { kind: 'GetPromise', name: GetPromise.key });
    if (Call !== undefined) {
      const { invocation_id: called, invocation_target: target } = Call.request;
      this.#operations.set(Call.result_completion_id, { kind: 'Call', name: target.Workflow?.key ?? '', called });
    }
  }

  #complete(completion: z.infer<typeof completionSchema>, at: string): void {
    for (const notification of Object.values(completion)) {
      const operation = notification && this.#operations.get(notification.completion_id);
      if (operation === undefined || notification === undefined) continue;
      const { result } = notification;
      const isFailure = result !== undefined && 'Failure' in result;
      const value = result !== undefined && 'Success' in result ? result.Success : null;
      const completed = { at, result: isFailure ? 'failure' : 'success', value } as const;
      this.#operations.set(notification.completion_id, { ...operation, completed });
    }
  }
}

/** A value is in the journal as the bytes of its JSON. */
const bytesSchema = z
  .array(z.number())
  .transform((bytes): unknown => JSON.parse(Buffer.from(bytes).toString('utf8')))
  .pipe(jsonSchema);
const resultSchema = z.union([z.object({ Success: bytesSchema }), z.object({ Failure: z.unknown() })]);
const named = z.object({ completion_id: z.number(), name: z.string() });

const commandSchema = z
  .object({
    Run: named,
    Sleep: named,
    GetPromise: z.object({ completion_id: z.number(), key: z.string() }),
    Call: z.object({
      result_completion_id: z.number(),
      request: z.object({
        invocation_id: z.string(),
        invocation_target: z.object({ Workflow: z.object({ key: z.string() }).optional() }),
      }),
    }),
  })
  .partial();
const notificationSchema = z.object({ completion_id: z.number(), result: resultSchema.optional() });
const completionSchema = z
  .object({
    Run: notificationSchema,
    Sleep: notificationSchema,
    GetPromise: notificationSchema,
    Call: notificationSchema,
  })
  .partial();
const rowSchema = z.object({
  index: z.number(),
  appended_at: z.string(),
  entry_json: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(
      z.object({
        Command: commandSchema.optional(),
        Notification: z.object({ Completion: completionSchema.optional() }).optional(),
      }),
    ),
});

import { z } from 'zod';

/** A program with its arguments. In each text `{folder}` stands for the server's data folder and `{port:NAME}` for a port. */
export const serverCommandSchema = z.object({
  command: z.string(),
  arguments: z.array(z.string()).readonly().default([]),
  env: z.record(z.string(), z.string()).default({}),
});
export type ServerCommand = z.infer<typeof serverCommandSchema>;

/**
 * A server that a runtime needs, such as its database or its engine. The harness picks a free port of 127.0.0.1 for each name in `ports`,
 * gives it an empty data folder, starts it before the first case and ends it after the last. `binary` is the file whose SHA-256 stands in
 * the report beside `version`.
 */
export const serverSpecSchema = z.object({
  name: z.string().min(1),
  version: z.string(),
  binary: z.string(),
  ports: z.array(z.string()).min(1).readonly(),
  /** Runs to its end before the server starts, such as a database's initialisation. */
  prepare: serverCommandSchema.optional(),
  start: serverCommandSchema,
  /** Which of its ports speak a protocol that the harness can stand in: then a process may be given another port in its place. */
  speaks: z.record(z.string(), z.enum(['postgres'])).default({}),
  /** It is ready when this port accepts a connection and, with a `path`, answers a GET on it with 2xx. */
  ready: z.object({ port: z.string(), path: z.string().optional() }),
  /** It refuses to run as root: then it runs as `nobody`. */
  unprivileged: z.boolean().default(false),
});
export type ServerSpec = z.infer<typeof serverSpecSchema>;

/** A server as it ran: what it says it is, and the digest of what was run. */
export const binarySchema = z.object({ name: z.string(), version: z.string(), sha256: z.string() });
export type Binary = z.infer<typeof binarySchema>;

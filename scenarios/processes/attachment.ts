import { z } from 'zod';

/** How to start a process that its user wants to start himself: the bridge does it. */
export const startSchema = z.object({
  command: z.string(),
  arguments: z.array(z.string()).readonly(),
  env: z.record(z.string(), z.string()),
  cwd: z.string(),
});
export type Start = z.infer<typeof startSchema>;

/** What the harness writes to the bridge, one JSON object a line: first how to start it, then what stands on its stdin. */
export const toBridgeSchema = z.union([z.object({ start: startSchema }), z.object({ stdin: z.string() })]);
export type ToBridge = z.infer<typeof toBridgeSchema>;

/** What the bridge writes back: the process and its group, what it wrote, and how it ended. Its stderr stays in its user's terminal. */
export const fromBridgeSchema = z.union([
  z.object({ pid: z.number().int().positive() }),
  z.object({ stdout: z.string() }),
  z.object({ ended: z.object({ code: z.number().nullable(), signal: z.string().nullable() }) }),
]);
export type FromBridge = z.infer<typeof fromBridgeSchema>;

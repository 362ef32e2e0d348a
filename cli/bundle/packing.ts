import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { messageOf, UsageError } from '../../scenarios/index.ts';

/** One file of a run, by its path below the run's folder. */
export type Part = { readonly name: string; readonly text: string };

/** No bundle opens to more: a small file can hold a very large one. */
const LARGEST_BYTES = 2 ** 30;

/** What a part may be called. Nothing else is ever written when a bundle is opened: no folder above, no path from a root. */
const partName = /^(?:report\.json|histories\/[\w@.+#()-]{1,240}\.jsonl|counterexamples\/[\w@.+#()-]{1,240}\.json)$/;

const headSchema = z.object({
  schema: z.literal('killpoint.bundle/1'),
  killpoint: z.string(),
  specification: z.object({ revision: z.string(), hash: z.string() }),
  target: z.string(),
  parts: z.array(z.object({ name: z.string().regex(partName), sha256: z.string(), bytes: z.number().int() })),
});
const partSchema = z.object({ name: z.string(), text: z.string() });

/** What a bundle says of itself. */
export type Head = z.infer<typeof headSchema>;

/** A bundle: JSON Lines under gzip, a head with the SHA-256 of each part, then the parts, each a line. */
export const packed = (
  about: Omit<Head, 'schema' | 'parts'>,
  parts: readonly Part[],
): { readonly bytes: Buffer; readonly sha256: string } => {
  const head: Head = {
    schema: 'killpoint.bundle/1',
    ...about,
    parts: parts.map(({ name, text }) => ({ name, sha256: digestOf(text), bytes: Buffer.byteLength(text) })),
  };
  const bytes = gzipSync(Buffer.concat([head, ...parts].map((line) => Buffer.from(`${JSON.stringify(line)}\n`))));
  return { bytes, sha256: digestOf(bytes) };
};

/** Opens a bundle and holds every part against its digest. Throws `UsageError` with the part that is not what it was. */
export const unpacked = (bytes: Buffer, file: string): { readonly head: Head; readonly parts: readonly Part[] } => {
  const [first, ...lines] = linesOf(opened(bytes, file));
  const head = headSchema.safeParse(jsonOf(first));
  if (!head.success) throw new UsageError(`${file} is no bundle of killpoint: ${head.error.issues[0]?.message ?? ''}`);
  const { parts } = head.data;
  if (new Set(parts.map(({ name }) => name)).size !== parts.length)
    throw new UsageError(`${file} names a part twice: it is no bundle that 'killpoint bundle' wrote`);
  if (lines.length !== parts.length)
    throw new UsageError(
      `expected ${parts.length} parts in ${file}, found ${lines.length}: it is cut off or was changed`,
    );
  return { head: head.data, parts: parts.map((said, at) => checked(lines[at], said, file)) };
};

const opened = (bytes: Buffer, file: string): Buffer => {
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST_BYTES });
  } catch (error) {
    throw new UsageError(`${file} does not open as a bundle of killpoint: ${messageOf(error)}`, { cause: error });
  }
};

const checked = (line: Buffer | undefined, said: Head['parts'][number], file: string): Part => {
  const part = partSchema.safeParse(jsonOf(line));
  if (!part.success || part.data.name !== said.name || digestOf(part.data.text) !== said.sha256)
    throw new UsageError(`${said.name} in ${file} is not what it was when the bundle was made: its SHA-256 is another`);
  return part.data;
};

const linesOf = (text: Buffer): readonly Buffer[] => {
  const lines: Buffer[] = [];
  for (let start = 0, end = text.indexOf(10); end >= 0; start = end + 1, end = text.indexOf(10, start))
    lines.push(text.subarray(start, end));
  return lines;
};

const jsonOf = (line: Buffer | undefined): unknown => {
  try {
    return JSON.parse((line ?? '').toString());
  } catch {
    return undefined;
  }
};

const digestOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { specification } from '../model/index.ts';
import {
  besideSchema,
  type CaseVerdict,
  type Counterexample,
  evidenceRoles,
  type History,
  historySchema,
  type Larger,
  largerSchema,
  type Observation,
  planSchema,
  subjectSchema,
} from '../model/vocabulary.ts';
import { UsageError } from './failures.ts';
import { boundaryText } from './plans/names.ts';

/** The specification's dated revision, and the hash of all that it says. */
export const specificationStamp = (): { readonly revision: string; readonly hash: string } => ({
  revision: specification.revision,
  hash: createHash('sha256').update(specification.text).digest('hex'),
});

/** All that is needed to see a failure again. `reproduced` is `k/n` of the times that the plan was run alone. */
export const counterexampleOf = (
  failure: { readonly requirement: string; readonly verdict: CaseVerdict; readonly history: History },
  about: {
    readonly target: string;
    readonly killpoint: string;
    readonly reproduced: string;
    readonly larger?: Larger | undefined;
  },
): Counterexample => ({
  schema: 'killpoint.counterexample/1',
  requirement: failure.requirement,
  message: failure.verdict.message,
  target: about.target,
  subject: failure.history.subject,
  killpoint: about.killpoint,
  specification: specificationStamp(),
  plan: failure.history.plan,
  evidence: failure.verdict.evidence,
  context: contextOf(failure.history),
  history: failure.history,
  reproduced: about.reproduced,
  ...(about.larger === undefined ? {} : { larger: about.larger }),
});

const counterexampleSchema = z.object({
  schema: z.literal('killpoint.counterexample/1'),
  requirement: z.string(),
  message: z.string(),
  target: z.string(),
  subject: subjectSchema,
  killpoint: z.string(),
  specification: z.object({ revision: z.string(), hash: z.string() }),
  plan: planSchema,
  evidence: z.array(z.object({ seq: z.number(), role: z.enum(evidenceRoles) })),
  context: z.array(z.string()),
  history: historySchema,
  reproduced: z.string(),
  reference: besideSchema.optional(),
  larger: largerSchema.optional(),
});
/** A counterexample as it was read from a file: checked, and nothing in it runs code. */
export type ReadCounterexample = z.infer<typeof counterexampleSchema>;

/** Reads a counterexample file. Throws `UsageError` when the file is none. */
export const readCounterexample = async (file: string): Promise<ReadCounterexample> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`expected a counterexample file at ${file}; it cannot be read`, { cause: error });
  });
  const parsed = counterexampleSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UsageError(
    `${file} is no counterexample file of killpoint: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.\nCounterexamples stand in .killpoint/counterexamples/ after a run that failed.`,
  );
};

/**
 * The calls before each kill and stop of a history, and whether the result that was waited for was durable but not yet folded in. A replay
 * whose context differs took another path. The calls of a race come in any order, so decisions have no context.
 */
export const contextOf = ({ observations }: History): readonly string[] =>
  observations.flatMap((seen, at) => {
    if (seen.event.type !== 'intervention.landed' || !['kill', 'stop'].includes(seen.event.do)) return [];
    const { boundary, do: deed } = seen.event;
    const before = observations.slice(0, at);
    const calls = before.filter(({ event }) => event.type === 'call.received').slice(-3);
    const held = before.findLast(({ event }) => event.type === 'view.read' && event.why === 'held')?.event;
    const isPending = held?.type === 'view.read' && held.view.steps[boundary.step ?? '']?.pending === true;
    return [
      `${deed} at ${boundaryText(boundary)} after ${calls.map(callText).join(', ') || 'nothing'}${isPending ? ', result pending' : ''}`,
    ];
  });

const callText = ({ worker, event }: Observation): string =>
  event.type === 'call.received' ? `${worker}:${event.step}#${event.nth}` : '';
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

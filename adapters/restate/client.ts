import { z } from 'zod';
import type { Command, CommandOf } from '../../model/vocabulary.ts';
import type { Answer } from '../process/index.ts';
import { invocationOf } from './restate.ts';
import type { Decision } from './services.ts';
import type { Store } from './variant.ts';

/** How long a reviewer waits to hear what became of a decision that Restate has taken. */
const HEAR_MS = 1_500;

/** Gives a command to Restate over HTTP, as any client can: no worker is needed for it. */
export const order = (store: Store, command: Command): Promise<Answer> | Answer => {
  if (command.type === 'launch') return launch(store, command);
  if (command.type === 'decide') return decide(store, command);
  if (command.type === 'cancel') return cancel(store, command);
  return { refused: `Restate has no ${command.type}` };
};

/** Sends the workflow its start without waiting for its end. The same ID again is the same run. */
const launch = async ({ ingress, service }: Store, { run }: CommandOf<'launch'>): Promise<Answer> => {
  const sent = await post(`${ingress}/${service}/${encodeURIComponent(run)}/run/send`, {});
  return sent.ok ? { ok: null } : refusal(sent);
};

/**
 * Sends the decision under its command's key, which Restate keeps whether a worker lives or not, and listens what the handler says of it.
 * Where none lives to handle it yet, that Restate has accepted it is the answer.
 */
const decide = async ({ ingress, service }: Store, command: CommandOf<'decide'>): Promise<Answer> => {
  const { run, approval, decision, key } = command;
  const body: Decision = { approval, decision };
  const sent = await post(`${ingress}/${service}/${encodeURIComponent(run)}/decide/send`, body, {
    'idempotency-key': key,
  });
  if (!sent.ok) return refusal(sent);
  const { invocationId } = z.object({ invocationId: z.string() }).parse(await sent.json());
  try {
    const heard = await fetch(`${ingress}/restate/invocation/${invocationId}/attach`, {
      signal: AbortSignal.timeout(HEAR_MS),
    });
    return heard.ok ? { ok: null } : refusal(heard);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return { ok: null };
    throw error;
  }
};

const cancel = async ({ admin, service }: Store, { run }: CommandOf<'cancel'>): Promise<Answer> => {
  const id = await invocationOf(admin, service, run);
  if (id === undefined) return { refused: `Restate has no run ${run}` };
  const response = await fetch(`${admin}/invocations/${id}/cancel`, { method: 'PATCH' });
  return response.ok ? { ok: null } : refusal(response);
};

const post = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** What Restate says no to with a 4xx was not done; of anything else nobody knows. */
const refusal = async (response: Response): Promise<Answer> => {
  const said = `Restate answered ${response.status}: ${await response.text()}`;
  if (response.status >= 500) throw new Error(said);
  return { refused: said };
};

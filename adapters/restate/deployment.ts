import { z } from 'zod';
import type { Balancer } from './balancer.ts';
import { serveBehind } from './endpoint.ts';
import { query, quoted } from './restate.ts';
import { type Code, servicesOf } from './services.ts';

/** A case's services as Restate knows them. */
export type Deployment = {
  /** Ends what still runs, so that Restate calls nobody any more, and takes the services away. */
  readonly remove: () => Promise<void>;
};

/**
 * Registers a case's services at the balancer's address, which is what an operator does once, when the application is deployed. Restate
 * asks a serving process what it serves; it is one of ours that answers this question alone and is gone before any run.
 */
export const deploy = async (admin: string, balancer: Balancer, code: Code): Promise<Deployment> => {
  const retire = await serveBehind(balancer.readiness, servicesOf(code));
  const response = await fetch(`${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${balancer.port}` }),
  });
  const said = await response.text();
  await retire();
  if (!response.ok)
    throw new Error(`expected Restate to register the case's services; it answered ${response.status}: ${said}`);
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(said));
  return {
    remove: () => removed(admin, code.service, id),
  };
};

const removed = async (admin: string, service: string, deployment: string): Promise<void> => {
  try {
    const open = await query(
      admin,
      `select id from sys_invocation where status <> 'completed'
        and target_service_name in (${quoted(service)}, ${quoted(`${service}-child`)})`,
      z.object({ id: z.string() }),
    );
    for (const { id } of open) await fetch(`${admin}/invocations/${id}/kill`, { method: 'PATCH' });
    await fetch(`${admin}/deployments/${deployment}?force=true`, { method: 'DELETE' });
  } catch (error) {
    // The harness may have ended the server first: then it calls nobody any more.
    if (!(error instanceof TypeError && error.message === 'fetch failed')) throw error;
  }
};

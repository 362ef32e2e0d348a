import { http, type RequestHandler } from 'msw';
import type { Program } from '../../model/vocabulary.ts';
import { find } from './artifacts.ts';
import type { WorldDecision } from './decision.ts';
import { answer } from './handlers.ts';
import { emptyLedger } from './ledger.ts';
import { lookUp } from './owners.ts';
import type { Tenant } from './receive.ts';
import { carry } from './within.ts';

/**
 * The same world for TypeScript code under test in this process: msw handlers for every call below `base`, to give to `setupServer`.
 * `onDecision` sees each decision before its answer leaves.
 */
export const interceptors = (
  base: string,
  program: Program,
  onDecision?: (decision: WorldDecision) => void,
): readonly RequestHandler[] => {
  let ledger = emptyLedger;
  const tenant: Tenant = {
    serve: async ({ step, envelope, key, upload, reply }) => {
      const decision = answer(program, { run: envelope.run, step, inputs: envelope.inputs, key, upload }, ledger);
      ledger = decision.ledger;
      onDecision?.(decision);
      await reply(decision.status, { value: decision.value });
    },
    lookUp: async ({ key, reply }) => {
      await reply(200, { value: lookUp(key, false, ledger) });
    },
    find: (wanted) => find(wanted, ledger),
    stranger: () => undefined,
  };
  return [http.all(`${base}/*`, ({ request }) => carry(tenant, request, pathBelow(base, request.url)))];
};

const pathBelow = (base: string, url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname.slice(new URL(base).pathname.length)}${search}`;
};

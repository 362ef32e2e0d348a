import { HttpResponse, http, type RequestHandler } from 'msw';
import type { Program } from '../../model/vocabulary.ts';
import { find, headersOf } from './artifacts.ts';
import type { WorldDecision } from './decision.ts';
import { answer } from './handlers.ts';
import { emptyLedger } from './ledger.ts';
import { type Request as Asked, callIn, wantedBy } from './request.ts';

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
  return [
    http.all(`${base}/*`, async ({ request }) => {
      const asked = askedBy(request, base);
      const wanted = wantedBy(asked);
      if (wanted !== undefined) {
        const found = find(wanted, ledger);
        if (found === undefined) return new HttpResponse(null, { status: 404 });
        const content = request.method === 'HEAD' ? null : Buffer.from(found.content);
        return new HttpResponse(content, { headers: headersOf(found) });
      }
      const call = callIn(asked, new Uint8Array(await request.arrayBuffer()));
      if (call === undefined) return HttpResponse.json({ value: 'this is no call of the world' }, { status: 400 });
      const { step, key, upload, envelope } = call;
      const decision = answer(program, { run: envelope.run, step, inputs: envelope.inputs, key, upload }, ledger);
      ledger = decision.ledger;
      onDecision?.(decision);
      return HttpResponse.json({ value: decision.value }, { status: decision.status });
    }),
  ];
};

const askedBy = ({ method, url, headers }: Request, base: string): Asked => {
  const { pathname, search } = new URL(url);
  return {
    method,
    path: `${pathname.slice(new URL(base).pathname.length)}${search}`,
    header: (name) => headers.get(name) ?? undefined,
  };
};

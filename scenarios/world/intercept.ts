import { HttpResponse, http, type RequestHandler } from 'msw';
import type { Program } from '../../model/vocabulary.ts';
import { addressed, envelopeSchema } from './envelope.ts';
import { answer, keyOf, type WorldDecision } from './handlers.ts';
import { emptyLedger } from './ledger.ts';

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
    http.post(`${base}/*`, async ({ request }) => {
      const place = addressed(new URL(request.url).pathname.slice(new URL(base).pathname.length));
      const envelope = envelopeSchema.safeParse(await request.json());
      if (place === undefined || !envelope.success)
        return HttpResponse.json({ value: 'this is no call of the world' }, { status: 400 });
      const key = keyOf(request.headers.get('idempotency-key') ?? undefined);
      const decision = answer(
        program,
        { run: envelope.data.run, step: place.step, inputs: envelope.data.inputs, key },
        ledger,
      );
      ledger = decision.ledger;
      onDecision?.(decision);
      return HttpResponse.json({ value: decision.value }, { status: decision.status });
    }),
  ];
};

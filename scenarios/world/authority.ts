import { authorityIn } from '../../model/reading.ts';
import type { WorldCall } from './decision.ts';
import type { Ledger, Token } from './ledger.ts';

/** Why a guarded owner does not do what it is asked for; nothing where it may. The tokens are those that it has seen by then. */
export type Guarded = {
  readonly refusal: { readonly status: number; readonly because: string } | undefined;
  readonly tokens: Ledger['tokens'];
};

/** Whether who asks may act: it has to say who it is, nobody may have come after it, and the rule must let it. */
export const refusalOf = (call: WorldCall, { tokens, isBarred }: Ledger): Guarded => {
  const authority = authorityIn(call.inputs);
  const because = (status: number, words: string): Guarded => ({ refusal: { status, because: words }, tokens });
  if (authority === undefined) return because(401, 'expected a principal and a fencing token; they are not there');
  const place = `${call.run} ${call.step}`;
  const seen = tokens.get(place) ?? [];
  const { token, principal } = authority;
  if (isOutrun(token, seen)) return because(403, `the token ${token} is stale: ${seen.at(-1)} came after it`);
  const known = seen.includes(token) ? tokens : new Map([...tokens, [place, [...seen, token]]]);
  return {
    refusal: isBarred ? { status: 403, because: `${principal} may not do this any more` } : undefined,
    tokens: known,
  };
};

const isOutrun = (token: Token, seen: readonly Token[]): boolean =>
  typeof token === 'number'
    ? seen.some((other) => typeof other === 'number' && other > token)
    : seen.includes(token) && seen.at(-1) !== token;

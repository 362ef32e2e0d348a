import type { Fetch } from '../../model/vocabulary.ts';
import { headersOf, type Wanted } from './artifacts.ts';
import type { Artifact } from './ledger.ts';
import { type Called, callIn, type Question, questionIn, type Request, wantedBy } from './request.ts';

/** The means to answer a request, or to hang up. */
export type Ends = {
  /** Whether the caller's end of the connection is gone. */
  readonly isGone: () => boolean;
  /** Resolves true when the answer was handed to the connection, false when the connection broke first. */
  readonly reply: (status: number, body: unknown) => Promise<boolean>;
  readonly hangUp: () => void;
};
/** A call of a process of a case. */
export type Exchange = Called & Ends;
/** A look-up by a process of a case. */
export type Inquiry = Question & Ends;

/** What a case does with the calls of one of its processes. */
export interface Tenant {
  serve(exchange: Exchange): Promise<void>;
  /** One of its processes asks what became of an effect. */
  lookUp(inquiry: Inquiry): Promise<void>;
  /** The version that one of its processes asks the artifact store for, where the store has it. */
  find(wanted: Wanted): Artifact | undefined;
  /** A request on this process's address that is no call of the world. */
  stranger(path: string, because: string): void;
}

/** The world as the processes of cases reach it, over whatever carries their requests. */
export interface World {
  /** The base address for one process; calls on it go to `tenant`. */
  address(name: string, tenant: Tenant): string;
  forget(base: string): void;
  /** Carries a request of a process that lives in this one. */
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/** One request on its way, and how it is answered. */
export type Line = {
  readonly asked: Request;
  /** The whole body. Rejects where the connection broke before it was whole: then nothing has arrived. */
  readonly body: () => Promise<Uint8Array>;
  readonly isGone: () => boolean;
  readonly send: (
    status: number,
    headers: Readonly<Record<string, string>>,
    content?: Uint8Array | string,
  ) => Promise<boolean>;
  readonly hangUp: () => void;
};

/** Tells a case what was asked of one of its processes' addresses. */
export const receive = async (tenant: Tenant, line: Line): Promise<void> => {
  const { asked, send } = line;
  const wanted = wantedBy(asked);
  if (wanted !== undefined) {
    const found = tenant.find(wanted);
    await (found === undefined ? send(404, {}) : send(200, headersOf(found), found.content));
    return;
  }
  const ends: Ends = {
    isGone: line.isGone,
    reply: (status, answer) => send(status, { 'content-type': 'application/json' }, JSON.stringify(answer)),
    hangUp: line.hangUp,
  };
  const question = questionIn(asked);
  if (question !== undefined) return tenant.lookUp({ ...question, ...ends });
  const call = callIn(asked, await line.body());
  if (call !== undefined) return tenant.serve({ ...call, ...ends });
  tenant.stranger(
    `${asked.method} ${asked.path}`,
    'no such path, or its body is no call: expected run, inputs and nonce',
  );
  await send(400, {});
};

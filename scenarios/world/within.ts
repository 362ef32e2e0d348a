import type { Fetch } from '../../model/vocabulary.ts';
import { type Line, receive, type Tenant, type World } from './receive.ts';
import type { Request as Asked } from './request.ts';

/** No request to it ever leaves this process: `fetch` brings each to its tenant. */
const ORIGIN = 'http://within.invalid';

/** The world for processes that live within the harness: the same, without a network between. */
export class WorldWithin implements World {
  readonly #tenants = new Map<string, Tenant>();
  #addresses = 0;

  address(name: string, tenant: Tenant): string {
    this.#addresses += 1;
    const base = `${ORIGIN}/${this.#addresses}/${name}`;
    this.#tenants.set(base, tenant);
    return base;
  }
  forget(base: string): void {
    this.#tenants.delete(base);
  }
  async close(): Promise<void> {
    this.#tenants.clear();
  }

  /** As the global one: rejects with a TypeError where the connection breaks. */
  readonly fetch: Fetch = (to, init) => {
    const request = new Request(to, init);
    const { pathname, search } = new URL(request.url);
    const [, place, name, ...rest] = pathname.split('/');
    const tenant = this.#tenants.get(`${ORIGIN}/${place}/${name}`);
    if (tenant === undefined) return Promise.resolve(new Response(null, { status: 404 }));
    return carry(tenant, request, `${rest.join('/')}${search}`);
  };
}

/** Brings a request of this process to its tenant; `path` is what follows the base address. Rejects with a TypeError where the tenant hangs up. */
export const carry = (tenant: Tenant, request: Request, path: string): Promise<Response> =>
  new Promise((resolve, reject) => {
    const broken = (): void => reject(new TypeError('fetch failed: the world hung up'));
    request.signal.addEventListener('abort', broken);
    receive(tenant, lineOf(request, path, { resolve, broken })).catch(broken);
  });

type Ends = { readonly resolve: (response: Response) => void; readonly broken: () => void };

const lineOf = (request: Request, path: string, { resolve, broken }: Ends): Line => ({
  asked: askedBy(request, path),
  body: async () => new Uint8Array(await request.arrayBuffer()),
  isGone: () => request.signal.aborted,
  send: async (status, headers, content) => {
    if (request.signal.aborted) return false;
    const body = request.method === 'HEAD' || content === undefined ? null : Buffer.from(content);
    resolve(new Response(body, { status, headers }));
    return true;
  },
  hangUp: broken,
});

const askedBy = ({ method, headers }: Request, path: string): Asked => ({
  method,
  path,
  header: (name) => headers.get(name) ?? undefined,
});

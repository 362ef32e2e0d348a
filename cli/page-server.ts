import { randomBytes } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { UsageError } from '../scenarios/index.ts';

/** A page that is served, and its end. */
export type Served = { readonly address: string; readonly close: () => Promise<void> };

const PAGE = 'index.html';

/**
 * Serves the page of a run's folder to this machine alone, under a path that nobody guesses. No other file of the folder can be asked
 * for. The page is read each time, so that it shows the last run. Throws `UsageError` where the folder has none.
 */
export const servePage = async (folder: string): Promise<Served> => {
  const file = join(folder, PAGE);
  await mustBeFile(file);
  const path = `/${randomBytes(16).toString('hex')}/`;
  const server = createServer((request, response) => void answer(request, response, { file, path }));
  await listening(server);
  const address = `http://${hostOf(server)}${path}`;
  return {
    address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** A link would lead to a file that is no page of ours. */
const mustBeFile = async (file: string): Promise<void> => {
  const found = await lstat(file).catch(() => undefined);
  if (found?.isFile() !== true)
    throw new UsageError(
      `expected the page of a run at ${file}; there is none. A run writes it unless --reporter leaves 'html' out`,
    );
};

const listening = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve());
  });

const hostOf = (server: Server): string => {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('expected a port of 127.0.0.1; found none');
  return `127.0.0.1:${bound.port}`;
};

type Page = { readonly file: string; readonly path: string };

const answer = async (request: IncomingMessage, response: ServerResponse, { file, path }: Page): Promise<void> => {
  const isAsked = request.url === path && isOurHost(request) && ['GET', 'HEAD'].includes(request.method ?? '');
  const text = isAsked ? await pageText(file) : undefined;
  response.writeHead(text === undefined ? 404 : 200, headers);
  response.end(request.method === 'HEAD' ? undefined : (text ?? 'not found\n'));
};

/** A page elsewhere whose name was made to lead here asks under that name. */
const isOurHost = ({ headers: { host }, socket }: IncomingMessage): boolean => host === `127.0.0.1:${socket.localPort}`;

const pageText = async (file: string): Promise<string | undefined> => {
  try {
    await mustBeFile(file);
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** The page needs nothing but itself; a folder that came from somewhere else may hold another one, which gets no further either. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

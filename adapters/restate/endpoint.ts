import './with-resolvers.ts';
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { Socket } from 'node:net';
import { createEndpointHandler, type EndpointOptions } from '@restatedev/restate-sdk';
import { announce } from './balancer.ts';

/**
 * Serves Restate services over HTTP/2 on a free port of 127.0.0.1, as the documentation does for one's own server, and tells the balancer
 * so. Resolves when connections come here, to a function that ends it. What the SDK logs as an error goes to stderr.
 */
export const serveBehind = async (
  readiness: number,
  services: EndpointOptions['services'],
): Promise<() => Promise<void>> => {
  const sockets = new Set<Socket>();
  const server = createServer(createEndpointHandler({ services, logger: logToStderr }));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a TCP port of 127.0.0.1');
  const retire = await announce(readiness, address.port);
  return async () => {
    retire();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
};

const logToStderr: NonNullable<EndpointOptions['logger']> = ({ level }, ...parts: readonly unknown[]) => {
  if (level === 'error')
    process.stderr.write(`${level}: ${parts.map((part) => (part instanceof Error ? part.stack : part)).join(' ')}\n`);
};

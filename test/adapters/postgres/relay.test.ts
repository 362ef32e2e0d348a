import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { wayTo } from '../../../adapters/postgres/relay.ts';

/** A server on 127.0.0.1 that says back what it is told. */
const echo = async () => {
  const server = createServer((socket) => socket.pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return { url: `postgresql://postgres@127.0.0.1:${port}/case`, close: () => server.close() };
};
const connected = async (url: string): Promise<Socket> => {
  const socket = createConnection({ port: Number(new URL(url).port), host: '127.0.0.1' });
  await once(socket, 'connect');
  return socket;
};
const says = async (socket: Socket, word: string): Promise<string> => {
  socket.write(word);
  return String((await once(socket, 'data'))[0]);
};

describe('the way to a database', () => {
  it('is the straight one where no plan wants to cut it', async () => {
    expect(await wayTo('postgresql://postgres@127.0.0.1:1/case', {})).toMatchObject({
      url: 'postgresql://postgres@127.0.0.1:1/case',
    });
  });

  it('is cut for who is connected, refuses who connects, and is the same again afterwards', async () => {
    const server = await echo();
    const way = await wayTo(server.url, { cuttable: true });
    expect(new URL(way.url).port).not.toBe(new URL(server.url).port);
    const one = await connected(way.url);
    expect(await says(one, 'before')).toBe('before');
    const cut = once(one, 'close');
    await way.ground?.outage?.();
    await cut;
    await expect(connected(way.url)).rejects.toThrow('ECONNREFUSED');
    await way.ground?.restore?.();
    const other = await connected(way.url);
    expect(await says(other, 'after')).toBe('after');
    await way.close();
    server.close();
  });
});

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announce, Balancer } from '../../../adapters/restate/balancer.ts';

describe('the load balancer before the workers of a case', () => {
  let balancer: Balancer;
  const ends: (() => void)[] = [];

  beforeEach(async () => {
    balancer = await new Balancer().open();
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    balancer.close();
  });

  /** A worker that answers every connection with its name. */
  const worker = async (name: string, isReady = true) => {
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.write(name);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('expected a port');
    const leave = isReady ? await announce(balancer.readiness, address.port) : () => undefined;
    const die = (): void => {
      leave();
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    ends.push(die);
    return { die, port: address.port };
  };
  const dial = async (): Promise<{ socket: Socket; says: string }> => {
    const socket = connect(balancer.port, '127.0.0.1');
    const failed = once(socket, 'error').then(() => 'refused');
    const spoken = once(socket, 'data').then(([chunk]) => String(chunk));
    const closed = once(socket, 'close').then(() => 'refused');
    ends.push(() => socket.destroy());
    return { socket, says: await Promise.race([spoken, failed, closed]) };
  };

  it('refuses a connection where no worker is ready', async () => {
    expect((await dial()).says).toBe('refused');
  });

  it('sends new connections to the newest worker and leaves open ones where they are', async () => {
    await worker('first');
    const open = await dial();
    expect(open.says).toBe('first');
    await worker('second');
    expect((await dial()).says).toBe('second');
    expect(open.socket.destroyed).toBe(false);
  });

  it('ends the connections of a worker that dies, and sends new ones to another', async () => {
    await worker('first');
    const second = await worker('second');
    const open = await dial();
    expect(open.says).toBe('second');
    second.die();
    await once(open.socket, 'close');
    await expect.poll(async () => (await dial()).says).toBe('first');
  });

  it('sends nothing new to a worker that no longer answers its probes', async () => {
    await worker('healthy');
    const { port } = await worker('silent', false);
    const mute = connect(balancer.readiness, '127.0.0.1');
    ends.push(() => mute.destroy());
    mute.write(`${port}\n`);
    await once(mute, 'data');
    expect((await dial()).says).toBe('silent');
    await expect.poll(async () => (await dial()).says, { timeout: 10_000 }).toBe('healthy');
  });
});

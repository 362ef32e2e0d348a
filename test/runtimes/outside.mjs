// What the scripts of several runtimes share: an outside that can hold its answers, a free port, and the exit codes.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Says what a check found and sets the exit code. Exit 1: the fault shows; 0: it does not; 2: the script broke. `leave` always runs. */
export const tell = async (check, leave) => {
  try {
    const { confirmed, because } = await check();
    console.log(`${confirmed ? 'CONFIRMED' : 'NOT SEEN'}: ${because}`);
    process.exitCode = confirmed ? 1 : 0;
  } catch (error) {
    console.error(error);
    process.exitCode = 2;
  } finally {
    await leave();
  }
};

/** Answers every call, `/PID/STEP`, with its number, at once or, where `holds(call)` says so, when `give` is called on it. */
export const openOutside = async () => {
  const calls = [];
  const waiting = new Set();
  const outside = { calls, holds: () => false };
  const server = createServer((request, response) => {
    const [, pid, step] = request.url.split('/');
    const call = { pid, step, key: request.headers['idempotency-key'], gone: () => response.destroyed };
    /** Resolves when the answer was handed over. */
    call.give = () =>
      new Promise((resolve) => {
        response.end(`${step}, answer ${calls.indexOf(call) + 1}`, resolve);
      });
    calls.push(call);
    request.resume();
    if (!outside.holds(call)) void call.give();
    for (const look of waiting) look();
  });
  Object.assign(server, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  outside.address = `http://127.0.0.1:${server.address().port}`;
  outside.close = () => {
    server.closeAllConnections();
    server.close();
  };
  /** Resolves when the calls so far satisfy `condition`. */
  outside.until = (condition) =>
    new Promise((resolve) => {
      const look = () => {
        if (!condition(calls)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  /** Resolves when they do, or when `ms` have passed. */
  outside.within = (ms, condition) =>
    Promise.race([outside.until(condition), new Promise((resolve) => setTimeout(resolve, ms).unref())]);
  return outside;
};

/** A port of 127.0.0.1 that was free a moment ago. */
export const freePort = async () => {
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

// A plain Restate application, as its documentation teaches it: extract, then publish under an idempotency key. No killpoint code.
//   node application.mjs
// PORT is where it serves; WORLD is the address of the outside.
import { createServer } from 'node:http2';
import { load } from './packages.mjs';

// The SDK calls this function, which Node has from 22 on.
Promise.withResolvers ??= function withResolvers() {
  let resolve;
  let reject;
  const promise = new this((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
};
const { createEndpointHandler, workflow } = await load('@restatedev/restate-sdk');

const call = async (step, key) => {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const response = await fetch(`${process.env.WORLD}/${process.pid}/${step}`, { method: 'POST', headers });
  return response.text();
};

const review = workflow({
  name: 'review',
  handlers: {
    run: async (ctx) => {
      const extract = await ctx.run('extract', () => call('extract'));
      const key = ctx.rand.uuidv4();
      const receipt = await ctx.run('publish', () => call('publish', key));
      return { extract, receipt };
    },
  },
});

createServer(createEndpointHandler({ services: [review] })).listen(Number(process.env.PORT), '127.0.0.1');

/**
 * The documentation asks for Node 20 or newer, and the SDK calls `Promise.withResolvers`, which came with Node 22. This is that function
 * as the language defines it, only where it is not there.
 */
if (!('withResolvers' in Promise))
  Object.defineProperty(Promise, 'withResolvers', {
    configurable: true,
    writable: true,
    value<T>(this: PromiseConstructor) {
      let resolve: (value: T | PromiseLike<T>) => void = () => undefined;
      let reject: (reason?: unknown) => void = () => undefined;
      const promise = new this<T>((fulfil, refuse) => {
        resolve = fulfil;
        reject = refuse;
      });
      return { promise, resolve, reject };
    },
  });

import type { BackendPostgres } from 'openworkflow/postgres';

/** The lease and the heartbeat that are constants in OpenWorkflow's worker. */
export const DOCUMENTED_LEASE_MS = 30_000;
const DOCUMENTED_HEARTBEAT_MS = DOCUMENTED_LEASE_MS / 2;
/** Long enough for a healthy worker on a busy machine to beat in time, short enough to wait for in every plan. */
export const SHORT_LEASE_MS = 2_000;

/**
 * Shortens the lease of every claim, and the heartbeat with it, so that it still beats twice a lease. The worker takes neither as a
 * setting in this release; the next one has `leaseDurationMs`, which does the same. The heartbeat is a plain interval of the worker, the
 * only one of that length in this process.
 */
export const shortenLease = (backend: BackendPostgres): void => {
  const lease = { leaseDurationMs: SHORT_LEASE_MS };
  const claim = backend.claimWorkflowRun.bind(backend);
  const extend = backend.extendWorkflowRunLease.bind(backend);
  backend.claimWorkflowRun = (asked) => claim({ ...asked, ...lease });
  backend.extendWorkflowRunLease = (asked) => extend({ ...asked, ...lease });
  globalThis.setInterval = new Proxy(globalThis.setInterval, {
    apply: (target, self, [callback, ms, ...rest]) =>
      Reflect.apply(target, self, [callback, ms === DOCUMENTED_HEARTBEAT_MS ? SHORT_LEASE_MS / 2 : ms, ...rest]),
  });
};

import type { Described, ServerSpec } from '../../model/vocabulary.ts';
import { capabilities, pages } from './capabilities.ts';
import type { Variant } from './variant.ts';

/** Restate as this adapter drives it, on the server that the harness starts for it. */
export const subjectOf = (server: ServerSpec, sdk: string, variant: Variant): Described => ({
  name: 'restate',
  version: server.version,
  language: 'TypeScript',
  links: [pages.keyConcepts, pages.lifecycle, pages.workflows, pages.configuration],
  variant,
  can: [
    ...(['model', 'tool', 'effect', 'approval', 'timer', 'parallel', 'choose', 'child'] as const),
    ...(['client', 'start-key', 'retry', 'attempt-limit', 'shared-store', 'cancel', 'sliced'] as const),
  ],
  capabilities,
  bounds: boundsOf(variant),
  keyBuiltBy: 'runtime',
  servers: [server],
  notes: [
    `Restate server ${server.version}, one node; TypeScript SDK ${sdk}, on Node ${process.versions.node}. The SDK calls Promise.withResolvers, ` +
      'which Node has from 22 on; under an older one the adapter adds it, since the documentation asks for Node 20.',
    timeouts[variant.timeouts],
    'Restate calls its workers at one address. Before them stands a load balancer, as the documentation advises: it sends a new ' +
      'connection to the newest worker that answers its probes, and leaves an open one with its worker, stopped or not.',
    'A decision is a message to a handler of the workflow, under its own idempotency key, and completes a durable promise. Where no ' +
      'worker lives to handle it, the answer is that Restate has accepted it.',
    'An effect carries a UUID of ctx.rand as its key. A program that limits its attempts sets maxAttempts and onMaxAttempts: kill on ' +
      'its services; a try that finds no worker counts as an attempt, and is made three seconds after the last one.',
    `The document review is ${variant.program === 'native' ? "written by hand in Restate's own idiom" : 'interpreted'}.`,
  ],
});

const timeouts = {
  short:
    'Shortened: a connection is asked every second whether its worker lives, and given up after three without an answer (Restate: 40 s ' +
    'and 20 s); between tries lie 100 to 500 ms (Restate: 500 ms to a minute). Everything else is as Restate has it.',
  documented: 'Nothing is shortened: a worker that is stopped is noticed after 40 s and 20 s more, as Restate has it.',
};

/** A worker that dies closes its connection; one that is stopped is noticed only by its silence, and that takes longest. */
const boundsOf = ({ timeouts: chosen }: Variant): Described['bounds'] =>
  chosen === 'short'
    ? { takeoverMs: 6_000, leaseMs: 0, idleMs: 700, retryMs: 500 }
    : { takeoverMs: 75_000, leaseMs: 0, idleMs: 700, retryMs: 8_000 };

/** Adapters in any language, as processes that speak the adapter protocol. */
export { JsonLinesAdapter } from './adapter.ts';

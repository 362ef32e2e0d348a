/** What a runtime's own process needs to be driven by killpoint: the protocol, and the world's client. */
export { type Answer, type Handlers, serve } from './serve.ts';
export { type Call, perform, WorldRefusal } from './world.ts';

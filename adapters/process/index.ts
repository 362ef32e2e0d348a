/** What a runtime's own process needs to be driven by killpoint: the protocol, the world's client, and the walk through a program. */
export { type Idiom, interpret, type Results, type StepOf } from './interpret.ts';
export { nodeProcess } from './node-process.ts';
export { isReview, reviewSteps } from './review.ts';
export { type Answer, conversation, type Handlers, serve } from './serve.ts';
export { variantFrom } from './variant.ts';
export { ArtifactMissing, type Call, perform, readArtifact, WorldRefusal, WorldTrouble } from './world.ts';

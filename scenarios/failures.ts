/** What ends a run, as the vocabulary has it. */
export { endsEverything, messageOf, ProtocolBroken, TargetUnavailable, UsageError } from '../model/vocabulary.ts';

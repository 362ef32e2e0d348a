import type { CallOp, Command, Observation, RunView } from '../../model/vocabulary.ts';

/** What is said of one observation. */
export type Said = { readonly who: string; readonly what: string; readonly detail?: string; readonly folded?: boolean };

/** What the sayings so far have to remember: the calls, the commands, and the last reading of each run. */
export type Memory = {
  readonly calls: Map<number, { readonly op: CallOp; readonly caller: string }>;
  readonly commands: Map<number, Command>;
  readonly views: Map<string, RunView>;
};

/** The memory before anything was told; each trace fills one of its own. */
export const noMemory = (): Memory => ({ calls: new Map(), commands: new Map(), views: new Map() });

/** Takes one observation into the memory, after it was told. */
export const remember = (memory: Memory, { event, worker }: Observation): void => {
  if (event.type === 'command.sent') memory.commands.set(event.id, event.command);
  if (event.type === 'view.read') memory.views.set(event.run, event.view);
  if (event.type === 'call.received') memory.calls.set(event.call, { op: event.op, caller: worker ?? 'a worker' });
  if (event.type === 'effect.looked-up') memory.calls.set(event.call, { op: 'effect', caller: worker ?? 'a worker' });
};

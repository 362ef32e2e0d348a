import type { Contract, Json, Step, WorkStep } from '../../model/vocabulary.ts';

/** A model call. */
export const model = (id: string, uses: readonly string[] = []): WorkStep => ({ op: 'model', id, uses });
/** A tool call. */
export const tool = (id: string, uses: readonly string[] = []): WorkStep => ({ op: 'tool', id, uses });
/** A tool that answers with one value. */
export const valued = (id: string, value: Json): Step => ({ op: 'tool', id, uses: [], answers: { value } });
/** A wait for a reviewer. */
export const approval = (id: string, uses: readonly string[]): Step => ({ op: 'approval', id, uses });
/** An effect on an owner under a contract. */
export const effect = (id: string, uses: readonly string[] = [], contract: Contract = 'idempotent'): WorkStep => ({
  op: 'effect',
  id,
  uses,
  contract,
});
/** An artifact written into the artifact store, under a name of its own or the step's id. */
export const output = (id: string, uses: readonly string[] = [], artifact?: string): WorkStep => ({
  op: 'output',
  id,
  uses,
  ...(artifact === undefined ? {} : { artifact }),
});

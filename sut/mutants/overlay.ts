import { isKind } from '../../model/kinds.ts';
import type { View, Write } from '../../model/transaction.ts';

/** A view as it would be after some writes. */
export const overlay = (view: View, writes: readonly Write[]): View => ({
  nowMs: view.nowMs,
  settings: view.settings,
  specifications: (run, slot) => view.specifications(run, slot),
  get: (kind, id) => {
    const written = writes.find((write) => write.kind === kind && write.id === id)?.entity;
    return written !== undefined && isKind(written, kind) ? written : view.get(kind, id);
  },
});

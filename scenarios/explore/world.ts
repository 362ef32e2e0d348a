import { effectOf } from '../../model/rules/names.ts';
import { type Decision, decide } from '../../model/runtime.ts';
import { type Defects, is } from '../../model/step.ts';
import { Transaction, type View } from '../../model/transaction.ts';
import type { CommandOf } from '../../model/vocabulary.ts';
import type { Deed, Happening } from './deed.ts';

/** A deed in the world around the runtime: what the runtime decides, and what happens beside it where nobody may ask. */
export const happen = (view: View, deed: Exclude<Deed, { type: 'tick' }>, defects?: Defects): Decision => {
  switch (deed.type) {
    case 'apply':
    case 'turn-away':
      return move(new Transaction(view, defects), deed);
    case 'dispatch':
      return send(view, deed, defects);
    case 'record':
      return report(view, deed, defects);
    default:
      return decide(view, deed, defects);
  }
};

const move = (tx: Transaction, { type, slot, step }: Exclude<Happening, { type: 'tick' }>): Decision =>
  decided(tx, tx.ask('owner', effectOf(slot, step), { type: type === 'apply' ? 'apply' : 'refuse' }));

/** A worker that may send does so at once: what takes its time is the owner. */
const send = (view: View, command: CommandOf<'dispatch'>, defects?: Defects): Decision => {
  const decision = decide(view, command, defects);
  if (decision.answer.status === 'refused') return decision;
  const id = effectAt(view, command);
  const contract = view.get('effect', id)?.context.contract ?? 'opaque';
  const tx = new Transaction(view, defects);
  const isHeard =
    (tx.get('owner', id) !== undefined || tx.create('owner', id, { contract })) &&
    tx.ask('owner', id, { type: 'request' });
  return isHeard ? { ...decision, writes: [...decision.writes, ...tx.writes] } : decided(tx, false);
};

/** A worker that has its owner's answer writes that answer down, and no other. One that never asked may say anything. */
const report = (view: View, command: CommandOf<'record'>, defects?: Defects): Decision => {
  const id = effectAt(view, command);
  const tx = new Transaction(view, defects);
  if (tx.get('owner', id) === undefined) return decide(view, command, defects);
  if (!tx.ask('owner', id, { type: 'answer' })) return decided(tx, false);
  return decide(view, { ...command, outcome: is(tx.get('owner', id), 'refused') ? 'refused' : 'applied' }, defects);
};

const effectAt = (view: View, { attempt, step }: { readonly attempt: string; readonly step: string }): string =>
  effectOf(view.get('attempt', attempt)?.context.slot ?? '', step);

const decided = (tx: Transaction, isAccepted: boolean): Decision =>
  isAccepted
    ? { answer: { status: 'ok', value: tx.value }, writes: tx.writes }
    : { answer: { status: 'refused', reason: tx.refusal ?? 'unknown-entity' }, writes: [] };

import { type Decision, decide } from '../../model/runtime.ts';
import { type Defects, is } from '../../model/step.ts';
import { Transaction, type View } from '../../model/transaction.ts';
import type { Command, CommandOf } from '../../model/vocabulary.ts';
import { type Action, actionAt, actionNamed, CALLS, onItsWay, requestOf, tokenOf } from './action.ts';
import type { Act } from './deed.ts';

/** How the world is, and the defects that are planted in the machines. */
type Circumstances = { readonly defects?: Defects | undefined; readonly isSlow?: boolean };

/** A deed in the world around the runtime: what the runtime decides, and what happens beside it where nobody may ask. */
export const happen = (view: View, deed: Act, how: Circumstances = {}): Happened => {
  const world = new World(view, how);
  return { ...world.does(deed), command: world.command };
};

/** What was decided, and the command as it was sent: with what its sender knew. */
type Happened = Decision & { readonly command: Command | undefined };

/** One deed at work. */
class World {
  command: Command | undefined;
  readonly #view: View;
  readonly #how: Circumstances;
  readonly #tx: Transaction;

  constructor(view: View, how: Circumstances) {
    this.#view = view;
    this.#how = how;
    this.#tx = new Transaction(view, how.defects);
  }

  does(deed: Act): Decision {
    switch (deed.type) {
      case 'apply':
        return this.#alone(this.#owner(deed, { type: 'apply', isAuthorised: true }));
      case 'forbid':
        return this.#alone(this.#owner(deed, { type: 'apply', isAuthorised: false }));
      case 'turn-away':
        return this.#alone(this.#owner(deed, { type: 'refuse' }));
      case 'arrive':
        return this.#arrive(deed.attempt, deed.step);
      case 'commit':
        return this.#decide({ ...deed, revision: this.#revisionSeen(deed) });
      case 'dispatch':
        return this.#send(deed);
      case 'record':
      case 'acknowledge':
        return this.#report(deed);
      case 'look-up':
      case 'callback':
      case 'resolve':
        return this.#tell(deed);
      default:
        return this.#decide(deed);
    }
  }

  #owner({ slot, step }: { readonly slot: string; readonly step: string }, event: OwnerEvent): boolean {
    return this.#tx.ask('owner', `${slot}/${step}`, event);
  }

  /** A worker that may send does so at once; in a slow world its request takes its time. */
  #send(command: CommandOf<'dispatch'>): Decision {
    const decision = this.#decide(command);
    if (decision.answer.status === 'refused') return decision;
    const id = requestOf(command.attempt, command.step);
    const isSent =
      this.#how.isSlow === true
        ? this.#tx.get('request', id) === undefined
          ? this.#tx.create('request', id, { sentAtMs: this.#view.nowMs })
          : this.#tx.ask('request', id, { type: 'send', nowMs: this.#view.nowMs })
        : this.#hear(actionAt(this.#view, command), command.attempt);
    return isSent ? { ...decision, writes: [...decision.writes, ...this.#tx.writes] } : this.#alone(false);
  }

  #arrive(attempt: string, step: string): Decision {
    const action = actionAt(this.#view, { attempt, step });
    const { nowMs, settings } = this.#view;
    // Only an owner that can be asked has to say how long a request takes at most.
    const deliveryMs = action.contract === 'lookup' ? (settings.deliveryMs ?? 0) : null;
    return this.#alone(
      this.#tx.ask('request', requestOf(attempt, step), { type: 'arrive', nowMs, deliveryMs }) &&
        this.#hear(action, attempt),
    );
  }

  #hear({ id, contract }: Action, attempt: string): boolean {
    return (
      (this.#tx.get('owner', id) !== undefined || this.#tx.create('owner', id, { contract })) &&
      this.#tx.ask('owner', id, { type: 'request', token: tokenOf(attempt) })
    );
  }

  /** A worker that has its owner's answer writes that answer down, and no other. One that never asked may say anything. */
  #report(command: CommandOf<'record' | 'acknowledge'>): Decision {
    const { id, contract } = actionAt(this.#view, command);
    const isTold = command.type === 'record' || contract === 'async';
    const told = command.type === 'record' ? { ...command, revision: this.#revisionSeen(command) } : command;
    if (isTold && onItsWay(this.#view, command)) return this.#alone(this.#tx.refuse('no-answer-yet'));
    if (this.#tx.get('owner', id) === undefined || !isTold) return this.#decide(told);
    if (told.type === 'acknowledge') return this.#decide(told);
    if (!this.#tx.ask('owner', id, { type: 'answer' })) return this.#alone(false);
    return this.#decide({ ...told, outcome: is(this.#tx.get('owner', id), 'refused') ? 'refused' : 'applied' });
  }

  /** What an owner says of an action, and what the evidence shows, is the truth. Whoever mistakes the owner for another says what he likes. */
  #tell(command: CommandOf<'look-up' | 'callback' | 'resolve'>): Decision {
    const { id, contract, isOnItsWay } = actionNamed(this.#view, command);
    const owner = this.#tx.get('owner', id);
    const outcome = is(owner, 'applied') ? 'applied' : 'refused';
    switch (command.type) {
      case 'look-up':
        if (contract !== 'lookup' && command.receipt === 'mistaken') return this.#decide(command);
        if (owner !== undefined && !this.#tx.ask('owner', id, { type: 'tell' })) return this.#alone(false);
        return this.#decide({ ...command, found: wordOf(owner?.leaf) });
      case 'callback':
        if (contract !== 'async' && command.receipt === 'mistaken') return this.#decide(command);
        if (!this.#tx.ask('owner', id, { type: 'call-back' })) return this.#alone(false);
        return this.#with(this.#decide({ ...command, outcome }), owner?.context.callbacks ?? 0);
      default:
        return isOnItsWay || is(owner, 'received')
          ? this.#alone(this.#tx.refuse('no-answer-yet'))
          : this.#decide({ ...command, outcome });
    }
  }

  /** An owner that has called back often enough is not counted further, or a scope would have no end. */
  #with(decision: Decision, callbacks: number): Decision {
    const isCounted = decision.answer.status === 'ok' && callbacks < CALLS;
    return isCounted ? { ...decision, writes: [...decision.writes, ...this.#tx.writes] } : decision;
  }

  /** A worker knows how far its slot is, unless it is said to be behind: then by one step. */
  #revisionSeen({ attempt, revision }: { readonly attempt: string; readonly revision: number }): number {
    const slot = this.#view.get('attempt', attempt)?.context.slot ?? '';
    return (this.#view.get('slot', slot)?.context.revision ?? 0) + revision;
  }

  #decide(command: Command): Decision {
    this.command = command;
    return decide(this.#view, command, this.#how.defects);
  }

  #alone(isAccepted: boolean): Decision {
    return isAccepted
      ? { answer: { status: 'ok', value: this.#tx.value }, writes: this.#tx.writes }
      : { answer: { status: 'refused', reason: this.#tx.refusal ?? 'unknown-entity' }, writes: [] };
  }
}

type OwnerEvent = { type: 'apply'; isAuthorised: boolean } | { type: 'refuse' };

const wordOf = (leaf: string | undefined): CommandOf<'look-up'>['found'] => {
  if (leaf === 'applied' || leaf === 'refused') return leaf;
  return leaf === 'received' ? 'pending' : 'unknown';
};

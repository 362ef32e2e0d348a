import { dueSteps } from '../machines/progress.ts';
import { approvalOf } from '../rules/names.ts';
import { is } from '../step.ts';
import type { Command, CommandOf, EventOf, Observation, Pins } from '../vocabulary.ts';
import { currentOf, lose, ownerOf, type Spot, spotOf } from './holding.ts';
import { by } from './saying.ts';
import { NOT_SHOWN, settleApproval, settleBefore } from './settling.ts';
import type { Sent, Stuck, Way } from './way.ts';

/** A command leaves: from now on it may have been done. */
export const sends = (way: Way, { seq, atMs }: Observation, { id, command }: EventOf<'command.sent'>): void => {
  way.pending.set(id, { command, seq, atMs });
};

/** A command was answered. One that was accepted has been done, at some time since it was sent. */
export const answers = (way: Way, { atMs }: Observation, event: EventOf<'command.answered'>): Stuck | undefined => {
  const sent = way.pending.get(event.id);
  if (sent === undefined || event.outcome.status === 'unknown') return undefined;
  way.pending.delete(event.id);
  if (event.outcome.status !== 'ok' || !way.isNews(sent.command)) return undefined;
  way.between(sent.atMs, atMs);
  return carryOut(way, sent);
};

/** Does what a command does. Where the rules refuse, what it may have waited for is assumed first. */
const carryOut = (way: Way, sent: Sent): Stuck | undefined => {
  prepare(way, sent.command);
  const command = aboutSomething(way, sent.command);
  const stuck = way.say(command);
  if (stuck === undefined) return undefined;
  makeWay(way, command);
  return way.say(command) === undefined ? undefined : stuck;
};

/**
 * Tries once more after each command that was sent and whose answer is not there: it may have been done already. What is taken as done
 * is not done again when its answer comes.
 */
export const withPending = (way: Way, attempt: () => Stuck | undefined): Stuck | undefined => {
  let stuck = attempt();
  for (const [id, { command, atMs }] of way.pending) {
    if (stuck === undefined) return undefined;
    prepare(way, command);
    if (!way.isNews(command) || way.assume(command, `the command ${command.type} was done`, atMs) !== undefined)
      continue;
    way.pending.delete(id);
    stuck = attempt();
  }
  return stuck;
};

const prepare = (way: Way, command: Command): void => {
  if (command.type === 'launch') accept(way, command.pins, command);
  if (command.type === 'decide') ask(way, command);
};

/** Revisions that nobody was seen to register were there before. */
const accept = (way: Way, pins: Pins, { tenant }: CommandOf<'launch'>): void => {
  for (const of of ['package', 'workflow', 'binding'] as const) {
    if (way.belief.get('revision', pins[of]) !== undefined) continue;
    way.say({ type: 'register', ...by(tenant), revision: { id: pins[of], of, digest: '' } });
    way.say({ type: 'accept', ...by(tenant), revision: pins[of] });
  }
};

/** A decision about what was shown comes after the request for it. */
const ask = (way: Way, { run, approval, revision }: CommandOf<'decide'>): void => {
  const spot = spotOf(way, run, approval);
  if (spot === undefined || is(way.belief.get('approval', approvalOf(run, approval)), 'requested')) return;
  if (way.seen.callsFor(run, approval).length === 0) return;
  if (settleBefore(way, spot, approval) !== undefined) return;
  const slot = way.belief.get('slot', spot.slot)?.context;
  if (slot === undefined || dueSteps(slot).every(({ id }) => id !== approval)) return;
  settleApproval(way, spot, { step: approval, revision });
};

/** Where a runtime shows no revisions, a decision is about whatever is asked. */
const aboutSomething = (way: Way, command: Command): Command => {
  if (command.type !== 'decide') return command;
  const id = approvalOf(command.run, command.approval);
  if (way.revisionOf(id) !== undefined) return command;
  const revision = command.revision || NOT_SHOWN;
  const approval = way.belief.get('approval', id);
  if (approval?.context.revision === '')
    way.belief.put('approval', id, { ...approval, context: { ...approval.context, revision } });
  return { ...command, revision };
};

/** What an operator does about a slot that is at work comes after the end of its attempt. */
const makeWay = (way: Way, command: Command): void => {
  const spot = spotFor(way, command);
  const attempt = spot && currentOf(way, spot.slot);
  if (spot === undefined || attempt === undefined) return;
  if (way.seen.process(ownerOf(way, attempt) ?? '')?.isDead === true) lose(way, spot, attempt);
};

const spotFor = (way: Way, command: Command): Spot | undefined => {
  if (!('run' in command)) return undefined;
  const slot = 'slot' in command ? command.slot : way.belief.get('run', command.run)?.context.slots[0];
  return slot === undefined ? undefined : { run: command.run, slot, root: command.run };
};

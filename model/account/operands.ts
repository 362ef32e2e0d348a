import { isKind } from '../kinds.ts';
import { dueSteps } from '../machines/progress.ts';
import type { Asked } from '../step.ts';
import type { Command } from '../vocabulary.ts';
import { currentOf, ownerOf } from './holding.ts';
import type { Operand } from './telling.ts';
import type { Stuck, Way } from './way.ts';

/** The values that a refusal rests on: who holds the slot, and what the machine compared. */
export const operandsOf = (way: Way, { asked, command }: Stuck): readonly Operand[] => {
  const own = asked === undefined ? [] : compared(way, asked);
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...(isFenced(asked) ? fence(way, command) : []).filter(({ name }) => !names.has(name))];
};

/** Whether it matters which attempt is the current one. */
const isFenced = (asked: Asked | undefined): boolean =>
  asked !== undefined && ['lease', 'attempt', 'slot', 'run'].includes(asked.entity.kind);

/** Which attempt speaks, and which one holds the slot. */
const fence = (way: Way, command: Command): readonly Operand[] => {
  const attempt = 'attempt' in command ? command.attempt : undefined;
  const slot = 'slot' in command ? command.slot : attempt && way.belief.get('attempt', attempt)?.context.slot;
  const context = slot === undefined ? undefined : way.belief.get('slot', slot)?.context;
  if (slot === undefined || context === undefined) return [];
  const current = currentOf(way, slot);
  const newest = `${slot}/${context.attempts}`;
  const lease = attempt && way.belief.get('lease', attempt);
  return [
    operand(way, { name: 'fencing token held', value: String(context.attempts) }, ['attempt', newest]),
    ...(attempt === undefined
      ? []
      : [
          operand(way, { name: 'fencing token presented', value: attempt.slice(slot.length + 1) }, ['worker', attempt]),
        ]),
    ...(current === undefined
      ? []
      : [
          operand(way, { name: 'lease holder', value: `${ownerOf(way, current) ?? 'somebody'} (${current})` }, [
            'lease',
            current,
          ]),
        ]),
    ...(lease === undefined || lease === '' || attempt === undefined
      ? []
      : [operand(way, { name: `lease of ${attempt}`, value: lease.leaf }, ['lease', attempt])]),
  ];
};

type Where = readonly ['attempt' | 'worker' | 'lease' | 'run' | 'slot' | 'effect' | 'approval', string];
const operand = (way: Way, { name, value }: Operand, [kind, id]: Where): Operand => {
  const since = way.belief.since(kind, id);
  return { name, value, ...(since !== undefined && { seq: since.seq }) };
};

/** What the event said beside what the entity remembers under that name, and what is due where it is about the order of steps. */
const compared = (way: Way, { entity, event }: Asked): readonly Operand[] => {
  const seq = sinceOf(way, entity);
  const remembered = new Map<string, unknown>(Object.entries(entity.context));
  const pairs = Object.entries(event)
    .filter(([name, value]) => name !== 'type' && isPlain(value))
    .flatMap(([name, value]): readonly Operand[] => {
      const found = remembered.get(counterpart[name] ?? name);
      return [
        { name: `${name} presented`, value: String(value) },
        ...(found === undefined || !isPlain(found)
          ? []
          : [{ name: `${counterpart[name] ?? name} found`, value: String(found), ...seq }]),
      ];
    });
  if (isKind(entity, 'slot') && 'step' in event) {
    const due = dueSteps(entity.context).map(({ id }) => id);
    const isDone = entity.context.done.includes(event.step ?? '');
    pairs.push({ name: 'steps due', value: due.join(', ') || 'none' });
    if (isDone)
      pairs.push({ name: 'committed already', value: event.step ?? '', ...committedAt(way, entity, event.step ?? '') });
  }
  if (isKind(entity, 'effect'))
    pairs.push(
      { name: 'contract', value: entity.context.contract },
      { name: 'sent by', value: entity.context.sender ?? 'nobody', ...seq },
    );
  return pairs;
};

/** Under which name an entity remembers what an event says under another. */
const counterpart: Readonly<Record<string, string>> = { by: 'reviewer', attempt: 'active' };

const isPlain = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

const sinceOf = (way: Way, entity: Asked['entity']): { readonly seq?: number } => {
  const id = way.belief.idOf(entity);
  const since = id === undefined ? undefined : way.belief.since(entity.kind, id);
  return since === undefined ? {} : { seq: since.seq };
};

const committedAt = (way: Way, slot: Asked['entity'], step: string): { readonly seq?: number } => {
  const since = way.belief.since('output', `${way.belief.idOf(slot) ?? ''}/${step}`);
  return since === undefined ? {} : { seq: since.seq };
};

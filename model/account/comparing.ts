import { ownSteps } from '../machines/progress.ts';
import { effectOf, outputOf } from '../rules/names.ts';
import { type Json, missing, sameJson } from '../vocabulary.ts';
import { currentOf, type Spot, spotOf } from './holding.ts';
import { by, tenantOf } from './saying.ts';
import type { Call } from './seen.ts';
import type { Stuck, Way } from './way.ts';

/** What a worker hands on as a committed result must be that result: a second one has nowhere to go. */
export const comparedResult = (way: Way, spot: Spot, call: Call): Stuck | undefined => {
  for (const [step, value] of Object.entries(call.inputs)) {
    const place = spotOf(way, spot.root, step);
    const id = outputOf(place?.slot ?? '', step);
    const output = way.belief.get('output', id);
    const kept = output?.context.commits.at(-1);
    if (place === undefined || output === undefined || kept === undefined || !isAnswer(way, place, step)) continue;
    if (sameJson(kept.value, value) || isDigest(kept.value) !== isDigest(value)) continue;
    if (!way.isShown(id)) {
      if (wasAnswered(way.seen.callsFor(call.run, step), value))
        way.belief.put('output', id, { ...output, context: { ...output.context, commits: [{ ...kept, value }] } });
      continue;
    }
    const operands = [
      { name: 'committed', value: textOf(kept.value), seq: way.belief.since('output', id)?.seq ?? 0 },
      { name: 'presented', value: sameJson(value, missing) ? 'nothing' : textOf(value), seq: call.seq },
    ];
    const command = { type: 'commit' as const, ...by(tenantOf(way, spot.run), call.worker), step, value };
    const attempt = currentOf(way, spot.slot) ?? '';
    const about = { entity: `output ${step}`, state: output.leaf, operands };
    return { status: 'refused', reason: 'already-committed', command: { ...command, attempt, revision: 0 }, about };
  }
  return undefined;
};

/** An action has one key and one set of arguments, whoever sends it; another action has another key. */
export const comparedKeys = (way: Way, spot: Spot, call: Call): Stuck | undefined => {
  const id = effectOf(spot.slot, call.step);
  const effect = way.belief.get('effect', id);
  if (effect === undefined || call.key === undefined) return undefined;
  const first = way.intended(id, call);
  const named = way.named(call.key, id);
  const isSame = first.key === call.key && sameJson(argumentsOf(first), argumentsOf(call));
  if (isSame && named === id) return undefined;
  const operands =
    named !== id
      ? [
          { name: 'key', value: call.key, seq: call.seq },
          { name: 'action that has this key', value: named },
        ]
      : [
          { name: 'key kept', value: first.key ?? '', seq: first.seq },
          { name: 'key presented', value: call.key, seq: call.seq },
          ...(first.key === call.key
            ? [
                { name: 'arguments kept', value: textOf(argumentsOf(first)), seq: first.seq },
                { name: 'arguments presented', value: textOf(argumentsOf(call)), seq: call.seq },
              ]
            : []),
        ];
  const own = { ...by(tenantOf(way, spot.run), call.worker), attempt: call.attempt ?? '', step: call.step };
  const about = { entity: `effect ${call.step}`, state: effect.leaf, operands };
  const command = { type: 'intend' as const, ...own, actionKey: call.key, arguments: call.inputs };
  return { status: 'refused', reason: 'already-exists', command, about };
};

/** Whether a result is what a call was answered with, and not made up by its runtime, as a decision or a joined result is. */
const isAnswer = (way: Way, { slot }: Spot, step: string): boolean =>
  ownSteps(way.belief.get('slot', slot)?.context.steps ?? []).some(
    ({ id, op }) => id === step && ['model', 'tool', 'output', 'effect'].includes(op),
  );

/** What is sent, without for whom and under which fencing token. */
const argumentsOf = ({ inputs }: Call): Json =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => name !== '$authority'));
/** The fencing token that a request carries, where it carries one. */
export const tokenOf = ({ inputs }: Call): number | undefined => {
  const { $authority: authority } = inputs;
  const token =
    typeof authority === 'object' && authority !== null && 'token' in authority ? authority.token : undefined;
  return typeof token === 'number' ? token : undefined;
};

/** A request carries the token of the attempt that sends it. */
export const comparedTokens = (way: Way, spot: Spot, call: Call): Stuck | undefined => {
  const token = tokenOf(call);
  const held = way.belief.get('slot', spot.slot)?.context.attempts ?? 0;
  if (token === undefined || token >= held) return undefined;
  const operands = [
    {
      name: 'fencing token held',
      value: String(held),
      seq: way.belief.since('attempt', `${spot.slot}/${held}`)?.seq ?? 0,
    },
    { name: 'fencing token presented', value: String(token), seq: call.seq },
  ];
  const own = { ...by(tenantOf(way, spot.run), call.worker), attempt: call.attempt ?? '', step: call.step };
  const state = way.belief.get('effect', effectOf(spot.slot, call.step))?.leaf ?? '';
  const about = { entity: `effect ${call.step}`, state, operands };
  return { status: 'refused', reason: 'token-is-stale', command: { type: 'dispatch', ...own }, about };
};

const isDigest = (value: Json): boolean => typeof value === 'object' && value !== null && '$digest' in value;
const textOf = (value: Json): string => JSON.stringify(value) ?? '';
const wasAnswered = (calls: readonly Call[], value: Json): boolean =>
  calls.some(({ end }) => end !== undefined && sameJson(end.value, value));

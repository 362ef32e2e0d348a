import {
  type Feature,
  type History,
  type Intervention,
  isOf,
  type Plan,
  type Program,
} from '../../model/vocabulary.ts';
import { cancellation, companions } from '../plans/commands.ts';
import { isAnyOf, type Landmark, landmarksOf } from '../plans/landmarks.ts';
import { approvalsOf, at, planOf } from '../plans/make.ts';
import { isReceived, isWithheld, zombieAt } from '../plans/signals.ts';
import type { Draw } from './draws.ts';

/** Interventions that are added to a plan together. A stopped worker is continued, and then nothing can follow. */
type Move = readonly Intervention[];

/** What one kind of command asks for, and what alone is judged with it. */
const commanded: Readonly<Record<Draw['command'], { needs: readonly Feature[]; judges?: readonly string[] }>> = {
  none: { needs: [] },
  cancel: { needs: ['cancel', 'client'], judges: cancellation },
  decide: { needs: ['client'], judges: ['approval.early-decision-is-not-lost'] },
  'start-worker': { needs: ['client'], judges: companions },
};

/** The plan of these interventions, which judges all that such a plan is fair to. */
export const planFor = (program: Program, interventions: readonly Intervention[], { command }: Draw): Plan => {
  const isCommanded = interventions.some(({ do: deed }) => deed === command);
  const { needs, judges } = commanded[isCommanded ? command : 'none'];
  return planOf(program, interventions, { needs, ...(judges === undefined ? {} : { judges }) });
};

/** Every move that is possible after the last intervention of a history, at a boundary to which its run came after that. */
export const movesAfter = (history: History, draw: Draw): readonly Move[] => {
  const { interventions, program } = history.plan;
  const last = interventions.at(-1);
  if (last?.do === 'continue') return [];
  const landed = history.observations.findLast((seen) => isOf(seen, 'intervention.landed'))?.seq ?? -1;
  const ahead = landmarksOf(history).filter(({ seq }) => seq > landed);
  const isUsed = interventions.some(({ do: deed }) => deed === draw.command);
  return [
    ...ahead.flatMap((landmark) => atCall(landmark, draw)),
    ...(isUsed ? [] : ahead.flatMap((landmark) => commandAt(landmark, draw))),
    ...(last?.do === 'kill' && draw.signals.includes('kill') ? [[at({ at: 'retry-wait' }, 'kill')]] : []),
    ...(last === undefined && draw.signals.includes('kill')
      ? approvalsOf(program).map((step) => [at({ at: 'approval.requested', step }, 'kill')])
      : []),
  ];
};

const isCall = (landmark: Landmark): boolean => isReceived(landmark) || isWithheld(landmark);
const isHeldLong = isAnyOf('call.received', 'call.done');

const atCall = (landmark: Landmark, draw: Draw): readonly Move[] => {
  const { boundary } = landmark;
  return draw.signals.flatMap((signal): readonly Move[] => {
    if (signal === 'kill') return [[{ at: boundary, do: 'kill' }]];
    if (signal === 'stop') return isCall(landmark) ? [zombieAt(boundary)] : [];
    return isHeldLong(landmark) ? [[{ at: boundary, do: 'delay' }]] : [];
  });
};

const commandAt = (landmark: Landmark, { command }: Draw): readonly Move[] => {
  const { boundary } = landmark;
  const isToCome = isAnyOf('call.received', 'effect.received')(landmark);
  if (command === 'none' || (command !== 'cancel' && !isToCome)) return [];
  return isCall(landmark) ? [[{ at: boundary, do: command }]] : [];
};

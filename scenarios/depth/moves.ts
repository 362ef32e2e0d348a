import {
  type CommandDeed,
  type History,
  type Intervention,
  isOf,
  type Plan,
  type Program,
} from '../../model/vocabulary.ts';
import { isWanted } from '../plans/at-boundaries.ts';
import { companions } from '../plans/commands.ts';
import { commandsAt, makesSense } from '../plans/commands-at.ts';
import { isAnyOf, type Landmark, landmarksOf } from '../plans/landmarks.ts';
import { approvalsOf, at, type More, planOf } from '../plans/make.ts';
import { isReceived, isWithheld, zombieAt } from '../plans/signals.ts';
import type { Situation } from '../plans/situations.ts';
import type { Draw } from './draws.ts';

/** Interventions that are added to a plan together. A stopped worker is continued, and then nothing can follow. */
type Move = readonly Intervention[];

/** What one kind of command asks for, and what alone is judged with it. */
const commanded = (command: Draw['command']): More => {
  if (command === 'none') return {};
  if (command === 'start-worker') return { needs: ['client'], judges: companions };
  const { needs, judges } = commandsAt[command];
  return { needs: [...needs, 'client'], judges };
};

/** The plan of these interventions, which judges all that such a plan is fair to. */
export const planFor = (program: Program, interventions: readonly Intervention[], { command }: Draw): Plan => {
  const isCommanded = interventions.some(({ do: deed }) => deed === command);
  return planOf(program, interventions, commanded(isCommanded ? command : 'none'));
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
    ...(isUsed ? [] : ahead.flatMap((landmark) => commandAt(program, landmark, draw))),
    ...(!isUsed && last?.do === 'kill' && isSensible(program, draw.command, 'between-attempts')
      ? [[at({ at: 'retry-wait' }, draw.command)]]
      : []),
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

const commandAt = (program: Program, landmark: Landmark, { command }: Draw): readonly Move[] => {
  const { boundary } = landmark;
  if (command === 'start-worker') {
    const isToCome = isAnyOf('call.received', 'effect.received')(landmark);
    return isToCome ? [[{ at: boundary, do: command }]] : [];
  }
  return isCall(landmark) && isSensible(program, command, 'at-a-call') ? [[{ at: boundary, do: command }]] : [];
};

/** Whether a draw's command is one that a plan can send there, by the table of all commands. */
const isSensible = (program: Program, command: Draw['command'], situation: Situation): command is CommandDeed =>
  command !== 'none' &&
  command !== 'start-worker' &&
  isWanted(program, command) &&
  makesSense(command, situation) === true;

import type { Command, EventOf, Outcome } from '../../model/vocabulary.ts';
import { counted } from '../value-words.ts';
import { statusWords, viewChanges } from '../view-words.ts';
import type { Memory, Said } from './memory.ts';

type RuntimeEvent = EventOf<'command.sent' | 'command.answered' | 'view.read' | 'view.unreadable'>;

/** What was asked of the runtime and what it said of itself, in plain words. */
export const runtimeWords = (event: RuntimeEvent, memory: Memory, worker: string | undefined): Said => {
  switch (event.type) {
    case 'command.sent':
      return { who: worker ?? event.command.actor, what: `sent ${commandWords(event.command)}` };
    case 'command.answered':
      return { who: 'runtime', ...answerWords(memory.commands.get(event.id), event.outcome) };
    case 'view.read':
      return { who: 'store', ...readingWords(memory, event) };
    case 'view.unreadable':
      return { who: 'store', what: `could not be read for ${event.run}`, detail: event.error };
    default:
      return event satisfies never;
  }
};

const commandWords = (command: Command): string => {
  switch (command.type) {
    case 'decide':
      return `decide (${command.decision}) on ${command.approval}`;
    case 'branch':
      return `branch of ${command.run} as ${command.as}`;
    case 'resolve':
      return `resolve of ${command.step} in ${command.run} as ${command.outcome}`;
    case 'report-artifact':
      return `report that the artifact of ${command.step} in ${command.run} is ${command.state}`;
    case 'expire-approval':
      return `expire of ${command.approval}`;
    case 'register':
      return `register of ${command.revision.id}`;
    case 'accept':
      return `accept of ${command.revision}`;
    case 'publish':
      return `publish of ${command.specification.id}`;
    default:
      return `${command.type} of ${objectOf(command)}`;
  }
};

/** What a command is about, at its narrowest: an attempt, a slot, or a run. */
const objectOf = (command: Extract<Command, { readonly attempt: string } | { readonly run: string }>): string => {
  if ('attempt' in command) return command.attempt;
  return 'slot' in command ? command.slot : command.run;
};

const answerWords = (command: Command | undefined, outcome: Outcome): Omit<Said, 'who'> => {
  const asked = command === undefined ? 'a command' : commandWords(command);
  switch (outcome.status) {
    case 'ok':
      return { what: `accepted ${asked}` };
    case 'refused':
      return { what: `refused ${asked}`, detail: outcome.reason };
    case 'unknown':
      return { what: `gave no answer to ${asked}: its outcome is unknown`, detail: outcome.cause };
    default:
      return outcome satisfies never;
  }
};

/** A reading that shows nothing new is folded, but for the last one: it says how the run ended. */
const readingWords = (memory: Memory, { run, view, why }: EventOf<'view.read'>): Omit<Said, 'who'> => {
  const changes = viewChanges(memory.views.get(run), view);
  if (changes.length === 0) return { what: `still shows ${run} ${statusWords(view.status)}`, folded: why !== 'rest' };
  const shown = changes.slice(1, 7);
  const more = changes.length > 7 ? [counted(changes.length - 7, 'more change')] : [];
  return { what: `shows ${run} ${changes[0]}`, detail: [...shown, ...more].join('; ') };
};

import { type Command, type CommandOf, type CommandType, type History, isOf, type Outcome } from '../vocabulary.ts';

/** A command and its answer: an interval. Without an answer nobody knows whether it happened. */
export type Exchange<C extends Command = Command> = {
  readonly command: C;
  readonly process: string;
  readonly sent: number;
  /** The place of the answer, or infinity where none came. */
  readonly answered: number;
  readonly outcome: Outcome;
};

/** The commands of a history in the order in which they were sent. */
export const exchangesOf = (history: History): readonly Exchange[] =>
  history.observations
    .filter((seen) => isOf(seen, 'command.sent'))
    .map((sent) => {
      const answer = history.observations.find(
        (seen) => seen.seq > sent.seq && isOf(seen, 'command.answered') && seen.event.id === sent.event.id,
      );
      const isAnswer = answer !== undefined && isOf(answer, 'command.answered');
      return {
        command: sent.event.command,
        process: sent.worker ?? '',
        sent: sent.seq,
        answered: answer?.seq ?? Infinity,
        outcome: isAnswer ? answer.event.outcome : { status: 'unknown', cause: 'no answer came' },
      };
    });

/** Whether an exchange is about a command of this type. */
export const isAbout = <T extends CommandType>(exchange: Exchange, type: T): exchange is Exchange<CommandOf<T>> =>
  exchange.command.type === type;

/** Whether the runtime answered that it did the command. */
export const isAccepted = (exchange: Exchange): boolean => exchange.outcome.status === 'ok';
/** Whether the runtime answered that it did not do the command; a lost answer is neither. */
export const isRefused = (exchange: Exchange): boolean => exchange.outcome.status === 'refused';
/** Whether neither had ended when the other began. */
export const overlap = (one: Exchange, other: Exchange): boolean =>
  one.sent < other.answered && other.sent < one.answered;

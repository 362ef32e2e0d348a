import { type History, isOf, type ObservationOf } from '../../../model/vocabulary.ts';
import { boundaryLabel } from '../../boundary-words.ts';
import { freeRow, lanes, type Mark } from './mark.ts';

/** What was asked of the runtime, from the request to its answer. One without an answer stays open: its outcome is unknown. */
export const commandMarks = (history: History): readonly Mark[] => {
  const { observations } = history;
  const answers = new Map(
    observations.flatMap((seen) => (isOf(seen, 'command.answered') ? [[seen.event.id, seen]] : [])),
  );
  const ends: number[] = [];
  return observations.flatMap((seen) => {
    if (isOf(seen, 'intervention.missed')) return [missed(seen)];
    if (!isOf(seen, 'command.sent')) return [];
    return [commandMark(seen, answers.get(seen.event.id), ends)];
  });
};

const commandMark = (
  sent: ObservationOf<'command.sent'>,
  answer: ObservationOf<'command.answered'> | undefined,
  ends: number[],
): Mark => {
  const { command } = sent.event;
  const outcome = answer?.event.outcome;
  const isKnown = outcome !== undefined && outcome.status !== 'unknown';
  const what = `${command.type}${command.type === 'decide' ? ` (${command.decision})` : ''}`;
  const through = sent.worker === undefined ? '' : ` through ${sent.worker}`;
  const end = outcome === undefined ? 'no answer was seen' : endWords(outcome);
  return {
    lane: lanes.operator,
    row: freeRow(ends, sent.seq, answer?.seq ?? Number.POSITIVE_INFINITY),
    shape: 'bar',
    tone: outcome?.status === 'refused' ? 'refused' : 'command',
    from: sent.seq,
    ...(answer === undefined ? {} : { to: answer.seq }),
    ...(isKnown ? {} : { isOpen: true }),
    label: outcome?.status === 'refused' ? `${what}: refused` : what,
    title: `${command.actor} sent ${what}${through}: ${end}`,
  };
};

const endWords = (outcome: ObservationOf<'command.answered'>['event']['outcome']): string => {
  if (outcome.status === 'ok') return 'accepted';
  return outcome.status === 'refused' ? `refused, ${outcome.reason}` : `outcome unknown, ${outcome.cause}`;
};

const missed = ({ seq, event }: ObservationOf<'intervention.missed'>): Mark => ({
  lane: lanes.operator,
  row: 0,
  shape: 'cross',
  tone: 'missed',
  from: seq,
  label: `${event.do} missed`,
  title: `${event.do} at ${boundaryLabel(event.boundary)} did not land: ${event.because}`,
});

import {
  type Call,
  callsFor,
  endingOf,
  firstAnswer,
  isWorked,
  type Loss,
  nodeLossesOf,
  type Reading,
} from '../../reading.ts';
import { dependenciesOf } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** An output is durable before anything rests on it. */
export const outputDurableBeforeProgress = requirement({
  id: 'commit.output-durable-before-progress',
  since: '2026-12',
  title: 'An output is durable before progress rests on it',
  statement: 'Once a call that uses a result has left, a crash of its worker does not lose that result.',
  duty: 'runtime',
  level: 2,
  profile: 'recover',
  reach: 'world',
  needs: [],
  clauses: [
    { id: 'before-the-next-call', statement: 'A result that a model or tool call rests on survives the crash.' },
    { id: 'before-an-effect', statement: 'A result that an effect or a prompt rests on survives the crash.' },
  ],
  source:
    'Durable execution for AI agents, section Commit outputs before acknowledging progress; report langgraph-sync-mode-write-order',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => reading.losses.flatMap((loss) => occasionsOf(reading, run, loss)))
      : [],
});

/** What a lost node takes with it is another requirement's affair. */
const occasionsOf = (reading: Reading, run: string, loss: Loss): readonly Occasion[] => {
  const ending = endingOf(reading, run);
  const next = reading.honest.find((call) => call.run === run && call.seq > loss.seq && call.worker !== loss.worker);
  const wentOn = next !== undefined || (ending?.as === 'succeeded' && ending.seq > loss.seq);
  if (!wentOn || nodeLossesOf(reading).some((lost) => lost.seq === loss.seq)) return [];
  return reading.steps.flatMap((step) => {
    const resting = restingOn(reading, run, { step: step.id, before: loss.seq });
    return resting.map(({ clause, call }): Occasion => {
      const again = callsFor(reading.honest, run, step.id).find((one) => one.seq > loss.seq && !one.isResend);
      if (again === undefined) return kept(clause);
      const message = `${call.step} rested on ${step.id}, and after its worker was lost ${again.worker} ran ${step.id} again`;
      const lost = loss.by === 'kill' ? { kill: loss.seq } : { stop: loss.seq };
      return broken(clause, message, proof({ committed: call.seq, ...lost, illegal: again.seq }));
    });
  });
};

type Place = { readonly step: string; readonly before: number };
type Resting = { readonly clause: string; readonly call: Call };

/** The first call of each kind that rests on a result which the world had given by then. */
const restingOn = (reading: Reading, run: string, { step, before }: Place): readonly Resting[] => {
  const given = firstAnswer(reading.calls, run, step)?.seq ?? Infinity;
  const users = reading.honest.filter(
    (call) =>
      call.run === run && call.seq > given && call.seq < before && dependenciesOf(reading.program, call.step).has(step),
  );
  return clauses.flatMap(({ clause, isIt }) => {
    const call = users.find(isIt);
    return call === undefined ? [] : [{ clause, call }];
  });
};

const isAct = (call: Call): boolean => call.op === 'effect' || call.op === 'approval';
const clauses = [
  { clause: 'before-the-next-call', isIt: (call: Call): boolean => !isAct(call) },
  { clause: 'before-an-effect', isIt: isAct },
] as const;

import { judge, requirements } from '../model/index.ts';
import type { History, Verdict } from '../model/vocabulary.ts';
import { contextOf } from './counterexample.ts';

/** One more run of a plan: whether its requirement failed again. One that takes another path did not land. */
export type Repeated = { readonly status: 'reproduced' | 'passed' | 'not landed'; readonly message: string };

/** What is repeated: the plan, by whoever runs it, the requirement that it failed, and the context of each of its interventions. */
export type Original = {
  readonly requirement: string;
  readonly context: readonly string[];
  readonly run: (nth: number) => Promise<History>;
};

/**
 * A repetition that does not land is tried again and not counted, up to this many tries for each that is wanted. It is cheap: what is
 * missed is a window of well under a millisecond, hit in one of four slices on a bad day.
 */
const TRIES_EACH = 12;

/** Runs a plan again until it landed `times` times, one run after another, and says of each try whether its requirement failed. */
export const repeat = async (
  original: Original,
  times: number,
  onRepeated: (repeated: Repeated) => void = () => undefined,
): Promise<readonly Repeated[]> => {
  const tries: Repeated[] = [];
  const landed = (): number => tries.filter(({ status }) => status !== 'not landed').length;
  while (landed() < times && tries.length < times * TRIES_EACH) {
    const history = await original.run(tries.length + 1);
    const repeated = judged(history, original);
    tries.push(repeated);
    onRepeated(repeated);
    if (history.ended === 'aborted') break;
  }
  return tries;
};

const judged = (history: History, { requirement, context }: Original): Repeated => {
  const asked = requirements.filter(({ id }) => id === requirement);
  const [verdict] = judge([{ history, file: '' }], history.subject, asked);
  return contextOf(history).join('\n') === context.join('\n')
    ? statusOf(verdict)
    : { status: 'not landed', message: 'it took another path' };
};

const statusOf = (verdict: Verdict | undefined): Repeated => {
  if (verdict === undefined) return { status: 'not landed', message: 'this specification has no such requirement' };
  const [first] = verdict.cases;
  if (verdict.status === 'fail') return { status: 'reproduced', message: first?.message ?? verdict.message };
  return first?.status === 'pass'
    ? { status: 'passed', message: 'the requirement held' }
    : { status: 'not landed', message: first?.message ?? verdict.message };
};

import { absenceOf, boundTo, dutyOn, isBoundBy, unboundWords } from './judge/binding.ts';
import { type Case, emptied, type Judged, judgeCase, type Weighed, weighed } from './judge/case.ts';
import { isUnsoundControl, kindOf, untestable } from './judge/obstacle.ts';
import { withSameEvents } from './judge/same-events.ts';
import { strengthOf } from './judge/strength.ts';
import { promiseOf } from './reading.ts';
import { requirements as all } from './requirements/index.ts';
import type { Claim, ClauseVerdict, Requirement, RequirementId, Status, Subject, Verdict } from './vocabulary.ts';

export type { Case } from './judge/case.ts';

/**
 * One verdict per requirement over all cases of a target. A plan that needs what is not offered, and one that is made for other
 * requirements, judges nothing; a case that something stood in the way of is inconclusive whatever was seen in it. Cases that have nothing to
 * say of a requirement are counted, and not listed.
 */
export const judge = (
  cases: readonly Case[],
  subject: Subject,
  requirements: readonly Requirement[] = all,
): readonly Verdict[] => {
  const judging = new Judging(subject, requirements);
  for (const one of cases) judging.add(one);
  return judging.verdicts();
};

/** Judges cases as they come, each once, and keeps of them what they said: a run has too many histories to hold them all until its end. */
export class Judging {
  readonly #subject: Subject;
  readonly #tallies: readonly Tally[];
  /** Programs that did not succeed undisturbed. */
  readonly #unsound = new Map<string, string>();

  constructor(subject: Subject, requirements: readonly Requirement[]) {
    this.#subject = subject;
    this.#tallies = requirements.map((requirement) => new Tally(requirement, subject));
  }

  /** Returns the requirements that this case fails by itself, in their order. */
  add(one: Case): readonly RequirementId[] {
    const { history } = one;
    const kind = kindOf(history);
    if (kind !== undefined && isUnsoundControl(history)) this.#unsound.set(kind, untestable(history.plan.program.id));
    if (!history.plan.needs.every((feature) => this.#subject.can.includes(feature))) return [];
    const whole = weighed(one);
    return this.#tallies.filter((tally) => tally.add(whole)).map(({ requirement }) => requirement.id);
  }
  /** `place` says where a plan's case stands among the others; where it is left out they stand as they came. */
  verdicts(place: (plan: string) => number = () => 0): readonly Verdict[] {
    return withSameEvents(
      this.#tallies.map((tally) => {
        const judged = tally.said
          .map((one) => {
            const because = one.restsOn === undefined ? undefined : this.#unsound.get(one.restsOn);
            return because === undefined ? one : emptied(one, because);
          })
          .sort((one, other) => place(one.verdict.plan) - place(other.verdict.plan));
        return verdictOf(tally, judged, this.#subject);
      }),
    );
  }
}

/** What the cases said of one requirement so far. */
class Tally {
  readonly requirement: Requirement;
  readonly #bound: Requirement;
  readonly said: Judged[] = [];
  cases = 0;
  planned = 0;
  landed = 0;

  constructor(requirement: Requirement, subject: Subject) {
    this.requirement = requirement;
    this.#bound = boundTo(requirement, subject);
  }

  /** Whether the case fails the requirement by itself. */
  add(one: Weighed): boolean {
    const { judges } = one.history.plan;
    if (judges !== undefined && !judges.includes(this.requirement.id)) return false;
    this.cases += 1;
    this.planned += one.weight.planned;
    this.landed += one.weight.landed;
    const judged = judgeCase(this.#bound, one);
    const { exercised, status } = judged.verdict;
    if (exercised.length > 0 || status === 'fail' || judged.obstacle !== undefined) this.said.push(judged);
    return status === 'fail';
  }
}

const verdictOf = (tally: Tally, judged: readonly Judged[], subject: Subject): Verdict => {
  const { requirement } = tally;
  const promise = promiseOf(subject, requirement.id);
  const absent = absenceOf(requirement, subject);
  const clauses = requirement.clauses.map((clause): ClauseVerdict => {
    const own = judged.map((one) => one.clauses[clause.id] ?? { exercised: 0, violated: false });
    const exercised = own.reduce((sum, one) => sum + one.exercised, 0);
    const isBound = absent === undefined && isBoundBy(subject, clause);
    const isViolated = own.some((one) => one.violated);
    const status = isBound ? clauseStatus(exercised, isViolated) : 'unsupported';
    const needs = exercised === 0 && clause.needs !== undefined ? { needs: clause.needs } : {};
    return { clause: clause.id, status, exercised, ...needs };
  });
  const status = absent === undefined ? statusOf(clauses) : 'unsupported';
  return {
    requirement: requirement.id,
    status,
    promise,
    duty: dutyOn(subject, requirement),
    message:
      absent === undefined
        ? `${messageOf(status, { clauses, judged, promise })}${unboundWords(requirement, subject)}`
        : `${absent}${seenIn(judged)}`,
    clauses,
    strength: strengthOf(judged, tally),
    cases: judged.map((one) => one.verdict),
  };
};

const clauseStatus = (exercised: number, isViolated: boolean): Status => {
  if (isViolated) return 'fail';
  return exercised > 0 ? 'pass' : 'inconclusive';
};

/** A pass needs every clause exercised that binds the target: a clause that nothing tried is not known to hold. */
const statusOf = (clauses: readonly ClauseVerdict[]): Status => {
  if (clauses.some((clause) => clause.status === 'fail')) return 'fail';
  return clauses.every((clause) => clause.status === 'pass' || clause.status === 'unsupported')
    ? 'pass'
    : 'inconclusive';
};

/** What was seen is printed also where nothing is held against it. */
const seenIn = (judged: readonly Judged[]): string => {
  const failing = judged.filter((one) => one.verdict.status === 'fail');
  const exercised = judged.filter((one) => one.verdict.exercised.length > 0);
  if (exercised.length === 0) return '';
  const first = failing[0]?.verdict.message;
  return first === undefined
    ? `; it held in ${casesWords(exercised.length)} all the same`
    : `; seen in ${failing.length} of ${casesWords(exercised.length)}: ${first}`;
};

type Grounds = {
  readonly clauses: readonly ClauseVerdict[];
  readonly judged: readonly Judged[];
  readonly promise: Claim;
};

const messageOf = (status: Status, { clauses, judged, promise }: Grounds): string => {
  const exercised = judged.filter((one) => one.verdict.exercised.length > 0).length;
  if (status === 'pass') return `held in ${casesWords(exercised)}`;
  if (status === 'fail') {
    const failing = judged.filter((one) => one.verdict.status === 'fail');
    const words = `${failing[0]?.verdict.message ?? ''} (${failing.length} of ${casesWords(exercised)})`;
    return promise === 'silent' ? `${words}; its documentation promises nothing here` : words;
  }
  return whyOpen(clauses, judged);
};

const casesWords = (count: number): string => `${count} case${count === 1 ? '' : 's'}`;

const whyOpen = (clauses: readonly ClauseVerdict[], judged: readonly Judged[]): string => {
  const open = clauses.filter((clause) => clause.status === 'inconclusive');
  const later = open.filter((clause) => clause.needs !== undefined);
  const needs = [...new Set(later.map((clause) => clause.needs))].join(', ');
  const names = (some: readonly ClauseVerdict[]): string => some.map((clause) => clause.clause).join(', ');
  const rest = open.length < clauses.length ? '; the rest held' : '';
  if (later.length === open.length) return `needs ${needs}: ${names(later)}${rest}`;
  const untried = `not exercised: ${names(open.filter((clause) => clause.needs === undefined))}`;
  const obstacle = judged.find((one) => one.obstacle !== undefined)?.obstacle;
  return obstacle === undefined ? untried : `${untried} (${obstacle})`;
};

import { describe, expect, it } from 'vitest';
import { decide } from '../../../model/runtime.ts';
import { emptyStore, find, type Store, viewOf, written } from '../../../model/store.ts';
import { type Command, type Plan, type Program, planSchema, type ScriptLine } from '../../../model/vocabulary.ts';
import { exclusions } from '../../../scenarios/reassignment/exclusions.ts';
import { allReached, describeReassignment, reassignmentPlans } from '../../../scenarios/reassignment/plans.ts';
import { combinations, isReopenable, nameOf, questions, situations } from '../../../scenarios/reassignment/space.ts';
import { sweep } from '../../../scenarios/reassignment/sweep.ts';

const program: Program = {
  id: 'one-effect',
  title: 'One effect',
  steps: [{ op: 'effect', id: 'publish', uses: [], contract: 'idempotent' }],
};
const settings = { leaseMs: 50, graceMs: 20, backoffMs: 20 };

describe('every combination of a reassignment on decide', () => {
  it('is decided as the table of the specification says', () => {
    const swept = sweep();
    expect(swept).toEqual({ combinations: 53_136, accepted: 54, refused: 53_082, disagreements: [] });
    expect(new Set(combinations.map((one) => JSON.stringify(one))).size).toBe(swept.combinations);
  }, 120_000);

  const inRetryWait = combinations.filter(({ situation }) => situation.state === 'retry-wait');
  it.each([
    ['slot', 'unknown-slot'],
    ['slot', 'no-prior-worker'],
    ['slot', 'prior-worker-not-terminal'],
    ['slot', 'prior-lease-not-terminal'],
    ['slot', 'reason-is-blank'],
    ['slot', 'actor-is-not-owner'],
    ['slot', 'no-compatible-specification'],
    ['specification', 'specification-is-of-another-scope'],
    ['specification', 'specification-is-of-another-class'],
  ] as const)(
    'is not decided so without %s/%s',
    (kind, reason) => {
      expect(sweep(inRetryWait, { without: [{ kind, reason }] }).disagreements).not.toEqual([]);
    },
    120_000,
  );

  it('is not decided so when a slot is reopened in any state', () => {
    const held = combinations.filter(({ situation }) => situation.state === 'held');
    const lifted = { without: [{ kind: 'slot', reason: 'slot-not-in-retry-wait' }] } as const;
    expect(sweep(held, lifted).disagreements).not.toEqual([]);
  }, 120_000);
});

describe('the situations that commands lead to', () => {
  it('are all but those that a reviewed rule excludes, and no rule excludes one of them', () => {
    const reached = new Set(allReached().map(({ situation }) => nameOf(situation)));
    for (const situation of situations) {
      const rules = exclusions.filter(({ excludes }) => excludes(situation));
      expect(rules.length > 0, `${nameOf(situation)}: ${rules.map(({ rule }) => rule)}`).toBe(
        !reached.has(nameOf(situation)),
      );
    }
    expect(exclusions.every(({ excludes }) => situations.some(excludes))).toBe(true);
  }, 120_000);

  it('are counted for people', () => {
    const { excluded, ...counts } = describeReassignment();
    expect(counts).toMatchObject({
      combinations: 53_136,
      situations: 369,
      reached: 165,
      questions: 23_760,
      asked: 1_925,
    });
    expect(excluded.map(({ count }) => count)).toEqual([4, 20, 180]);
    expect(counts.plans).toBe(reassignmentPlans(program).length);
  });
});

/** Plays a script on the specification, each repeated line until its time has come, and says how each command was answered. */
const play = (
  script: readonly ScriptLine[],
): { readonly store: Store; readonly said: readonly [Command, string][] } => {
  let store = emptyStore;
  let nowMs = 0;
  const said: [Command, string][] = [];
  const send = (command: Command): string => {
    const { answer, writes } = decide(viewOf(store, { nowMs, settings }), command);
    store = written(store, writes);
    return answer.status === 'ok' ? 'ok' : answer.reason;
  };
  for (const line of script) {
    for (const command of line.say === 'race' ? line.commands : [line.command]) {
      let answer = send(command);
      while (line.say === 'until-accepted' && answer !== 'ok' && nowMs < 10_000) {
        nowMs += 10;
        answer = send(command);
      }
      said.push([command, answer]);
    }
  }
  return { store, said };
};
const plans = (): readonly Plan[] => reassignmentPlans(program);
const isRace = ({ judges }: Plan): boolean => judges !== undefined;
const scriptOf = ({ script }: Plan): readonly ScriptLine[] => script ?? [];

describe('the plans of reassignment', () => {
  it('are plans, each under a name and with keys of its own', () => {
    for (const plan of plans()) expect(() => planSchema.parse(plan)).not.toThrow();
    expect(new Set(plans().map(({ id }) => id)).size).toBe(plans().length);
    for (const plan of plans()) {
      const keys = scriptOf(plan).flatMap((line) =>
        (line.say === 'race' ? line.commands : [line.command]).map(({ key }) => key),
      );
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('ask in every situation that commands lead to, and go on along their way', () => {
    const asked = new Set<string>();
    for (const plan of plans().filter((one) => !isRace(one))) {
      const { said } = play(scriptOf(plan));
      const moves = said.filter(([{ type }]) => type !== 'reassign' && type !== 'claim');
      expect(moves.filter(([, answer]) => answer !== 'ok')).toEqual([]);
      let script: readonly ScriptLine[] = [];
      for (const line of scriptOf(plan)) {
        if (line.say !== 'race' && line.command.type === 'reassign') asked.add(situationAfter(script));
        script = line.say !== 'race' && line.command.type === 'reassign' ? script : [...script, line];
      }
    }
    expect(asked).toEqual(new Set(allReached().map(({ situation }) => nameOf(situation))));
  }, 120_000);

  it('hear every refusal and acceptance that a reassignment and a claim have', () => {
    const answers = (type: Command['type']): ReadonlySet<string> =>
      new Set(
        plans()
          .filter((one) => !isRace(one))
          .flatMap((plan) => play(scriptOf(plan)).said.filter(([command]) => command.type === type))
          .map(([, answer]) => answer),
      );
    expect([...answers('reassign')].toSorted()).toEqual(
      [
        'actor-is-not-owner',
        'no-compatible-specification',
        'ok',
        'prior-lease-not-terminal',
        'prior-worker-not-terminal',
        'reason-is-blank',
        'slot-not-in-retry-wait',
        'unknown-slot',
      ].toSorted(),
    );
    for (const answer of ['ok', 'worker-class-does-not-fit', 'slot-not-claimable'])
      expect(answers('claim')).toContain(answer);
  }, 120_000);

  it('ask everything there is where a slot is most plainly reopened, and everywhere when told so', () => {
    const count = (all: readonly Plan[]): number =>
      all.flatMap(scriptOf).filter((line) => line.say !== 'race' && line.command.type === 'reassign').length;
    expect(count(reassignmentPlans(program, 'every').filter((one) => !isRace(one)))).toBe(165 * questions.length);
    expect(allReached().filter(({ situation }) => isReopenable(situation))).toHaveLength(18);
    const most = Math.max(...plans().map((plan) => scriptOf(plan).length));
    expect(most).toBeLessThan(250);
  });

  it('race only where both rivals could have been alone', () => {
    for (const plan of plans().filter(isRace)) {
      const lines = scriptOf(plan);
      const race = lines.at(-1);
      expect(plan.judges).toEqual(['reassign.is-atomic']);
      for (const command of race?.say === 'race' ? race.commands : [])
        expect(play([...lines.slice(0, -1), { say: 'send', command }]).said.at(-1)?.[1]).toBe('ok');
    }
  });
});

const situationAfter = (script: readonly ScriptLine[]): string => {
  const { store } = play(script);
  const slot = find(store, 'slot', 'slot-1');
  const prior = slot?.context.prior ?? null;
  const worker = find(store, 'worker', prior ?? '');
  const lease = find(store, 'lease', prior ?? '');
  return prior === null
    ? `${slot?.leaf}, no prior attempt`
    : `${slot?.leaf}, prior worker ${worker?.leaf}, lease ${lease?.leaf}, ${worker?.context.owner === null ? 'no owner' : 'owned'}`;
};

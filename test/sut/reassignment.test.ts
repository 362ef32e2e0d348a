import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { decide } from '../../model/runtime.ts';
import type { Command, CommandOf } from '../../model/vocabulary.ts';
import {
  foreign,
  launchOf,
  own,
  publications,
  reassignOf,
  sibling,
  specifications,
} from '../../scenarios/reassignment/cast.ts';
import { allReached, describeReassignment } from '../../scenarios/reassignment/plans.ts';
import { trueRefusals } from '../../scenarios/reassignment/predicates.ts';
import { explored, type Reached } from '../../scenarios/reassignment/reach.ts';
import { type Asked, nameOf } from '../../scenarios/reassignment/space.ts';
import { questionsFor } from '../../scenarios/reassignment/variations.ts';
import { mutantNamed } from '../../sut/index.ts';
import type { EntityRow } from '../../sut/rows.ts';
import type { Decide, StoreAnswer } from '../../sut/store.ts';
import { Store } from '../../sut/store.ts';
import { freshFile, settings } from './scene.ts';

/** A store on disk that was led into a situation, and what another connection sees in its file. */
class Led {
  readonly #store: Store;
  readonly #seen: Database.Database;
  #nowMs = 0;

  constructor({ way }: Reached, given: Decide = decide) {
    const file = freshFile();
    this.#store = Store.open(file, { settings, now: () => this.#nowMs, decide: given });
    this.#seen = new Database(file, { readonly: true });
    const launches = [own, sibling, foreign].map((place) => launchOf(place, explored));
    for (const [n, command] of [...publications, ...launches, ...way].entries()) {
      const answer = this.ask({ ...command, key: `key-${n}` });
      if (answer.status !== 'ok')
        throw new Error(`expected the way to be open, found ${answer.reason} to ${command.type}`);
    }
  }

  /** The clock goes on by more than every time of the settings, so that whatever waits for time may come. */
  ask(command: Command): StoreAnswer {
    this.#nowMs += 1_000;
    return this.#store.apply(command);
  }

  /** In the words of the situations, from what the store shows. */
  situation(): string {
    const { slots = [], attempts = [] } = this.#store.read(own.run);
    const slot = slots.find(({ id }) => id === own.slot);
    const prior = attempts.find(({ id }) => id === slot?.prior);
    if (prior === undefined) return `${slot?.state}, no prior attempt`;
    const { worker, lease } = prior;
    return `${slot?.state}, prior worker ${worker.status}, lease ${lease.status}, ${worker.owner === null ? 'no owner' : 'owned'}`;
  }

  rows(): Rows {
    const entities = this.#seen.prepare<[], EntityRow>('SELECT * FROM entity').all();
    const events = this.#seen.prepare<[], { n: number }>('SELECT count(*) AS n FROM event').get()?.n ?? 0;
    return { entities: new Map(entities.map((row) => [`${row.kind} ${row.id}`, JSON.stringify(row)])), events };
  }

  close(): void {
    this.#seen.close();
    this.#store.close();
  }
}

type Rows = { readonly entities: ReadonlyMap<string, string>; readonly events: number };

/** Which rows are not as they were: changed, made or gone. */
const changed = (before: Rows, after: Rows): readonly string[] =>
  [...new Set([...before.entities.keys(), ...after.entities.keys()])].filter(
    (row) => before.entities.get(row) !== after.entities.get(row),
  );

type Put = { readonly accepted: number; readonly refused: number; readonly wrong: readonly string[] };

/** Puts every question to a store in this situation, and to a store that was led there anew after each that was accepted. */
const putAll = (reached: Reached, given?: Decide): Put => {
  const wrong: string[] = [];
  let accepted = 0;
  let led = new Led(reached, given);
  if (led.situation() !== nameOf(reached.situation))
    wrong.push(`${led.situation()} is not ${nameOf(reached.situation)}`);
  let before = led.rows();
  for (const [n, asked] of questions.entries()) {
    const command = reassignOf(asked, `question-${n}`);
    const answer = led.ask(command);
    const after = led.rows();
    const faults = faultsOf({ reached, asked, command, answer, before, after });
    wrong.push(...faults.map((fault) => `${fault}: ${nameOf(reached.situation)}; asked ${JSON.stringify(asked)}`));
    if (answer.status !== 'ok') continue;
    accepted += 1;
    led.close();
    led = new Led(reached, given);
    before = led.rows();
  }
  led.close();
  return { accepted, refused: questions.length - accepted, wrong };
};
const questions: readonly Asked[] = questionsFor('every');

type Exchange = {
  readonly reached: Reached;
  readonly asked: Asked;
  readonly command: CommandOf<'reassign'>;
  readonly answer: StoreAnswer;
  readonly before: Rows;
  readonly after: Rows;
};

/** Against the table of the specification, which knows neither the machines nor the store. */
const faultsOf = ({ reached: { situation }, asked, command, answer, before, after }: Exchange): readonly string[] => {
  const refusals = trueRefusals({ situation, asked });
  const rows = changed(before, after);
  if (answer.status === 'refused')
    return [
      ...(refusals.includes(answer.reason) ? [] : [`refused with ${answer.reason}, true are [${refusals}]`]),
      ...(rows.length === 0 && after.events === before.events ? [] : [`a refusal wrote [${rows}]`]),
    ];
  const slot = `slot ${own.slot}`;
  const prior = `attempt ${JSON.parse(JSON.parse(before.entities.get(slot) ?? '{}').context ?? '{}').prior}`;
  const isNoted = noting(command, before.entities.get(prior)) === after.entities.get(prior);
  return [
    ...(refusals.length === 0 ? [] : [`accepted, although [${refusals}]`]),
    ...(isNoted ? [] : ['the failure of the prior attempt is not linked to the decision, or more of it changed']),
    ...(rows.join() === [slot, prior].join() && after.events === before.events + 1
      ? []
      : [`an acceptance wrote [${rows}]`]),
    ...(isReopened(command, before.entities.get(slot), after.entities.get(slot)) ? [] : ['not reopened as asked']),
  ];
};

/** The prior attempt's row with nothing new but what was decided about its failure. */
const noting = ({ actor, reason }: CommandOf<'reassign'>, before = '{}'): string => {
  const { context, revision, ...row } = JSON.parse(before);
  const noted = { ...JSON.parse(context), recovery: { operation: 'reassign', actor, reason } };
  return JSON.stringify({ ...row, context: JSON.stringify(noted), revision: revision + 1 });
};

/** The slot's row is what it was, but for what a reassignment sets and clears. */
const isReopened = (command: CommandOf<'reassign'>, before = '{}', after = '{}'): boolean => {
  const { context: was, revision, ...row } = JSON.parse(before);
  const { context: is, revision: next, ...rest } = JSON.parse(after);
  const { specification, ...context } = JSON.parse(is);
  const { reason, workerClass } = command;
  const { specification: _, ...kept } = JSON.parse(was);
  const expected = { ...kept, reason, workerClass, pending: null, active: null, retryAtMs: null };
  const fitting = specifications.filter(
    (one) => one.tenant === own.tenant && one.slot === own.slot && one.workerClass === workerClass,
  );
  return (
    fitting.some(({ id }) => id === specification) &&
    next === revision + 1 &&
    JSON.stringify(sorted(rest)) === JSON.stringify(sorted(row)) &&
    JSON.stringify(sorted(context)) === JSON.stringify(sorted(expected))
  );
};
const sorted = (value: object): readonly [string, unknown][] =>
  Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('all that commands can reach of a reassignment, on SQLite', () => {
  test('every question in every situation is answered as the table says, and writes only the slot that is reopened', () => {
    const put = allReached().map((reached) => putAll(reached));
    expect(put.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(put).toHaveLength(165);
    const sum = (of: (one: Put) => number): number => put.reduce((total, one) => total + of(one), 0);
    expect({ accepted: sum((one) => one.accepted), refused: sum((one) => one.refused) }).toEqual({
      accepted: 54,
      refused: 23_706,
    });
    expect(describeReassignment().questions).toBe(23_760);
  });

  const refuses: Decide = (view, command) => {
    const { answer, writes } = decide(view, command);
    return command.type === 'reassign' && answer.status === 'ok'
      ? { answer: { status: 'refused', reason: 'reason-is-blank' }, writes }
      : { answer, writes };
  };
  const keepsTheTime: Decide = (view, command) => {
    const { answer, writes } = decide(view, command);
    if (command.type !== 'reassign') return { answer, writes };
    const retryAtMs = view.get('slot', command.slot)?.context.retryAtMs ?? null;
    return {
      answer,
      writes: writes.map(({ kind, id, entity }) => ({
        kind,
        id,
        entity: { ...entity, context: { ...entity.context, retryAtMs } },
      })),
    };
  };
  const withDefect: Decide = (view, command) => decide(view, command, mutantNamed('reassign-ignores-owner').defects);
  test.each([
    ['ignores the owner', withDefect],
    ['makes a worker', mutantNamed('reassign-creates-worker').decide?.(decide) ?? decide],
    ['refuses everything', refuses],
    ['keeps the retry time', keepsTheTime],
  ])('a store that %s is found out', (_, given) => {
    const reopened = allReached().find(
      ({ situation: { state, prior } }) =>
        state === 'retry-wait' && prior?.isOwned === true && prior.worker === 'failed' && prior.lease === 'released',
    );
    expect(reopened && putAll(reopened, decide).wrong).toEqual([]);
    expect(reopened && putAll(reopened, given).wrong).not.toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Event, History, Observation, Outcome } from '../../model/vocabulary.ts';
import { longestIncreasing } from '../../reports/alignment/increasing.ts';
import { alignmentOf, type Row } from '../../reports/alignment.ts';
import { longHistory } from '../page/long-history.ts';
import { zombieEvidence, zombieHistory } from './sample-history.ts';

/** The zombie's commit and what came after it. */
const ILLEGAL = 20;

const withEvents = (history: History, observations: readonly Observation[]): History => ({
  ...history,
  observations: observations.map((seen, seq) => ({ ...seen, seq })),
});

/** What a correct runtime did: the late commit is refused, so that the store shows at last what it had shown before. */
const correct = (): History => {
  const { observations } = zombieHistory();
  const done = observations[15];
  return withEvents(
    zombieHistory(),
    observations.map((seen, seq) => (seq === ILLEGAL && done !== undefined ? { ...seen, event: done.event } : seen)),
  );
};

const changed = (history: History, change: (seen: Observation) => readonly Observation[]): History =>
  withEvents(history, history.observations.flatMap(change));

const seqs = ({ relation, reference, target }: Row): string =>
  `${relation} ${reference?.seq ?? '-'} ${target?.seq ?? '-'}`;

const partedAt = (reference: History, target: History, evidence = zombieEvidence): Row | undefined => {
  const { rows, parts } = alignmentOf(reference, target, [...evidence]);
  return parts === undefined ? undefined : rows[parts];
};

describe('the same plan on two runtimes', () => {
  it('is one story where only ids, times and the names of workers differ', () => {
    const target = changed(zombieHistory(), (seen) => [
      JSON.parse(
        JSON.stringify({ ...seen, atMs: seen.atMs * 3 + 7 })
          .replaceAll('worker-1', 'w-a')
          .replaceAll('worker-2', 'w-b')
          .replaceAll('run-1:publish', 'another-key'),
      ),
    ]);
    const { rows, parts } = alignmentOf(zombieHistory(), target);
    expect(parts).toBeUndefined();
    expect(new Set(rows.map(({ relation }) => relation))).toEqual(new Set(['same']));
  });

  it('parts at the first event that the correct one does not have, which is the illegal one', () => {
    const row = partedAt(correct(), zombieHistory());
    expect(row).toMatchObject({ relation: 'target only', target: { seq: ILLEGAL } });
    expect(row?.target?.words).toContain('running, after it was over');
  });

  it('parts where the target leaves out what the correct one did', () => {
    const target = changed(correct(), (seen) => (seen.event.type === 'effect.applied' ? [] : [seen]));
    expect(partedAt(correct(), target)).toMatchObject({ relation: 'reference only', reference: { seq: 11 } });
  });

  it('parts where one thing came out otherwise, and says in what', () => {
    const target = changed(correct(), (seen) =>
      seen.event.type === 'effect.applied' ? [{ ...seen, event: { ...seen.event, key: 'another' } }] : [seen],
    );
    expect(partedAt(correct(), target)).toMatchObject({
      relation: 'differs',
      how: 'key: the first of run-1.publish there, number 2 of run-1.publish here',
    });
  });

  it('parts where all is the same and the order is not', () => {
    const target = changed(correct(), (seen) => [seen]);
    const [call, applied] = [target.observations[10], target.observations[11]];
    if (call === undefined || applied === undefined) throw new Error('expected a call and its effect in the sample');
    const swapped = target.observations.toSpliced(10, 2, applied, call);
    expect(partedAt(correct(), withEvents(target, swapped))?.relation).toBe('moved');
  });

  it('does not part at a reading that came earlier or later, or at a status that a reading missed', () => {
    const target = changed(correct(), (seen) => (seen.seq === 9 ? [] : [seen]));
    const { rows, parts } = alignmentOf(correct(), target);
    expect(parts).toBeUndefined();
    expect(rows.map(({ excuse }) => excuse)).toContain('unseen');
  });

  it('lets a step be sampled again before it is committed, and takes the last answer as its result; not after', () => {
    const call = (nth: number, after: number): readonly Event[] => [
      {
        type: 'call.received',
        call: after,
        run: 'run-1',
        step: 'extract',
        op: 'model',
        nth,
        inputs: {},
        nonce: `n${after}`,
      },
      { type: 'call.answered', call: after, run: 'run-1', step: 'extract', status: 200, value: `extract~${nth}` },
    ];
    const again = (place: number): History =>
      changed(correct(), (seen) => {
        const text = JSON.stringify(seen.event);
        const event: Event = place === 8 ? JSON.parse(text.replaceAll('extract~2', 'extract~3')) : seen.event;
        const added = seen.seq === place ? call(3, 77).map((one) => ({ ...seen, event: one })) : [];
        return seen.seq < 8 ? [seen] : seen.seq === 8 ? [seen, ...added] : [{ ...seen, event }, ...added];
      });
    expect(partedAt(correct(), again(8))).toBeUndefined();
    expect(partedAt(correct(), again(12))).toMatchObject({ relation: 'target only' });
  });

  it('finds no excuse for what the evidence calls illegal', () => {
    const prompt: Event = {
      ...{ type: 'call.received', call: 9, run: 'run-1', step: 'extract', op: 'approval' },
      ...{ nth: 3, inputs: {}, nonce: 'p' },
    };
    const target = changed(correct(), (seen) => (seen.seq === 16 ? [{ ...seen, event: prompt }, seen] : [seen]));
    const at = target.observations.findIndex(({ event }) => event === prompt);
    expect(alignmentOf(correct(), target).parts).toBeUndefined();
    const { rows, parts } = alignmentOf(correct(), target, [{ seq: at, role: 'illegal' }]);
    expect(rows[parts ?? -1]?.target?.seq).toBe(at);
  });

  it('takes a lost answer for whatever the other runtime said, and parts where it is another one', () => {
    const command = { type: 'cancel', run: 'run-1', actor: 'operator', tenant: 't', key: 'k' } as const;
    const asked = (outcome: Outcome): History =>
      changed(correct(), (seen) => {
        if (seen.seq !== 12) return [seen];
        const events: readonly Event[] = [
          { type: 'command.sent', id: 5, command },
          { type: 'command.answered', id: 5, outcome },
        ];
        return [seen, ...events.map((event) => ({ ...seen, event }))];
      });
    const accepted = asked({ status: 'ok', value: null });
    expect(partedAt(accepted, asked({ status: 'unknown', cause: 'its process died' }))).toBeUndefined();
    const refused = partedAt(accepted, asked({ status: 'refused', reason: 'run-is-terminal' }));
    expect(refused?.how).toBe('answer: ok there, refused here');
  });

  it('has every point of both stories once', () => {
    const { rows } = alignmentOf(correct(), zombieHistory());
    const once = (values: readonly (string | undefined)[]): void => {
      const known = values.filter((value) => value !== undefined);
      expect(new Set(known).size).toBe(known.length);
    };
    once(rows.map(({ reference }) => reference?.subject));
    once(rows.map(({ target }) => target?.subject));
    expect(rows.map(seqs)).toContain('same 1 1');
  });

  it('takes about as much longer as the stories are longer, up to ten thousand events', () => {
    const aligned = (events: number): number => {
      const [reference, target] = [longHistory(events, correct()), longHistory(events)];
      const began = process.cpuUsage();
      expect(alignmentOf(reference, target).rows.length).toBeGreaterThan(events / 3);
      return process.cpuUsage(began).user;
    };
    aligned(1_000);
    // Ten times as much, and some for what else the processor does; by the square it would be a hundred times.
    expect(aligned(10_000)).toBeLessThan(40 * aligned(1_000));
  });
});

describe('the longest part of a list that increases', () => {
  it.each([
    { list: [], length: 0 },
    { list: [3, 2, 1], length: 1 },
    { list: [1, 5, 2, 3, 4], length: 4 },
    { list: [4, 5, 6, 1, 2, 7], length: 4 },
  ])('of $list has $length places, in order', ({ list, length }) => {
    const places = [...longestIncreasing(list)].sort((a, b) => a - b);
    const values = places.map((at) => list[at] ?? Number.NaN);
    expect(places).toHaveLength(length);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  });
});

import { describe, expect, test } from 'vitest';
import type { Step } from '../../model/vocabulary.ts';
import { type Mutant, mutantNamed, mutants } from '../../sut/mutants/index.ts';
import type { Performance } from '../../sut/perform.ts';
import {
  accepted,
  decision,
  freshFile,
  launch,
  oneEffect,
  openRuntime,
  openStore,
  review,
  says,
  settings,
  until,
} from './scene.ts';
import { SmallWorld } from './small-world.ts';

/** A worker of a mutant, a client of it, and a look at their store. */
const stage = (mutant?: Mutant) => {
  const file = freshFile();
  const world = new SmallWorld();
  const asMutant = mutant === undefined ? {} : { mutant };
  const enter = (name: string, perform = world.perform) => openRuntime({ file, perform, name, ...asMutant });
  return { world, enter, client: enter('client'), store: openStore(file) };
};
type Stage = ReturnType<typeof stage>;

const rests = ({ store }: Stage, status: string): Promise<void> =>
  until(`run-1 to be ${status}`, () => store.read('run-1').status === status);

/** Loses the worker in its next call for a step: the call is made, its lease ends, and its answer never comes. */
const loseIn = ({ world, store }: Stage, step: string): void => {
  let isLost = false;
  world.before = (performance) => {
    if (performance.step.id !== step || isLost) return;
    isLost = true;
    const attempt = store.read('run-1').attempts?.at(-1)?.id ?? '';
    accepted(store.apply({ type: 'revoke', tenant: 'tenant-1', actor: 'operator', key: `revoke ${attempt}`, attempt }));
    throw new Error('the worker is lost: nobody hears this');
  };
};

/** The reference is put through the same scene as the mutant: a scene that fails both shows nothing. */
const both = (id: string, scene: (stage: Stage) => Promise<unknown>) => async () => ({
  reference: await scene(stage()),
  mutant: await scene(stage(mutantNamed(id))),
});

const opaque = (step: Step): Step => (step.op === 'effect' ? { ...step, contract: 'opaque' } : step);

describe('with nothing interrupted', () => {
  test.each([undefined, ...mutants].map((mutant) => [mutant?.id ?? 'the reference', mutant] as const))(
    '%s applies one effect, and carries a review through',
    async (_, mutant) => {
      const one = stage(mutant);
      accepted(one.client.answer(launch(oneEffect)));
      one.enter('worker-1').work();
      await rests(one, 'succeeded');
      const other = stage(mutant);
      other.enter('worker-1').work();
      accepted(other.client.answer(launch(review)));
      await rests(other, 'waiting');
      accepted(other.client.answer(decision(other.store.read('run-1'))));
      await rests(other, 'succeeded');
      expect(one.world.applied).toHaveLength(1);
      expect(other.world.calls.map(({ step }) => step)).toEqual(['extract', 'analyse', 'approve', 'publish']);
      const [publish] = other.world.callsFor('publish');
      expect(publish?.given).toMatchObject({
        analyse: { text: 'analyse, sample 1' },
        approve: { decision: 'approve' },
      });
    },
  );
});

describe('in its own scene', () => {
  test('unfenced takes a late result, and shows it in force', async () => {
    const late = both('unfenced', async (on) => {
      let goOn: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      let isHeld = false;
      on.world.before = ({ step }) => {
        if (step.id !== 'extract' || isHeld) return;
        isHeld = true;
        return gate;
      };
      const zombie = on.enter('worker-1');
      accepted(on.client.answer(launch(review)));
      zombie.work();
      await until('the zombie to hang', () => isHeld);
      accepted(on.client.answer(says('revoke')));
      await rests(on, 'waiting');
      goOn();
      await zombie.close();
      return on.store.read('run-1').steps.extract?.commits.map(({ by }) => by);
    });
    expect(await late()).toEqual({ reference: ['slot-1/2'], mutant: ['slot-1/2', 'slot-1/1'] });
  });

  test('reruns-committed calls a committed step again', async () => {
    const calls = both('reruns-committed', async (on) => {
      loseIn(on, 'analyse');
      accepted(on.client.answer(launch(review)));
      on.enter('worker-1').work();
      await rests(on, 'waiting');
      return on.world.calls.map(({ step }) => step);
    });
    expect(await calls()).toEqual({
      reference: ['extract', 'analyse', 'analyse', 'approve'],
      mutant: ['extract', 'analyse', 'extract', 'analyse', 'approve'],
    });
  });

  test('resamples hands on another value than the committed one, and calls nothing again', async () => {
    const given = both('resamples', async (on) => {
      loseIn(on, 'analyse');
      accepted(on.client.answer(launch(review)));
      on.enter('worker-1').work();
      await rests(on, 'waiting');
      expect(on.world.callsFor('extract')).toHaveLength(1);
      return on.world.callsFor('analyse')[1]?.given;
    });
    const extract = { text: 'extract, sample 1' };
    expect(await given()).toEqual({ reference: { extract }, mutant: { extract: { resampled: extract } } });
  });

  test('key-per-attempt applies an action twice', async () => {
    const applied = both('key-per-attempt', async (on) => {
      let isLost = false;
      const lossy = async (performance: Performance) => {
        const result = await on.world.perform(performance);
        if (isLost) return result;
        isLost = true;
        throw new Error('the answer was lost');
      };
      accepted(on.client.answer(launch(oneEffect)));
      on.enter('worker-1', lossy).work();
      await rests(on, 'succeeded');
      return on.world.applied.length;
    });
    expect(await applied()).toEqual({ reference: 1, mutant: 2 });
  });

  test('success-before-receipt believes in an effect that its owner has not applied', async () => {
    const belief = both('success-before-receipt', async (on) => {
      let seen: string | undefined;
      on.world.before = () => {
        seen = on.store.read('run-1').steps.publish?.effect;
      };
      accepted(on.client.answer(launch(oneEffect)));
      on.enter('worker-1').work();
      await rests(on, 'succeeded');
      return seen;
    });
    expect(await belief()).toEqual({ reference: 'dispatched', mutant: 'applied' });
  });

  test('forgets-decisions loses one that comes while no worker lives', async () => {
    const status = both('forgets-decisions', async (on) => {
      accepted(on.client.answer(launch(review)));
      const worker = on.enter('worker-1');
      worker.work();
      await rests(on, 'waiting');
      await worker.close();
      accepted(on.client.answer(decision(on.store.read('run-1'))));
      on.enter('worker-2').work();
      const since = performance.now();
      await until(
        'a while to pass',
        () => performance.now() - since > 20 * settings.pollMs || on.world.applied.length > 0,
      );
      return on.world.applied.length;
    });
    expect(await status()).toEqual({ reference: 1, mutant: 0 });
  });

  test('acts-twice goes on from two decisions', async () => {
    const published = both('acts-twice', async (on) => {
      const other = on.enter('client-2');
      on.enter('worker-1').work();
      accepted(on.client.answer(launch({ ...review, steps: review.steps.map(opaque) })));
      await rests(on, 'waiting');
      const view = on.store.read('run-1');
      accepted(on.client.answer(decision(view)));
      other.answer(decision(view));
      await rests(on, 'succeeded');
      const since = performance.now();
      await until(
        'a while to pass',
        () => performance.now() - since > 20 * settings.pollMs || on.world.applied.length > 1,
      );
      return on.world.applied.length;
    });
    expect(await published()).toEqual({ reference: 1, mutant: 2 });
  });
});

test('a name that no mutant has is answered with those that there are', () => {
  expect(() => mutantNamed('unfence')).toThrow(/unfenced, reruns-committed/);
});

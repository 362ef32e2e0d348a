import { describe, expect, test } from 'vitest';
import { decide } from '../../model/runtime.ts';
import { mutantNamed } from '../../sut/mutants/index.ts';
import { Store } from '../../sut/store.ts';
import { accepted, claim, configured, freshFile, launch, oneEffect, reassign, says, settings } from './scene.ts';

describe('on an admissible reassignment', () => {
  const reopen = (id: string | undefined, actor: string) => {
    const mutant = id === undefined ? undefined : mutantNamed(id);
    const store = configured(
      Store.open(freshFile(), {
        ...{ settings, now: Date.now },
        decide: mutant?.decide?.(decide) ?? ((view, command) => decide(view, command, mutant?.defects)),
      }),
    );
    for (const command of [launch(oneEffect), claim(), says('start')]) accepted(store.apply(command));
    accepted(store.apply({ ...says('fail'), error: 'it broke' }));
    accepted(store.apply(says('release-lease')));
    accepted(store.apply({ ...says('exit'), status: 'failed' }));
    const answer = store.apply(reassign({ actor }));
    const { slots, attempts } = store.read('run-1');
    const next = store.apply(claim()).status;
    store.close();
    return { answer: answer.status, reason: slots?.[0]?.reason, attempts: attempts?.length, next };
  };
  const done = { answer: 'ok', reason: 'it hangs', attempts: 1, next: 'ok' };

  test('the reference accepts the owner and nobody else', () => {
    expect(reopen(undefined, 'worker-1')).toEqual(done);
    expect(reopen(undefined, 'somebody')).toMatchObject({ answer: 'refused', reason: null, attempts: 1 });
  });
  test('reassign-ignores-owner accepts anybody', () => {
    expect(reopen('reassign-ignores-owner', 'somebody')).toEqual(done);
  });
  test('reassign-creates-worker shows an attempt too many, and the slot can still be claimed', () => {
    expect(reopen('reassign-creates-worker', 'worker-1')).toEqual({ ...done, attempts: 2 });
  });
  test('reassign-refuses-all refuses the owner', () => {
    expect(reopen('reassign-refuses-all', 'worker-1')).toMatchObject({ answer: 'refused', reason: null });
  });
});

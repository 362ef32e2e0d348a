import { timerOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import { goOn } from './goes-on.ts';
import type { Mutant, Scene } from './mutant.ts';

/** Between two looks of a worker no such time passes: the clock of its node was moved. In milliseconds. */
const JUMP_MS = 60_000;

/** Due times are times of day. */
const followsTheClock: Mutant = {
  id: 'follows-the-clock',
  defect: 'How long a timer has run is read off the clock of the node, whatever becomes of that.',
  fails: ['recovery.timer-fires-once'],
  followsTheClock: true,
};

/** As a timer wheel that is built anew when the clock has jumped, from timers of which nobody noted that they had fired. */
const firesAgainAfterAJump: Mutant = {
  id: 'fires-again-after-a-jump',
  defect: 'After a jump of the clock each timer that fires does so twice, the second time past the store.',
  fails: ['recovery.timer-fires-once'],
  plot: (scene) => {
    const done = new Set<string>();
    let last = scene.now();
    let hasJumped = false;
    return {
      looks: () => {
        const now = scene.now();
        hasJumped ||= Math.abs(now - last) > JUMP_MS;
        last = now;
        for (const { run, step } of hasJumped ? firedIn(scene) : [])
          if (!done.has(timerOf(run, step))) {
            done.add(timerOf(run, step));
            goOn(scene, { run, after: step, key: `${timerOf(run, step)} again` }).catch(scene.complain);
          }
      },
    };
  },
};

const firedIn = ({ store }: Scene): readonly { readonly run: string; readonly step: string }[] =>
  store
    .all('run')
    .flatMap(({ id: run, entity }) =>
      entity.context.program.steps
        .filter(({ op, id }) => op === 'timer' && is(store.get('timer', timerOf(run, id)), 'fired'))
        .map(({ id: step }) => ({ run, step })),
    );

/** Judged due once, and judged again by a clock that went back meanwhile: then it is taken out of the queue all the same. */
const dropsTimersWhenTheClockGoesBack: Mutant = {
  id: 'drops-timers-when-the-clock-goes-back',
  defect: 'A timer that runs when the clock steps back is dropped, and fires no more when the clock is right again.',
  fails: ['recovery.timer-fires-once'],
  reports: ['temporal-clock-backwards-drops-timer'],
  followsTheClock: true,
  decide: (plain) => {
    let latest = 0;
    let hasGoneBack = false;
    return (view, command) => {
      hasGoneBack ||= view.nowMs < latest - JUMP_MS;
      latest = Math.max(latest, view.nowMs);
      return command.type === 'fire' && hasGoneBack
        ? { answer: { status: 'refused', reason: 'timer-not-running' }, writes: [] }
        : plain(view, command);
    };
  },
};

/** What becomes of a run when the clock of its node is moved. */
export const clockMutants: readonly Mutant[] = [followsTheClock, firesAgainAfterAJump, dropsTimersWhenTheClockGoesBack];

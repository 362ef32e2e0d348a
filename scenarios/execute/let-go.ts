import { isTerminal } from '../../model/vocabulary.ts';
import { until } from '../processes/waiting.ts';
import type { Commander } from './commander.ts';
import type { Director } from './director.ts';
import type { Service } from './service.ts';
import type { Stage } from './stage.ts';

/** Wakes a stopped worker and lets it do what it does to its end; says whether every run is finished then. */
export const letGo = async (parts: {
  readonly stage: Stage;
  readonly director: Director;
  readonly service: Service;
  readonly commander: Commander;
}): Promise<boolean> => {
  const { stage, director, service, commander } = parts;
  const stopped = director.stopped;
  if (stopped === undefined) return true;
  return director.act(async () => {
    await commander.look('before-continue');
    const isAlive = stopped.actor.state === 'stopped';
    stage.continue(stopped.actor);
    director.stopped = undefined;
    stopped.gate.open();
    const { idleMs } = stage.subject.bounds;
    await until(() => service.open === 0 && stage.recorder.quietMs() >= idleMs, 10 * idleMs + 5_000);
    const views = [...(await commander.look('after-continue'))];
    director.land(isAlive || 'the stopped worker was dead before it could be continued');
    const unfinished = views.filter(([, view]) => view === undefined || !isTerminal(view.status));
    for (const [run, view] of unfinished)
      stage.note({ type: 'run.rested', run, as: view?.status === 'waiting' ? 'waiting' : 'stuck' });
    return unfinished.length === 0;
  });
};

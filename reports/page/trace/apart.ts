import type { EventOf, Observation } from '../../../model/vocabulary.ts';
import { lanes, type Mark } from './mark.ts';

/** What servers saw that is no part of a step's call: questions, call-backs, readings, and calls of strangers. */
export const apartFromCalls = ({ seq, worker, event }: Observation): readonly Mark[] => {
  const who = worker ?? 'somebody';
  const at = { row: 0, from: seq } as const;
  switch (event.type) {
    case 'effect.looked-up':
      return [{ ...at, lane: lanes.owner, shape: 'tick', tone: 'known', ...lookUpWords(event, who) }];
    case 'effect.called-back':
      return [{ ...at, lane: lanes.owner, shape: 'diamond', tone: 'applied', ...callBackWords(event) }];
    case 'artifact.read': {
      const tone = event.status === 'found' ? 'known' : 'lost';
      return [{ ...at, lane: lanes.artifacts, shape: 'tick', tone, ...readWords(event, who) }];
    }
    case 'call.escaped':
    case 'call.strange': {
      const title = `${who} called ${event.path} and should not have`;
      return [{ ...at, lane: lanes.servers, shape: 'cross', tone: 'died', label: 'unexpected call', title }];
    }
    default:
      return [];
  }
};

type Words = Pick<Mark, 'label' | 'title'>;

const lookUpWords = ({ found, step }: EventOf<'effect.looked-up'>, who: string): Words => ({
  label: `asked: ${found}`,
  title: `${who} asked what became of ${step}: ${found}`,
});

const callBackWords = ({ step, outcome }: EventOf<'effect.called-back'>): Words => ({
  label: 'called back',
  title: `the owner called back: ${step} was ${outcome}`,
});

const readWords = ({ name, version, status }: EventOf<'artifact.read'>, who: string): Words => ({
  label: status === 'found' ? `${name} read` : `${name} missing`,
  title: `${who} read ${name} ${version}: ${status}`,
});

import type { Command } from '../../model/vocabulary.ts';
import type { Deed } from './deed.ts';

/** A path as sentences that say who does what, in order. */
export const storyOf = (path: readonly Deed[]): readonly string[] => path.map(sentenceOf);

const sentenceOf = (deed: Deed): string => {
  switch (deed.type) {
    case 'tick':
      return `${deed.ms} ms ${deed.ms === 1 ? 'passes' : 'pass'}`;
    case 'apply':
      return `the owner applies ${deed.step} of ${deed.slot}`;
    case 'turn-away':
      return `the owner turns ${deed.step} of ${deed.slot} away`;
    case 'forbid':
      return `the owner finds that ${deed.step} of ${deed.slot} may not be asked for any more`;
    case 'arrive':
      return `the request of ${deed.attempt} for ${deed.step} reaches its owner`;
    default:
      return `${whoOf(deed)} ${whatOf(deed)}${deed.tenant === 'tenant-1' ? '' : ` as ${deed.tenant}`}`;
  }
};

/** Commands that a worker sends of itself; the others come from somebody who watches or decides. */
const ofWorkers = [
  'start',
  'heartbeat',
  'commit',
  'intend',
  'dispatch',
  'record',
  'request-approval',
  'acknowledge',
  'begin-upload',
  'store-upload',
  'wait',
  'start-child',
  'fail',
  'finish',
  'release-lease',
  'exit',
];
const ofSweeps = ['expire', 'report-lost', 'account', 'fire', 'look-up', 'expire-approval', 'expire-run'];

const whoOf = (command: Command): string => {
  if (ofWorkers.includes(command.type) && 'attempt' in command) return `worker ${command.attempt}`;
  if (command.type === 'callback') return 'the owner';
  return ofSweeps.includes(command.type) ? 'the sweep' : command.actor;
};

/** What is said of it, where the type of the command alone is no sentence. */
const whatOf = (command: Command): string => {
  switch (command.type) {
    case 'launch':
      return `launches ${command.run} with ${command.slot} and ${command.pins.package} under "${command.startKey}"`;
    case 'claim':
      return `claims ${command.slot} for a ${command.workerClass} worker`;
    case 'reassign':
      return `reassigns ${command.slot} of ${command.run} to a ${command.workerClass} worker, because "${command.reason.trim()}"`;
    case 'decide':
      return `says ${command.decision} to ${command.approval} of ${command.run}, about "${command.revision}"`;
    case 'publish':
      return `publishes "${command.specification.id}" for a ${command.specification.workerClass} worker`;
    case 'commit':
      return `commits ${command.step}${command.revision < 0 ? ', not knowing how far its slot is' : ''}`;
    case 'exit':
      return command.status === 'failed' ? 'exits with a failure' : 'exits';
    case 'report-lost':
      return `reports ${command.attempt} lost, ${command.because === 'death-seen' ? 'having seen it die' : 'its grace being over'}`;
    case 'record':
      return `records the owner's answer about ${command.step}`;
    case 'request-approval':
      return `asks for ${command.step}, about "${command.revision}"`;
    case 'callback':
      return `calls back about ${command.run} and "${command.actionKey}"`;
    case 'register':
      return `registers ${command.revision.id} as ${command.revision.of} "${command.revision.digest}"`;
    case 'accept':
      return `accepts ${command.revision}`;
    case 'branch':
      return `makes ${command.as} of ${command.run}, changing ${Object.keys(command.changes).join(', ') || 'nothing'}`;
    case 'report-artifact':
      return `finds the artifact of ${command.step} ${command.state}`;
    default:
      return plain(command);
  }
};

/** Any other command: its type as a verb, and what it is about. */
const plain = (command: Command): string => {
  const [verb = '', ...rest] = command.type.split('-');
  const about = ['step', 'slot', 'run', 'attempt'].flatMap((name) =>
    Object.entries(command).filter(([key]) => key === name),
  );
  const [, object = ''] = about.find(([name]) => !ofWorkers.includes(command.type) || name !== 'attempt') ?? [];
  return [`${verb}${/(s|sh|ch|x|z)$/.test(verb) ? 'es' : 's'}`, ...rest, String(object)].filter(Boolean).join(' ');
};

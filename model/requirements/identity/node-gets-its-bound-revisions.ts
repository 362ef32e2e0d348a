import {
  type Call,
  configurationOf,
  isAbout,
  isAccepted,
  isWorked,
  type Reading,
  registeredBy,
} from '../../reading.ts';
import { sameJson } from '../../vocabulary.ts';
import { brief, broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Each node of a workflow is served by the agent revision, and with the attachments, that the accepted binding names for it. */
export const nodeGetsItsBoundRevisions = requirement({
  id: 'identity.node-gets-its-bound-revisions',
  since: '2026-12',
  title: 'A node gets the revisions bound to it',
  statement:
    'Every step is carried out by the agent revision, and with the prompts, skills and libraries, that the binding of its run names for it.',
  duty: 'runtime',
  level: 4,
  profile: 'identity',
  reach: 'world',
  needs: ['registry', 'client'],
  clauses: [
    {
      id: 'agent',
      statement: 'The agent revision that a worker hands on is the one bound to the step.',
    },
    {
      id: 'attachments',
      statement: 'The attachments that a worker hands on are the ones bound to the step.',
    },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => (isWorked(reading) ? reading.calls.flatMap((call) => occasionsOf(reading, call)) : []),
});

/** The binding is the one that the launch of the run pinned, as it was registered by then. */
const occasionsOf = (reading: Reading, call: Call): readonly Occasion[] => {
  const launch = reading.exchanges
    .filter((one) => isAbout(one, 'launch'))
    .find((one) => one.command.run === call.run && isAccepted(one));
  if (launch === undefined) return [];
  const { tenant, pins } = launch.command;
  const binding = registeredBy(reading, { tenant, id: pins.binding }, launch.sent);
  const bound = binding === 'absent' ? undefined : binding?.revision.nodes?.[call.step];
  const handed = configurationOf(call);
  if (bound === undefined || handed === undefined) return [];
  const say = (clause: string, isKept: boolean, words: string): Occasion =>
    isKept
      ? kept(clause)
      : broken(clause, `${call.step} of ${call.run} ${words}`, proof({ first: launch.sent, illegal: call.seq }));
  const { agent, attachments } = handed;
  return [
    ...(agent === undefined
      ? []
      : [say('agent', agent === bound.agent, `is bound to ${bound.agent}, and ${agent} ran it`)]),
    ...(attachments === undefined
      ? []
      : [
          say(
            'attachments',
            sameJson(attachments, bound.attachments),
            `is bound to ${brief(bound.attachments)}, and ran with ${brief(attachments)}`,
          ),
        ]),
  ];
};

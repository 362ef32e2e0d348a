import {
  type Branch,
  branchesOf,
  callsFor,
  decisionsOn,
  gatedBy,
  isChanged,
  isSteady,
  type Reading,
  waitOf,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A branch whose content changed carries no approval, receipt or action key of its parent. */
export const branchInheritsNoAuthority = requirement({
  id: 'recovery.branch-inherits-no-authority',
  since: '2026-12',
  title: 'A branch inherits no authority',
  statement:
    'What was approved, sent or received for the content of the parent says nothing about a branch in which that content is another.',
  duty: 'shared',
  level: 3,
  profile: 'recover',
  reach: 'outside',
  needs: ['branch', 'client'],
  clauses: [
    {
      id: 'approval',
      statement: 'What lies behind an approval of changed content waits for a decision of its own.',
      features: ['approval'],
    },
    { id: 'receipt', statement: "The parent's receipt is not the branch's result of an effect.", features: ['effect'] },
    {
      id: 'action-key',
      statement: 'An effect of changed content goes out under a key of its own.',
      features: ['effect'],
    },
  ],
  source: 'Durable execution for AI agents, section Distinguish retry, resume, and a new branch',
  occasions: (reading) =>
    branchesOf(reading).flatMap((branch) => [
      ...approvals(reading, branch),
      ...receipts(reading, branch),
      ...keys(reading, branch),
    ]),
});

/** The parent had been given a decision; the branch was not. */
const approvals = (reading: Reading, branch: Branch): readonly Occasion[] => {
  const { command, sent, answered } = branch;
  const waits = reading.program.steps.filter((step) => step.op === 'approval' && isChanged(reading, branch, step.id));
  return waits.flatMap(({ id }): readonly Occasion[] => {
    const given = decisionsOn(reading, command.run).find((one) => one.sent < sent && waitOf(reading, one) === id);
    const own = decisionsOn(reading, command.as).find((one) => one.sent > sent && waitOf(reading, one) === id);
    const until = own?.sent ?? Infinity;
    const gated = new Set(gatedBy(reading, id).map((step) => step.id));
    const call = reading.calls.find((one) => one.run === command.as && gated.has(one.step) && one.seq < until);
    const shown = reading.sights.filter(
      (one) => one.run === command.as && one.seq > answered && one.seq < until && isSteady(one),
    );
    const decided = shown.find(({ view }) =>
      view.approvals?.some((one) => one.step === id && one.status === 'approved'),
    );
    if (given === undefined) return [];
    const evidence = { first: given.sent, command: sent };
    const said = `${id} was decided for ${command.run}, and ${command.as}, where its content is another,`;
    if (call !== undefined)
      return [broken('approval', `${said} went on to ${call.step}`, proof({ ...evidence, illegal: call.seq }))];
    if (decided !== undefined)
      return [broken('approval', `${said} shows it as approved`, proof({ ...evidence, illegal: decided.seq }))];
    return shown.length > 0 || own !== undefined ? [kept('approval')] : [];
  });
};

const effectsOf = (reading: Reading, branch: Branch): readonly string[] =>
  reading.steps.filter((step) => step.op === 'effect' && isChanged(reading, branch, step.id)).map(({ id }) => id);

/** The parent's effect was done; until the branch has sent its own it has none. */
const receipts = (reading: Reading, branch: Branch): readonly Occasion[] => {
  const { command, sent, answered } = branch;
  const parent = reading.sights.findLast((one) => one.run === command.run && one.seq < sent && isSteady(one));
  return effectsOf(reading, branch).flatMap((step): readonly Occasion[] => {
    const began = callsFor(reading.calls, command.as, step)[0]?.seq ?? Infinity;
    const shown = reading.sights.filter(
      (one) => one.run === command.as && one.seq > answered && one.seq < began && isSteady(one),
    );
    const done = shown.find(
      ({ view }) => (view.steps[step]?.commits.length ?? 0) > 0 || view.steps[step]?.effect === 'applied',
    );
    if ((parent?.view.steps[step]?.commits.length ?? 0) === 0 || shown.length === 0) return [];
    if (done === undefined) return [kept('receipt')];
    const message = `${step} was done for ${command.run}, and ${command.as} shows it as done before it was sent`;
    return [broken('receipt', message, proof({ before: parent?.seq, command: sent, illegal: done.seq }))];
  });
};

const keys = (reading: Reading, branch: Branch): readonly Occasion[] => {
  const { command, sent } = branch;
  return effectsOf(reading, branch).flatMap((step): readonly Occasion[] => {
    const [old] = callsFor(reading.calls, command.run, step);
    const [own] = callsFor(reading.calls, command.as, step);
    if (old?.key === undefined || own === undefined) return [];
    if (old.key !== own.key) return [kept('action-key')];
    const message = `${step} went out for ${command.as} under ${own.key}, the key of ${command.run}`;
    return [broken('action-key', message, proof({ first: old.seq, command: sent, illegal: own.seq }))];
  });
};

import { decide } from '../../../model/runtime.ts';
import { emptyStore, find, type Store, viewOf, written } from '../../../model/store.ts';
import type { Command, Pins, Program, Revision } from '../../../model/vocabulary.ts';
import { markdownTable } from '../../../reports/markdown-table.ts';

/** One run whose first worker dies, as the specification itself answers: each command with its answer and what it changed. */
export const storyTable = (): string => {
  let store: Store = emptyStore;
  const rows = story.map(({ atMs, command }) => {
    const { answer, writes } = decide(viewOf(store, { nowMs: atMs, settings }), command);
    const changes = writes.map(({ kind, id, entity }) => {
      const before = find(store, kind, id)?.leaf;
      return before === entity.leaf
        ? `${kind} \`${id}\``
        : `${kind} \`${id}\`: ${before ?? 'new'} to \`${entity.leaf}\``;
    });
    store = written(store, writes);
    const said = answer.status === 'ok' ? `ok, \`${JSON.stringify(answer.value)}\`` : `refused, \`${answer.reason}\``;
    return [String(atMs), sentenceOf(command), said, changes.join('; ')];
  });
  return markdownTable(['at', 'command', 'answer', 'changed'], rows);
};

/** The times of the story, in milliseconds. */
export const settings = { leaseMs: 100, graceMs: 50, backoffMs: 30 };

const program: Program = {
  id: 'a-call-and-an-effect',
  title: 'A call and an effect',
  steps: [
    { op: 'model', id: 'draft', uses: [] },
    { op: 'effect', id: 'send', uses: ['draft'], contract: 'idempotent' },
  ],
};
const pins: Pins = { package: 'package-1', workflow: 'workflow-1', binding: 'binding-1' };
const revision = (id: string, of: Revision['of']): Revision => ({ id, of, digest: `sha256:${id}` });
const by = { tenant: 'tenant-1', actor: 'actor-1', key: '' };
const place = { ...by, run: 'run-1', slot: 'slot-1' };
const claim = { type: 'claim', ...place, workerClass: 'standard', owner: null } as const;
const first = { ...by, attempt: 'slot-1/1' };
const second = { ...by, attempt: 'slot-1/2' };
const sent = { step: 'send', actionKey: 'run-1:send', arguments: { draft: 'hello' } };

const launch: Command = {
  ...{ type: 'launch', ...place, startKey: 'start-1', pins, program },
  ...{ specification: 'specification-1', workerClass: 'standard' },
};

const story: readonly { readonly atMs: number; readonly command: Command }[] = [
  { atMs: 0, command: launch },
  { atMs: 0, command: { type: 'register', ...by, revision: revision('package-1', 'package') } },
  { atMs: 0, command: { type: 'register', ...by, revision: revision('workflow-1', 'workflow') } },
  { atMs: 0, command: { type: 'register', ...by, revision: revision('binding-1', 'binding') } },
  { atMs: 0, command: { type: 'accept', ...by, revision: 'package-1' } },
  { atMs: 0, command: { type: 'accept', ...by, revision: 'binding-1' } },
  { atMs: 0, command: launch },
  { atMs: 0, command: claim },
  { atMs: 0, command: { type: 'start', ...first } },
  { atMs: 10, command: { type: 'commit', ...first, step: 'draft', revision: 0, value: 'hello' } },
  { atMs: 10, command: { type: 'intend', ...first, ...sent } },
  { atMs: 10, command: { type: 'dispatch', ...first, step: 'send' } },
  { atMs: 99, command: { type: 'expire', ...first } },
  { atMs: 100, command: { type: 'expire', ...first } },
  { atMs: 100, command: claim },
  { atMs: 130, command: claim },
  { atMs: 130, command: { type: 'start', ...second } },
  { atMs: 130, command: { type: 'commit', ...first, step: 'draft', revision: 0, value: 'late' } },
  { atMs: 130, command: { type: 'intend', ...second, ...sent, actionKey: 'another' } },
  { atMs: 130, command: { type: 'dispatch', ...second, step: 'send' } },
  {
    atMs: 140,
    command: { type: 'record', ...second, step: 'send', revision: 1, outcome: 'applied', receipt: 'receipt-1' },
  },
  { atMs: 140, command: { type: 'finish', ...second } },
];

const sentenceOf = (command: Command): string => {
  const about = 'attempt' in command ? command.attempt : 'revision' in command ? idOf(command.revision) : place.slot;
  const step = 'step' in command ? ` ${command.step}` : '';
  return `\`${command.type}\` ${about}${step}`;
};

const idOf = (revision: unknown): string =>
  typeof revision === 'object' && revision !== null && 'id' in revision ? String(revision.id) : String(revision);

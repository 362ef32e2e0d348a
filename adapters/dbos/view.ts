import { z } from 'zod';
import { jsonSchema, type Program, type RunStatus, type RunView, type StepView } from '../../model/vocabulary.ts';
import { promptedBy } from './names.ts';

/** One statement, so that the view is of one moment. The workflows that a run started are part of it. */
export const familyOf = `
  with recursive family (id) as (
    select workflow_uuid from dbos.workflow_status where workflow_uuid = $1
    union
    select child_workflow_id from dbos.operation_outputs join family on workflow_uuid = id
      where child_workflow_id is not null
  )
  select
    (select status from dbos.workflow_status where workflow_uuid = $1) as status,
    (select json_agg(json_build_object(
        'workflow', workflow_uuid, 'nth', function_id, 'name', function_name, 'output', output, 'error', error,
        'at', completed_at_epoch_ms, 'child', child_workflow_id) order by workflow_uuid, function_id)
      from dbos.operation_outputs where workflow_uuid in (select id from family)) as outputs`;

/** Which run is asked for, of which program, and the time by the clock that DBOS computes the end of a timer with. */
type Asked = { readonly run: string; readonly program: Program; readonly nowMs: number };

/**
 * What DBOS shows of a run, read from its tables and without DBOS. It keeps one row for each step, which is the step's only commit, and
 * does not record which executor wrote it.
 */
export const viewOf = (family: unknown, asked: Asked): RunView => {
  const { status, outputs } = familySchema.parse(family);
  if (status === null) return { status: 'absent', steps: {} };
  const own = outputs.filter(({ workflow }) => workflow === asked.run);
  const timers = named(
    own.filter((row) => isTimer(row, own)),
    asked.program,
    'timer',
  );
  const asleep = timers.filter(({ row }) => status === 'PENDING' && row === own.at(-1) && endOf(row) > asked.nowMs);
  const open = status === 'PENDING' ? openApproval(own) : undefined;
  return {
    status: open === undefined && asleep.length === 0 ? statuses[status] : 'waiting',
    steps: Object.fromEntries([
      ...outputs.filter(isCall).map((row) => [row.name, committed(row)] as const),
      ...own.filter(isReceived).map((row) => [promptBefore(own, row), committed(row)] as const),
      ...named(own.filter(isChildResult), asked.program, 'child').map(({ id, row }) => [id, committed(row)] as const),
      ...timers.filter((timer) => !asleep.includes(timer)).map(({ id, row }) => [id, passed(row)] as const),
    ]),
    runs: 1,
    approvals: open === undefined ? [] : [{ id: open, step: open, status: 'requested', revision: '' }],
  };
};

const statusSchema = z.enum([
  'ENQUEUED',
  'DELAYED',
  'PENDING',
  'SUCCESS',
  'ERROR',
  'MAX_RECOVERY_ATTEMPTS_EXCEEDED',
  'CANCELLED',
]);
const statuses: Readonly<Record<z.infer<typeof statusSchema>, RunStatus>> = {
  ENQUEUED: 'running',
  DELAYED: 'running',
  PENDING: 'running',
  SUCCESS: 'succeeded',
  ERROR: 'failed',
  MAX_RECOVERY_ATTEMPTS_EXCEEDED: 'failed',
  CANCELLED: 'cancelled',
};

const rowSchema = z.object({
  workflow: z.string(),
  nth: z.number(),
  name: z.string(),
  output: z.string().nullable(),
  error: z.string().nullable(),
  at: z.number().nullable(),
  child: z.string().nullable(),
});
type Row = z.infer<typeof rowSchema>;
const familySchema = z.object({
  status: statusSchema.nullable(),
  outputs: z
    .array(rowSchema)
    .nullable()
    .transform((rows) => rows ?? []),
});

/** What DBOS itself does is called `DBOS.x`; a started child is a row of its own, which has no result yet. */
const isCall = ({ name, child }: Row): boolean =>
  !name.startsWith('DBOS.') && child === null && promptedBy(name) === undefined;
const isReceived = ({ name }: Row): boolean => name === 'DBOS.recv';
const isChildResult = ({ name }: Row): boolean => name === 'DBOS.getResult';

/** The deadline of a `DBOS.recv` is stored like a sleep, right behind the place of what it receives. */
const isTimer = (row: Row, own: readonly Row[]): boolean => row.name === 'DBOS.sleep' && !isDeadline(row, own);
const isDeadline = (row: Row, own: readonly Row[]): boolean => {
  const before = own.find(({ nth }) => nth === row.nth - 1);
  return row.name === 'DBOS.sleep' && (before === undefined ? row.nth > 0 : isReceived(before));
};
const endOf = (timer: Row): number => Number(timer.output);

/** A deadline without what it is the deadline of: the run waits for a message. */
const openApproval = (own: readonly Row[]): string | undefined => {
  const last = own.at(-1);
  const isOpen = last !== undefined && isDeadline(last, own) && !own.some(({ nth }) => nth === last.nth - 1);
  return isOpen ? promptBefore(own, last) : undefined;
};
const promptBefore = (own: readonly Row[], row: Row): string =>
  own
    .filter(({ nth }) => nth < row.nth)
    .flatMap(({ name }) => promptedBy(name) ?? [])
    .at(-1) ?? row.name;

/** DBOS gives a sleep and a child's result no name of ours: they come in the order of the program. */
const named = (rows: readonly Row[], program: Program, op: 'timer' | 'child') => {
  const ids = program.steps.filter((step) => step.op === op).map(({ id }) => id);
  return rows.map((row, nth) => ({ id: ids[nth] ?? row.name, row }));
};

/** A value as DBOS's own serializer leaves it; the deadlines of sleeps are plain JSON. */
const outputSchema = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.union([
      z.object({ json: jsonSchema, __dbos_serializer: z.literal('superjson') }).transform(({ json }) => json),
      jsonSchema,
    ]),
  );

/** A step that ended with an error has ended, and has no result. */
const committed = (row: Row): StepView => {
  if (row.output === null) return { commits: [] };
  const value = outputSchema.parse(row.output);
  return { commits: [{ by: writerOf(row), at: String(row.at), value }], inForce: value };
};
const passed = (timer: Row): StepView => ({
  commits: [{ by: writerOf(timer), at: String(timer.at), value: null }],
  inForce: null,
});
const writerOf = ({ workflow, nth }: Row): string => `function ${nth} of workflow ${workflow}`;

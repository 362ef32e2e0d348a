// A plain OpenWorkflow application, as its documentation teaches it: a parent that waits for a child, a run that waits for a signal, and
// one with a step that calls OUTSIDE, an address.
// No killpoint code. POSTGRES_URL is an empty database.
//   node application.mjs worker | start-parent NAME | start-waiting NAME | start-charging NAME | signal NAME | cancel NAME | state
// DIE_BEFORE=wake kills the worker where a child's end would wake its parent; DIE_BEFORE=reconcile where a run that was just parked would
// be woken because what it waits for has come meanwhile, after OUTSIDE was asked.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

// The packages of adapters/openworkflow, as `npx killpoint setup openworkflow` installs them.
const folder = new URL('../../../adapters/openworkflow/', import.meta.url);
const load = (file) => import(new URL(`node_modules/${file}`, folder));
const { OpenWorkflow, defineWorkflow } = await load('openworkflow/dist/index.js');
const { BackendPostgres } = await load('openworkflow/dist/postgres.js');
const { default: postgres } = await import(
  pathToFileURL(createRequire(new URL('package.json', folder)).resolve('postgres')).href.replace('/cjs/', '/')
);

const child = defineWorkflow({ name: 'child' }, async ({ step }) => step.run({ name: 'work' }, () => 'done'));
const parent = defineWorkflow({ name: 'parent' }, async ({ step }) => step.runWorkflow(child.spec));
const waiting = defineWorkflow({ name: 'waiting' }, async ({ input, step }) =>
  step.waitForSignal({ signal: `approval:${input.name}` }),
);
const charging = defineWorkflow({ name: 'charging' }, async ({ step }) =>
  step.run({ name: 'charge' }, async () => (await fetch(process.env.OUTSIDE)).text()),
);

/** Everything is OpenWorkflow's own, but the process ends itself between two statements of one of its methods. */
const dieBefore = (backend, place) => {
  const die = () => process.kill(process.pid, 'SIGKILL');
  if (place === 'wake') {
    const wake = backend.wakeParentWorkflowRun.bind(backend);
    backend.wakeParentWorkflowRun = (run) => (run.parentStepAttemptId === null ? wake(run) : die());
  }
  if (place === 'reconcile') {
    const park = backend.sleepWorkflowRun.bind(backend);
    backend.sleepWorkflowRun = async (asked) => {
      await fetch(process.env.OUTSIDE);
      return park(asked);
    };
    backend.reconcileWorkflowSleepWakeUp = die;
  }
};

const main = async ([command, name]) => {
  const backend = await BackendPostgres.connect(process.env.POSTGRES_URL);
  dieBefore(backend, process.env.DIE_BEFORE);
  const ow = new OpenWorkflow({ backend });
  for (const { spec, fn } of [child, parent, waiting, charging]) ow.implementWorkflow(spec, fn);
  if (command === 'worker') return ow.newWorker().start();
  if (command === 'start-parent') await ow.runWorkflow(parent.spec, { name });
  if (command === 'start-waiting') await ow.runWorkflow(waiting.spec, { name });
  if (command === 'start-charging') await ow.runWorkflow(charging.spec, { name });
  if (command === 'cancel') await ow.cancelWorkflowRun((await state()).find((run) => run.name === name).id);
  if (command === 'signal')
    console.log(JSON.stringify(await ow.sendSignal({ signal: `approval:${name}`, data: { approved: true } })));
  if (command === 'state') console.log(JSON.stringify(await state()));
  return backend.stop();
};

/** Every run, with when it may next be claimed and what is stored of its steps. */
const state = async () => {
  const sql = postgres(process.env.POSTGRES_URL);
  const rows =
    await sql`select id, workflow_name as workflow, input->>'name' as name, status, worker_id is not null as "isHeld",
    extract(day from available_at - now())::int as "claimableInDays",
    (select json_agg(json_build_object('name', s.step_name, 'status', s.status, 'output', s.output))
      from openworkflow.step_attempts s where s.workflow_run_id = r.id) as steps
    from openworkflow.workflow_runs r order by created_at`;
  await sql.end();
  return rows;
};

await main(process.argv.slice(2));

/** A public report of a defect in a durable runtime. `needs` says what its shape takes that the harness cannot do yet. */
export type PublicReport = {
  readonly id: string;
  readonly project: string;
  readonly url: string;
  readonly needs?: string;
};

/** The public reports whose shapes the mutants have, or will have once the harness can show them. */
export const publicReports: readonly PublicReport[] = [
  {
    id: 'openworker-approved-effect-rerun',
    project: 'OpenWorker',
    url: 'https://github.com/andrewyng/openworker/issues/443',
  },
  {
    id: 'langgraph-sync-mode-write-order',
    project: 'LangGraph',
    url: 'https://github.com/langchain-ai/langgraph/issues/8039',
  },
  {
    id: 'celery-oom-kill-acknowledged',
    project: 'Celery',
    url: 'https://github.com/celery/celery/issues/1628',
  },
  {
    id: 'sidekiq-group-stuck-after-kill-in-drain',
    project: 'Sidekiq (Pro)',
    url: 'https://github.com/sidekiq/sidekiq/issues/4715',
  },
  {
    id: 'faktory-crash-attempts-not-counted',
    project: 'Faktory',
    url: 'https://github.com/contribsys/faktory/issues/99',
  },
  {
    id: 'preloop-webhook-redelivered-after-commit',
    project: 'Preloop',
    url: 'https://github.com/preloop/preloop/pull/517',
  },
  {
    id: 'agentframework-pending-question-dropped-on-restore',
    project: 'Microsoft Agent Framework (.NET)',
    url: 'https://github.com/microsoft/agent-framework/issues/2485',
  },
  {
    id: 'pgboss-expired-handler-keeps-running',
    project: 'pg-boss',
    url: 'https://github.com/timgit/pg-boss/issues/555',
  },
  {
    id: 'hatchet-parked-task-times-out',
    project: 'Hatchet',
    url: 'https://github.com/hatchet-dev/hatchet/issues/4128',
  },
  {
    id: 'stepfunctions-callback-token-stranded',
    project: 'AWS Step Functions (Wellcome Collection pipeline)',
    url: 'https://github.com/wellcomecollection/catalogue-pipeline/pull/3597',
  },
  {
    id: 'river-rescue-overwrites-completed',
    project: 'River',
    url: 'https://github.com/riverqueue/river/issues/1302',
  },
  {
    id: 'durablefunctions-lease-steal-duplicates',
    project: 'Azure Durable Functions',
    url: 'https://github.com/Azure/azure-functions-durable-extension/issues/382',
  },
  {
    id: 'vercel-unrelated-wake-redispatches-step',
    project: 'Vercel Workflow',
    url: 'https://github.com/vercel/workflow/issues/2780',
  },
  {
    id: 'temporal-signal-lost-in-rollover',
    project: 'Temporal',
    url: 'https://github.com/temporalio/temporal/issues/2694',
  },
  {
    id: 'cloudflare-dead-waiter-takes-event',
    project: 'Cloudflare Workflows (local engine)',
    url: 'https://github.com/cloudflare/workers-sdk/issues/11740',
  },
  {
    id: 'pydanticai-approver-shown-other-arguments',
    project: 'Pydantic AI',
    url: 'https://github.com/pydantic/pydantic-ai/issues/6968',
  },
  {
    id: 'datalayer-old-approval-covers-new-arguments',
    project: 'Datalayer agent-runtimes',
    url: 'https://github.com/datalayer/agent-runtimes/pull/101',
  },
  {
    id: 'flowise-resume-runs-both-branches',
    project: 'Flowise',
    url: 'https://github.com/FlowiseAI/Flowise/issues/4848',
  },
  {
    id: 'dbos-cancelled-run-becomes-success',
    project: 'DBOS (Python, TypeScript)',
    url: 'https://github.com/dbos-inc/dbos-transact-py/pull/703',
  },
  {
    id: 'mastra-cancel-hits-every-run',
    project: 'Mastra (Inngest adapter)',
    url: 'https://github.com/mastra-ai/mastra/pull/21003',
  },
  {
    id: 'airflow-run-switches-definition-version',
    project: 'Apache Airflow',
    url: 'https://github.com/apache/airflow/issues/49007',
  },
  {
    id: 'dbos-version-hash-strands-runs',
    project: 'DBOS (decocms/studio)',
    url: 'https://github.com/decocms/studio/pull/4143',
  },
  {
    id: 'dagster-conflict-after-ambiguous-5xx',
    project: 'Dagster (Kubernetes launcher)',
    url: 'https://github.com/dagster-io/dagster/pull/14389',
  },
  {
    id: 'triggerdev-request-key-silently-rejected',
    project: 'Trigger.dev',
    url: 'https://github.com/triggerdotdev/trigger.dev/issues/4914',
  },
  {
    id: 'dbos-id-reused-by-other-workflow',
    project: 'DBOS (TypeScript)',
    url: 'https://github.com/dbos-inc/dbos-transact-ts/issues/725',
  },
  {
    id: 'temporal-clock-backwards-drops-timer',
    project: 'Temporal',
    url: 'https://github.com/temporalio/temporal/pull/7030',
  },
  {
    id: 'atomic-store-lost-during-admission',
    project: 'Atomic (DBOS based)',
    url: 'https://github.com/bastani-inc/atomic/issues/3072',
  },
  {
    id: 'swarms-checkpoints-shared-between-workflows',
    project: 'Swarms',
    url: 'https://github.com/kyegomez/swarms/issues/1537',
  },
  {
    id: 'kue-store-full-half-written-job',
    project: 'Kue',
    url: 'https://github.com/Automattic/kue/issues/1016',
  },
  {
    id: 'temporal-reset-child-orphaned',
    project: 'Temporal',
    url: 'https://github.com/temporalio/temporal/issues/3437',
  },
];

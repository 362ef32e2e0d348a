// Workflow code, bundled by the SDK: one activity under the default cancellation type, the same where it is spelt out, and one that may
// take its time.
import { proxyActivities } from '@temporalio/workflow';

const options = { startToCloseTimeout: '1 minute', heartbeatTimeout: '10 seconds' };

export async function byDefault() {
  await proxyActivities(options).charge();
}

export async function waiting() {
  await proxyActivities({ ...options, cancellationType: 'WAIT_CANCELLATION_COMPLETED' }).charge();
}

export async function patient() {
  await proxyActivities({ startToCloseTimeout: '1 hour' }).charge();
}

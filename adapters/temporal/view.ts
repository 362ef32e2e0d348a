import { z } from 'zod';
import { type Commit, jsonSchema, type RunStatus, type RunView } from '../../model/vocabulary.ts';
import { contentOf, type Event, type Events, idOf } from './events.ts';

/** A run as its event history tells it. Activities of its children are among its steps; their events are named by their workflow. */
export const viewOf = (own: Events, children: readonly Events[]): RunView => {
  const account = new Account();
  for (const event of own) account.read(event);
  const inside = children.map((events) => {
    const child = new Account('child ');
    for (const event of events) child.read(event);
    return child;
  });
  const steps = new Map([...inside.flatMap((child) => [...child.commits]), ...account.commits]);
  return {
    status: account.status(),
    steps: Object.fromEntries([...steps].map(([id, commits]) => [id, { commits }])),
    approvals: account.approvals(),
  };
};

/** What the events of one history add up to. */
class Account {
  readonly commits = new Map<string, Commit[]>();
  readonly #place: string;
  /** Activities, timers and children by the event that scheduled them: their step, until they have ended. */
  readonly #open = new Map<string, Started>();
  readonly #prompts = new Map<string, Event>();
  readonly #decisions = new Map<string, Event>();
  #isTaskOpen = false;
  #end: RunStatus | undefined;

  constructor(place = '') {
    this.#place = place;
  }

  read(event: Event): void {
    this.#readActivity(event);
    this.#readWait(event);
    this.#readSignal(event);
    this.#readTask(event);
    this.#end = endOf(event) ?? this.#end;
  }
  status(): RunStatus {
    if (this.#end !== undefined) return this.#end;
    const isAtRest = this.#open.size === 0 && !this.#isTaskOpen;
    return isAtRest && this.approvals().some(({ status }) => status === 'requested') ? 'waiting' : 'running';
  }
  approvals(): NonNullable<RunView['approvals']> {
    return [...this.#prompts].map(([step, shown]) => ({
      id: step,
      step,
      status: this.#decisions.has(step) ? 'decided' : 'requested',
      revision: idOf(shown),
    }));
  }

  #readActivity(event: Event): void {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) this.#open.set(idOf(event), workSchema.parse(contentOf(scheduled.input?.payloads?.[0])).step);
    const completed = event.activityTaskCompletedEventAttributes;
    if (completed) {
      const step = this.#close(completed.scheduledEventId);
      const by = completed.identity ?? 'unknown';
      if (step?.op === 'approval') this.#show(step.id, event);
      else if (step !== undefined)
        this.#commit(step.id, event, { by, value: contentOf(completed.result?.payloads?.[0]) });
    }
    for (const ended of [
      event.activityTaskFailedEventAttributes,
      event.activityTaskTimedOutEventAttributes,
      event.activityTaskCanceledEventAttributes,
    ])
      if (ended) this.#close(ended.scheduledEventId);
  }
  /** A timer is named by its summary, a child by the end of its workflow id; the server itself ends both. */
  #readWait(event: Event): void {
    if (event.timerStartedEventAttributes) {
      const id = String(contentOf(event.userMetadata?.summary));
      this.#open.set(idOf(event), { op: 'timer', id });
    }
    const asked = event.startChildWorkflowExecutionInitiatedEventAttributes;
    if (asked) this.#open.set(idOf(event), { op: 'child', id: asked.workflowId?.split('/').at(-1) ?? '' });
    const fired = event.timerFiredEventAttributes;
    const fell = fired && this.#close(fired.startedEventId);
    if (fell) this.#commit(fell.id, event, { by: 'the server', value: null });
    const joined = event.childWorkflowExecutionCompletedEventAttributes;
    const done = joined && this.#close(joined.initiatedEventId);
    if (done) this.#commit(done.id, event, { by: 'the server', value: contentOf(joined.result?.payloads?.[0]) });
    for (const ended of [
      event.timerCanceledEventAttributes && { initiatedEventId: event.timerCanceledEventAttributes.startedEventId },
      event.startChildWorkflowExecutionFailedEventAttributes,
      event.childWorkflowExecutionFailedEventAttributes,
      event.childWorkflowExecutionCanceledEventAttributes,
      event.childWorkflowExecutionTimedOutEventAttributes,
      event.childWorkflowExecutionTerminatedEventAttributes,
    ])
      if (ended) this.#close(ended.initiatedEventId);
  }
  /** Of several decisions on one approval the first counts, and it is the step's result from when both it and the prompt are there. */
  #readSignal(event: Event): void {
    const signal = event.workflowExecutionSignaledEventAttributes;
    if (signal?.signalName !== 'decide') return;
    const { approval } = decisionSchema.parse(contentOf(signal.input?.payloads?.[0]));
    if (this.#decisions.has(approval)) return;
    this.#decisions.set(approval, event);
    if (this.#prompts.has(approval)) this.#settle(approval, event);
  }
  #show(step: string, event: Event): void {
    this.#prompts.set(step, event);
    if (this.#decisions.has(step)) this.#settle(step, event);
  }
  #settle(approval: string, at: Event): void {
    const signal = this.#decisions.get(approval)?.workflowExecutionSignaledEventAttributes;
    const { decision } = decisionSchema.parse(contentOf(signal?.input?.payloads?.[0]));
    this.#commit(approval, at, { by: signal?.identity ?? 'unknown', value: decision });
  }
  #readTask(event: Event): void {
    if (event.workflowTaskScheduledEventAttributes) this.#isTaskOpen = true;
    // One that failed or timed out is scheduled again, without an event until it has been started.
    if (event.workflowTaskCompletedEventAttributes) this.#isTaskOpen = false;
  }
  #close(scheduled: unknown): Started | undefined {
    const started = this.#open.get(String(scheduled));
    this.#open.delete(String(scheduled));
    return started;
  }
  #commit(step: string, at: Event, { by, value }: Omit<Commit, 'at'>): void {
    const commits = this.commits.get(step) ?? [];
    this.commits.set(step, [...commits, { by, at: `${this.#place}event ${idOf(at)}`, value }]);
  }
}

type Started = { readonly op: string; readonly id: string };
const workSchema = z.object({ step: z.object({ op: z.string(), id: z.string() }) });
const decisionSchema = z.object({ approval: z.string(), decision: jsonSchema });

const endOf = (event: Event): RunStatus | undefined => {
  if (event.workflowExecutionCompletedEventAttributes) return 'succeeded';
  if (event.workflowExecutionFailedEventAttributes || event.workflowExecutionTimedOutEventAttributes) return 'failed';
  const isStopped = event.workflowExecutionCanceledEventAttributes || event.workflowExecutionTerminatedEventAttributes;
  return isStopped ? 'cancelled' : undefined;
};

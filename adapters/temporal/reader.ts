import { type Client, type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import type { RunView } from '../../model/vocabulary.ts';
import { childrenOf, type Events } from './events.ts';
import { viewOf } from './view.ts';

/** Reads one run from the server's event histories, its own and its children's. It asks for a history again only when that has grown. */
export class Reader {
  readonly #client: Client;
  readonly #own: Chronicle;
  readonly #children = new Map<string, Chronicle>();
  #last: { readonly events: readonly Events[]; readonly view: RunView } | undefined;

  constructor(client: Client, workflowId: string) {
    this.#client = client;
    this.#own = new Chronicle(client, workflowId);
  }

  async read(): Promise<RunView> {
    const own = await this.#own.events();
    if (own === undefined) return { status: 'absent', steps: {} };
    const children = await Promise.all(childrenOf(own).map((workflowId) => this.#child(workflowId).events()));
    const events = [own, ...children.filter((child) => child !== undefined)];
    const isSame =
      events.length === this.#last?.events.length && events.every((of, at) => of === this.#last?.events[at]);
    if (isSame && this.#last !== undefined) return this.#last.view;
    const view = { ...viewOf(own, events.slice(1)), runs: await this.#own.executions() };
    this.#last = { events, view };
    return view;
  }

  #child(workflowId: string): Chronicle {
    const known = this.#children.get(workflowId) ?? new Chronicle(this.#client, workflowId);
    this.#children.set(workflowId, known);
    return known;
  }
}

/** The newest execution of one workflow id. */
class Chronicle {
  readonly #client: Client;
  readonly #handle: WorkflowHandle;
  readonly #runIds = new Set<string>();
  #last: { readonly mark: string; readonly events: Events } | undefined;

  constructor(client: Client, workflowId: string) {
    this.#client = client;
    this.#handle = client.workflow.getHandle(workflowId);
  }

  async events(): Promise<Events | undefined> {
    try {
      const { runId, historyLength, status } = await this.#handle.describe();
      this.#runIds.add(runId);
      const mark = `${runId} ${historyLength} ${status.name}`;
      if (this.#last?.mark === mark) return this.#last.events;
      const { events } = await this.#client.workflow.getHandle(this.#handle.workflowId, runId).fetchHistory();
      this.#last = { mark, events: events ?? [] };
      return this.#last.events;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    }
  }
  /** How many executions this id has had. The list that the server counts by lags behind, so those that were seen count too. */
  async executions(): Promise<number> {
    const { count } = await this.#client.workflow.count(`WorkflowId = '${this.#handle.workflowId}'`);
    return Math.max(count, this.#runIds.size);
  }
}

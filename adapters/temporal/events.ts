import type { WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { type Json, jsonSchema } from '../../model/vocabulary.ts';

/** The event history of one workflow execution, oldest first. */
export type Events = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>;
/** One event of a workflow's history. */
export type Event = Events[number];
type Payload = Parameters<typeof defaultPayloadConverter.fromPayload>[0];

/** An event's place in its history: the id by which later events refer to it. */
export const idOf = ({ eventId }: Event): string => String(eventId ?? '');

/** What a payload holds, where there is one. */
export const contentOf = (payload: Payload | null | undefined): Json =>
  payload === null || payload === undefined
    ? null
    : jsonSchema.parse(defaultPayloadConverter.fromPayload(payload) ?? null);

/** The workflow ids of the children that a workflow has asked for. */
export const childrenOf = (events: Events): readonly string[] =>
  events.flatMap(({ startChildWorkflowExecutionInitiatedEventAttributes: asked }) =>
    typeof asked?.workflowId === 'string' ? [asked.workflowId] : [],
  );

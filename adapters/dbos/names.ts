/** The application that every process of a case is part of: DBOS scopes workflows and queues by it. */
export const APPLICATION = 'killpoint';
/** The queue on which a client outside the application starts a run. */
export const QUEUE = 'runs';
/** The registered name of the workflow that runs a program. */
export const WORKFLOW = 'program';
/** The registered name of the workflow that runs a child's steps. */
export const CHILD = 'child';

/** A decision may take its time; the documentation recommends to wait with a limit all the same. */
export const DECISION_LIMIT_S = 24 * 60 * 60;

/** The name of the DBOS step that shows an approval's prompt; what it waits for is the `DBOS.recv` right after it. */
export const prompt = (step: string): string => `${SHOW}${step}`;
/** The approval that a DBOS step shows the prompt of, if it is such a one. */
export const promptedBy = (name: string): string | undefined =>
  name.startsWith(SHOW) ? name.slice(SHOW.length) : undefined;

const SHOW = 'show ';

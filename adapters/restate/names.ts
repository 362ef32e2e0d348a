const PROMPT = 'prompt of ';

/** The name in the journal of the step that shows an approval's prompt: the approval itself is the promise. */
export const promptOf = (approval: string): string => `${PROMPT}${approval}`;
/** Whether a step in the journal only shows a prompt. */
export const isPrompt = (name: string): boolean => name.startsWith(PROMPT);

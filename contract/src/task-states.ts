// This file does not import zod, because lists and boards of the browser use these states.

/** The states of a task in order of progress. */
export const TASK_STATES = ['open', 'doing', 'done'] as const;
export type TaskState = (typeof TASK_STATES)[number];

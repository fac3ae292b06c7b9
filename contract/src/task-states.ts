// Without zod: lists and boards of the browser take the states from here.

/** How far a task is, in the order in which it goes. */
export const TASK_STATES = ['open', 'doing', 'done'] as const;
export type TaskState = (typeof TASK_STATES)[number];

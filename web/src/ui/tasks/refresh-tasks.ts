import { refresh } from '../../api/refresh.ts';

/** Fetches anew what shows tasks. */
export const refreshTasks = () => refresh('get-task-list', 'get-due-list', 'get-calendar');

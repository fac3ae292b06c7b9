import { refresh } from '../../api/refresh.ts';

/** Reloads the lists that contain tasks. */
export const refreshTasks = () => refresh('get-task-list', 'get-due-list', 'get-calendar');

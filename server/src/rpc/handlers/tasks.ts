import { notifyAssignees } from '../../notify/notify-assignees.ts';
import { viewerOf } from '../../store/files/records.ts';
import { moveTask, saveTask, setTaskDeleted } from '../../store/tasks/change-tasks.ts';
import { getTask, listTaskPeople, listTasks } from '../../store/tasks/tasks.ts';
import type { Handlers } from '../handler.ts';

export const taskHandlers = {
  'get-task-list': (input, { services, caller }) => listTasks(services.database, viewerOf(caller), input),

  'get-task-by-id': async ({ id }, { services, caller }) => ({
    task: await getTask(services.database, viewerOf(caller), id),
  }),

  'save-task': async (input, { services, caller, actor }) => {
    const viewer = viewerOf(caller);
    const { id, givenTo } = await saveTask(services.database, viewer, actor, input);
    if (givenTo !== null) await notifyAssignees(services, caller.displayName, [{ id, title: input.title, givenTo }]);
    return { task: await getTask(services.database, viewer, id) };
  },

  'move-task': async (input, { services, caller, actor }) => {
    const viewer = viewerOf(caller);
    await moveTask(services.database, viewer, actor, input);
    return { task: await getTask(services.database, viewer, input.id) };
  },

  'delete-task': async ({ id }, { services, caller, actor }) => {
    await setTaskDeleted(services.database, viewerOf(caller), actor, id, true);
    return {};
  },

  'restore-task': async ({ id }, { services, caller, actor }) => {
    const viewer = viewerOf(caller);
    await setTaskDeleted(services.database, viewer, actor, id, false);
    return { task: await getTask(services.database, viewer, id) };
  },

  'get-task-people': (input, { services, caller }) => listTaskPeople(services.database, caller.scope, input),
} satisfies Partial<Handlers>;

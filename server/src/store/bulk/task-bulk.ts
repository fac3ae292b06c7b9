import type { TaskBulkField } from '@milepost/contract/bulk-kinds';
import { taskOperations } from '@milepost/contract/task-operations';
import type { GivenTask } from '../../notify/notify-assignees.ts';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import { lockTask, saveTaskIn } from '../tasks/change-tasks.ts';
import { getTask } from '../tasks/tasks.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { shownOf, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

/** Bulk changes of tasks. */
export const taskBulk: BulkKind<TaskBulkField, GivenTask | null> = {
  kind: 'task',

  async read(db, viewer, id) {
    await lockTask(db, viewer, id, false);
    const task = await getTask(db, viewer, id);
    return { name: task.title, version: task.version, values: { ...task } };
  },

  patchOf: (_values, field, value) => ({ [field]: typedOf(value) }),
  show: (values, field) => shownOf(values[field === 'assigneeId' ? 'assigneeName' : field]),
  write: save,

  async restore(db, viewer, actor, id, patch) {
    await save(db, viewer, actor, id, patch);
    // The former assignee was notified when the task was assigned.
    return null;
  },
};

/** Saves a task like its form, with the patch applied. */
async function save(db: Queryable, viewer: Viewer, actor: Actor, id: number, patch: Patch): Promise<GivenTask | null> {
  const { version: _version, ...task } = await getTask(db, viewer, id);
  const input = readInput(taskOperations['save-task'].input, { ...task, ...patch });
  const { givenTo } = await saveTaskIn(db, viewer, actor, input);
  return givenTo === null ? null : { id, title: task.title, givenTo };
}

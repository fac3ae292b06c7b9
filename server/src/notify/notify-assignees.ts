import { textFor } from '../texts/text.ts';
import { notify, type NotifyServices } from './notify.ts';

/** A task that was just assigned to a person. */
export interface GivenTask {
  id: number;
  title: string;
  givenTo: number;
}

const MAX_TITLES = 3;

/**
 * Notifies each person once of the tasks assigned to them, however many they are. @param by the person who assigned
 * them
 */
export async function notifyAssignees(
  services: NotifyServices,
  by: string,
  tasks: readonly GivenTask[],
): Promise<void> {
  for (const userId of new Set(tasks.map(({ givenTo }) => givenTo))) {
    const own = tasks.filter(({ givenTo }) => givenTo === userId);
    const titles = own.slice(0, MAX_TITLES).map(({ title }) => title);
    const [only] = own.length === 1 ? own : [];
    await notify(services, {
      userId,
      kind: 'reminder',
      title: textFor('tasks-given', { by, count: own.length }),
      text: own.length > MAX_TITLES ? [...titles, '…'] : titles,
      path: only === undefined ? 'apps/tasks?view=list&whose=mine' : `apps/tasks?open=${only.id}`,
    });
  }
}

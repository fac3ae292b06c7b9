import { type Language, traitsOf } from '@milepost/contract/languages';
import { listRemindedOrganisations } from '../store/reminders.ts';
import { type DueTask, takeDueTasks } from '../store/tasks/task-reminders.ts';
import { inLanguage, textFor } from '../texts/text.ts';
import { type ReminderWords, type RemindServices, sendReminders } from './send-reminders.ts';

/** Reminds people of the tasks that are due today, each task once for its day: the assignee, otherwise the author. */
export async function remindTasks(services: RemindServices, now: Date): Promise<void> {
  for (const organisationId of await listRemindedOrganisations(services.database, now)) {
    await sendReminders(services, WORDS, (db) => takeDueTasks(db, organisationId, now));
  }
}

const WORDS: ReminderWords<DueTask> = {
  line: lineOf,
  advice: textFor('task-open'),
  path: ({ id }) => `apps/tasks?open=${id}`,
  many: (count) => textFor('tasks-due', { count }),
  more: (count) => textFor('and-more', { count }),
  allPath: 'apps/tasks?whose=mine',
  why: textFor('why-task'),
};

/** "Call the workshop is due today". */
function lineOf({ title, daysLeft }: DueTask, language: Language): string {
  const when = new Intl.RelativeTimeFormat(traitsOf(language).locale, { numeric: 'auto' }).format(daysLeft, 'day');
  return inLanguage(language, textFor(daysLeft < 0 ? 'task-overdue' : 'task-due', { task: title, when }));
}

import { listRemindedOrganisations } from '../store/reminders.ts';
import { type DueTask, takeDueTasks } from '../store/tasks/task-reminders.ts';
import { inLanguage, type Language, LOCALES, said } from '../texts/text.ts';
import { type ReminderWords, type RemindServices, tellReminders } from './tell-reminders.ts';

/** Reminds people of the tasks whose day has come, each task once for its day: whom it was given to, else who made it. */
export async function remindTasks(services: RemindServices, now: Date): Promise<void> {
  for (const organisationId of await listRemindedOrganisations(services.database, now)) {
    await tellReminders(services, WORDS, (db) => takeDueTasks(db, organisationId, now));
  }
}

const WORDS: ReminderWords<DueTask> = {
  line: lineOf,
  advice: said('task-open'),
  path: ({ id }) => `apps/tasks?open=${id}`,
  many: (count) => said('tasks-due', { count }),
  more: (count) => said('and-more', { count }),
  allPath: 'apps/tasks?whose=mine',
  why: said('why-task'),
};

/** "Call the workshop is due today". */
function lineOf({ title, daysLeft }: DueTask, language: Language): string {
  const when = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }).format(daysLeft, 'day');
  return inLanguage(language, said(daysLeft < 0 ? 'task-overdue' : 'task-due', { task: title, when }));
}

import { type Language, traitsOf } from '@milepost/contract/languages';
import {
  listRemindedOfServices,
  type RemindedService,
  takeServiceReminders,
} from '../store/maintenance/service-reminders.ts';
import { listRemindedOrganisations } from '../store/reminders.ts';
import { inLanguage, textFor } from '../texts/text.ts';
import { type ReminderWords, type RemindServices, sendReminders } from './send-reminders.ts';

/** Reminds people of the services that are due soon, and again of those that are overdue. */
export async function remindServices(services: RemindServices, now: Date): Promise<void> {
  for (const organisationId of await listRemindedOrganisations(services.database, now)) {
    await sendReminders(services, WORDS, async (db) => {
      const ids = await takeServiceReminders(db, organisationId);
      return ids.length === 0 ? [] : listRemindedOfServices(db, ids);
    });
  }
}

const WORDS: ReminderWords<RemindedService> = {
  line: lineOf,
  advice: textFor('service-plan-it'),
  path: ({ vehicleId }) => `vehicle-info/${vehicleId}?tab=maintenance`,
  many: (count) => textFor('services-due', { count }),
  more: (count) => textFor('and-more', { count }),
  allPath: 'vehicle-info/maintenance',
  why: textFor('why-reminded-of-services'),
};

/** "Oil and filters of SBA 1234: due in 12 days". */
function lineOf({ task, registration, daysLeft }: RemindedService, language: Language): string {
  const params = { task, vehicle: registration };
  if (daysLeft === null) return inLanguage(language, textFor('service-soon', params));
  const when = new Intl.RelativeTimeFormat(traitsOf(language).locale, { numeric: 'auto' }).format(daysLeft, 'day');
  return inLanguage(language, textFor(daysLeft < 0 ? 'service-was-due' : 'service-is-due', { ...params, when }));
}

import { type Language, traitsOf } from '@milepost/contract/languages';
import { listRemindedOrganisations } from '../store/reminders.ts';
import { listReminded, type RemindedSubscription, takeReminders } from '../store/subscriptions/reminders.ts';
import { inLanguage, textFor } from '../texts/text.ts';
import { type ReminderWords, type RemindServices, sendReminders } from './send-reminders.ts';

/** Reminds buyers and sellers of the subscriptions that run out, each once. */
export async function remindSubscriptions(services: RemindServices, now: Date): Promise<void> {
  const customers = await listRemindedOrganisations(services.database, now);
  await sendReminders(services, WORDS, async (db) => {
    const ids = await takeReminders(db, customers, now);
    return ids.length === 0 ? [] : listReminded(db, ids, now);
  });
}

const WORDS: ReminderWords<RemindedSubscription> = {
  line: lineOf,
  advice: textFor('subscription-act'),
  path: ({ id }) => `admin/subscriptions?open=${id}`,
  many: (count) => textFor('subscriptions-run-out', { count }),
  more: (count) => textFor('and-more', { count }),
  allPath: 'admin/subscriptions',
  why: textFor('why-reminded-subscription'),
};

/** "Subscription Fleet of Rambla Buses runs out in 7 days". */
function lineOf({ planName, organisationName, daysLeft }: RemindedSubscription, language: Language): string {
  const when = new Intl.RelativeTimeFormat(traitsOf(language).locale, { numeric: 'auto' }).format(daysLeft, 'day');
  const params = { plan: planName, holder: organisationName, when };
  return inLanguage(language, textFor(daysLeft < 0 ? 'subscription-ran-out' : 'subscription-runs-out', params));
}

import type { Language } from '@milepost/contract/languages';
import type { OverCommand } from '../store/commands/finished-commands.ts';
import { takeOverCommands } from '../store/commands/finished-commands.ts';
import { inTransaction } from '../store/database.ts';
import { insertNotification } from '../store/notifications/notifications.ts';
import { languageOf } from '../store/people/accounts.ts';
import { inLanguage, textFor } from '../texts/text.ts';
import { announceUnread, type NotifyServices } from './notify.ts';

/** The order of states in a summary. */
const STATES = ['done', 'refused', 'unclear', 'answered', 'unanswered', 'failed', 'expired'] as const;

/**
 * Notifies people in the application of the results of their commands; a batch to many vehicles gives one notification.
 */
export async function notifyCommands(services: NotifyServices): Promise<void> {
  const notified = await inTransaction(services.database, async (db) => {
    const over = await takeOverCommands(db);
    for (const [userId, own] of Map.groupBy(over, (one) => one.userId)) {
      const language = await languageOf(db, userId);
      for (const commands of Map.groupBy(own, ({ id, batch }) => batch ?? -id).values()) {
        await insertNotification(db, { userId, kind: 'command', ...words(commands, language) });
      }
    }
    return new Set(over.map(({ userId }) => userId));
  });
  for (const userId of notified) await announceUnread(services, userId);
}

function words(commands: readonly OverCommand[], language: Language) {
  const [first] = commands;
  if (!first) throw new Error('no command to notify about');
  const { kind, state, answer, registration, vehicleId, batch } = first;
  const command = inLanguage(language, textFor(`command-${kind}`));
  if (commands.length === 1) {
    return {
      title: inLanguage(language, textFor(`command-${state}`, { vehicle: registration, command })),
      text: answer ?? '',
      path: `vehicle-info/${vehicleId}?tab=commands`,
    };
  }
  const counts = STATES.flatMap((one) => {
    const count = commands.filter((each) => each.state === one).length;
    return count === 0 ? [] : [inLanguage(language, textFor(`commands-${one}`, { number: String(count) }))];
  });
  return {
    title: inLanguage(language, textFor('commands-over', { command, count: commands.length })),
    text: counts.join(' · '),
    path: `vehicle-info/commands?batch=${batch}`,
  };
}

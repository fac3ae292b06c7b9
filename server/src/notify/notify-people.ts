import { joinList } from '@milepost/contract/list-text';
import { inLanguage, textFor, type TextDescriptor } from '../texts/text.ts';
import type { Bus } from '../bus/bus.ts';
import { loadPlaces } from '../places/load-places.ts';
import type { Places } from '../places/places.ts';
import type { AlarmStory } from '../store/alarm-delivery/alarm-story.ts';
import {
  type Channel,
  countRecentMessages,
  dropForbidden,
  type DueReader,
  findReader,
  listDueAlarms,
  listDueReaders,
  lockReader,
  markSent,
  type Reader,
} from '../store/alarm-delivery/notices.ts';
import { LATE_AFTER_MS, SOS } from '../store/alarm-delivery/take-due-alarms.ts';
import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import { insertMail } from '../store/mail/mails.ts';
import { insertNotification } from '../store/notifications/notifications.ts';
import { queuePush } from '../store/push/push-messages.ts';
import { alarmWords } from './alarm-words.ts';
import { announceUnread, type NotifyServices } from './notify.ts';

export interface PeopleNotifierServices extends NotifyServices {
  database: Database;
  bus: Bus;
  /** Without a mail server, mails stay in the outbox. */
  mailConfigured: boolean;
  /** The base of links in mails; null when it is unknown. */
  publicUrl: string | null;
  places: Pick<Places, 'for'>;
}

/** The maximum of messages per person and minute; the rest are combined into a later message. */
const A_MINUTE: Record<Channel, number> = { bell: 10, push: 3, mail: 1 };
/** Alarms in one message; the rest wait for the next. */
const TOGETHER = 1000;
/** Alarms listed in one message; the others are only counted. */
const MAX_LISTED = 50;

interface Message {
  alarms: AlarmStory[];
  title: string;
  text: string;
  path: string;
}

/** Notifies people of the alarms that are due for them, each alarm once. */
export async function notifyPeople(services: PeopleNotifierServices): Promise<void> {
  for (const due of await listDueReaders(services.database, A_MINUTE)) {
    const mails = await inTransaction(services.database, (db) => notifyReader(services, db, due));
    if (mails === null) continue;
    for (const id of mails) services.bus.publish('mail-waiting', { id });
    if (due.channel === 'bell') await announceUnread(services, due.userId);
  }
}

/** Returns the mails to send now; null when nobody was due. */
async function notifyReader(services: PeopleNotifierServices, db: Queryable, due: DueReader): Promise<number[] | null> {
  if (!(await lockReader(db, due))) return null;
  const room = A_MINUTE[due.channel] - (await countRecentMessages(db, due));
  if (room <= 0) return null;
  await dropForbidden(db, due);
  const alarms = await listDueAlarms(db, due, TOGETHER);
  if (alarms.length === 0) return null;
  const reader = await findReader(db, due.userId);
  if (reader === null) return null;
  // Alarms beyond the list have no location in the message.
  const points = alarms.slice(0, MAX_LISTED).flatMap(({ place }) => (place ? [place] : []));
  await loadPlaces(db, services.places.for(reader, 'report'), points);
  const mails: number[] = [];
  for (const message of messagesOf(alarms, room, reader, services)) {
    mails.push(...(await hand(services, db, due.channel, reader, message)));
    await markSent(
      db,
      due,
      message.alarms.map(({ id }) => id),
    );
  }
  return mails;
}

function messagesOf(alarms: AlarmStory[], room: number, reader: Reader, { places }: PeopleNotifierServices): Message[] {
  if (alarms.length <= room) {
    return alarms.map((alarm) => ({
      alarms: [alarm],
      ...alarmWords(alarm, reader, places.for(reader, 'report')),
      path: `dashboard/alarms?open=${alarm.id}`,
    }));
  }
  const write = (words: TextDescriptor) => inLanguage(reader.language, words);
  const vehicles = new Set(alarms.map(({ registration }) => registration));
  const byRule = Map.groupBy(alarms, ({ ruleName }) => ruleName);
  const counts = [...byRule]
    .map(([name, those]) => ({ name, count: those.length }))
    .toSorted((a, b) => b.count - a.count);
  const topRules = counts.slice(0, 3).map(({ name, count }) => `${name} (${count})`);
  const rest = counts.length - topRules.length;
  return [
    {
      alarms,
      title: write(
        vehicles.size === 1
          ? textFor('alarms-of-one', { count: alarms.length, vehicle: [...vehicles].join('') })
          : textFor('alarms-of-many', { alarms: alarms.length, vehicles: vehicles.size }),
      ),
      text: `${joinList(topRules, reader.language)}${rest > 0 ? ` ${write(textFor('more-rules', { count: rest }))}` : ''}`,
      path: 'dashboard/alarms',
    },
  ];
}

/**
 * Queues a message for its channel, in the transaction that marks its alarms as notified; returns the mails to send.
 */
async function hand(
  services: PeopleNotifierServices,
  db: Queryable,
  channel: Channel,
  reader: Reader,
  message: Message,
): Promise<number[]> {
  const { alarms, title, text, path } = message;
  const urgent = alarms.some(({ severity }) => severity === 'critical');
  if (channel === 'bell') {
    const severity = alarms.map((alarm) => alarm.severity).toSorted((a, b) => RANK[a] - RANK[b])[0];
    await insertNotification(db, {
      userId: reader.id,
      kind: 'alarm',
      title,
      text,
      path,
      ...(severity && { severity }),
      quiet: alarms.every(({ lastAt, about }) => about !== SOS && lastAt.getTime() < Date.now() - LATE_AFTER_MS),
    });
    return [];
  }
  if (channel === 'push') {
    const tag = alarms.length === 1 && alarms[0] ? `alarm-${alarms[0].id}` : 'alarms';
    await queuePush(db, reader.id, { title, text, path, tag }, { urgent });
    return [];
  }
  if (reader.email === null) return [];
  const id = await insertMail(db, {
    organisationId: reader.organisationId,
    userId: reader.id,
    to: reader.email,
    subject: title,
    text: mailText(services, reader, message),
    secret: null,
    state: services.mailConfigured ? 'waiting' : 'held',
    fault: null,
    alarmIds: alarms.map((alarm) => alarm.id),
  });
  return services.mailConfigured ? [id] : [];
}

const RANK = { critical: 0, major: 1, minor: 2, warning: 3 } as const;

function mailText(
  { publicUrl, places }: PeopleNotifierServices,
  reader: Reader,
  { alarms, text, path }: Message,
): string {
  const link = publicUrl === null ? [] : [`${publicUrl}/${path}`];
  const write = (words: TextDescriptor) => inLanguage(reader.language, words);
  const lines = alarms.slice(0, MAX_LISTED).map((alarm) => {
    const words = alarmWords(alarm, reader, places.for(reader, 'report'));
    return `- ${write(textFor(alarm.severity))}: ${words.title}${words.text ? ` (${words.text})` : ''}`;
  });
  const more = alarms.length > MAX_LISTED ? [write(textFor('more-alarms', { count: alarms.length - MAX_LISTED }))] : [];
  const [first] = alarms;
  const parts =
    first && alarms.length === 1
      ? [write(textFor('severity', { severity: write(textFor(first.severity)) })), text]
      : [text, [...lines, ...more].join('\n')];
  return [write(textFor('hello', { name: reader.displayName })), ...parts, ...link, write(textFor('why-told'))].join(
    '\n\n',
  );
}

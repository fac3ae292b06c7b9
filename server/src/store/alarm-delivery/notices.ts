import type { Language } from '@milepost/contract/languages';
import type { Queryable } from '../database.ts';
import { isNotified } from './alarm-watchers.ts';
import { type AlarmStory, STORY_COLUMNS, STORY_TABLES, toStory, type StoryRow } from './alarm-story.ts';
import { isFenceNameShown } from '../alarms/alarm-limit.ts';

export const CHANNELS = ['bell', 'push', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A person with pending notifications. */
export interface DueReader {
  userId: number;
  channel: Channel;
}

/** SQL: the number of messages, single or combined, that `of` (user_id, channel) was sent in the last minute. */
const recentMessages = (of: string) => `(SELECT count(DISTINCT t.message)::int FROM alarm_notices t
  WHERE t.user_id = ${of}.user_id AND t.channel = ${of}.channel AND t.told_at > now() - interval '1 minute')`;

/** People with pending alarms who were sent fewer than `most` messages in the last minute. */
export async function listDueReaders(db: Queryable, most: Readonly<Record<Channel, number>>): Promise<DueReader[]> {
  const { rows } = await db.query<DueReader>(
    `SELECT d.user_id AS "userId", d.channel
     FROM (SELECT user_id, channel FROM alarm_notices WHERE told_at IS NULL GROUP BY 1, 2) d
     WHERE ${recentMessages('d')} < ($1::jsonb->>d.channel)::int ORDER BY 1, 2`,
    [JSON.stringify(most)],
  );
  return rows;
}

/**
 * Makes this transaction the only one that notifies this person through this channel. False if another transaction
 * does.
 */
export async function lockReader(db: Queryable, { userId, channel }: DueReader): Promise<boolean> {
  const { rows } = await db.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1, $2) AS locked', [
    7_164_537 + CHANNELS.indexOf(channel),
    userId,
  ]);
  return rows[0]?.locked ?? false;
}

/** The number of messages sent to the person in the last minute. */
export async function countRecentMessages(db: Queryable, { userId, channel }: DueReader): Promise<number> {
  const { rows } = await db.query<{ messages: number }>(
    `SELECT ${recentMessages('q')} AS messages FROM (VALUES ($1::int, $2::text)) q(user_id, channel)`,
    [userId, channel],
  );
  return rows[0]?.messages ?? 0;
}

/**
 * Discards notices that the person can no longer see: role, organisation or limit may have changed since the alarm.
 */
export async function dropForbidden(db: Queryable, { userId, channel }: DueReader): Promise<void> {
  await db.query(
    `DELETE FROM alarm_notices n USING alarms a, vehicles v
     WHERE n.user_id = $1 AND n.channel = $2 AND n.told_at IS NULL AND a.id = n.alarm_id AND v.id = a.vehicle_id
       AND NOT EXISTS (SELECT FROM users u WHERE u.id = n.user_id AND ${isNotified('u', 'v')})`,
    [userId, channel],
  );
}

/** The pending alarms of a person, earliest first. */
export async function listDueAlarms(
  db: Queryable,
  { userId, channel }: DueReader,
  most: number,
): Promise<AlarmStory[]> {
  const { rows } = await db.query<StoryRow & { limited: boolean; common: boolean }>(
    `SELECT ${STORY_COLUMNS}, u.limited OR w.limited AS limited,
            (NOT u.limited OR u.limit_common) AND (NOT w.limited OR w.limit_common) AS common
     FROM ${STORY_TABLES} JOIN alarm_notices n ON n.alarm_id = a.id
       JOIN users u ON u.id = n.user_id JOIN roles w ON w.id = u.role_id
     WHERE n.user_id = $1 AND n.channel = $2 AND n.told_at IS NULL ORDER BY a.id LIMIT $3`,
    [userId, channel, most],
  );
  return rows.map(({ limited, common, ...row }) => {
    const isNameShown = isFenceNameShown(limited ? { common } : null, row.fenceOf);
    return toStory(isNameShown ? row : { ...row, fence: null });
  });
}

/** Marks these as sent in one message. */
export async function markSent(db: Queryable, { userId, channel }: DueReader, alarmIds: number[]): Promise<void> {
  await db.query(
    `UPDATE alarm_notices SET told_at = now(), message = (SELECT nextval('alarm_messages'))
     WHERE user_id = $1 AND channel = $2 AND alarm_id = ANY($3)`,
    [userId, channel, alarmIds],
  );
}

/** The recipient's data for notifications. */
export interface Reader {
  id: number;
  organisationId: number;
  email: string | null;
  displayName: string;
  /** The person's own, otherwise the organisation's. */
  timeZone: string;
  units: 'metric' | 'imperial';
  language: Language;
}

export async function findReader(db: Queryable, userId: number): Promise<Reader | null> {
  const { rows } = await db.query<Reader>(
    `SELECT u.id, u.organisation_id AS "organisationId", u.email, u.display_name AS "displayName", u.units, u.language,
            coalesce(nullif(u.time_zone, ''), o.time_zone) AS "timeZone"
     FROM users u JOIN organisations o ON o.id = u.organisation_id WHERE u.id = $1 AND u.disabled_at IS NULL`,
    [userId],
  );
  return rows[0] ?? null;
}

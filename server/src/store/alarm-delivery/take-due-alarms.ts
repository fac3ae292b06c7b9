import { randomUUID } from 'node:crypto';
import { queueRuleCommands } from '../commands/rule-commands.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { type AlarmStory, STORY_COLUMNS, STORY_TABLES, toStory, type StoryRow } from './alarm-story.ts';
import { isShownSql } from '../scope.ts';
import { watchesAlarms } from './alarm-watchers.ts';

/** Alarms that become known later than this (such as data from a device's memory) are only shown in the bell. */
export const LATE_AFTER = '1 hour';
export const LATE_AFTER_MS = 3_600_000;
/** The device code of an SOS, about which everybody is notified however late it becomes known. */
export const SOS = 'sos';
const AT_ONCE = 200;

/** Builds the body of a webhook about an alarm; `key` is that of its log entry. */
export type WriteBody = (story: AlarmStory, key: string, late: boolean) => string;
/** Loads the data that bodies need, before they are built. */
export type Prepare = (db: Queryable, stories: readonly AlarmStory[]) => Promise<void>;

/**
 * Processes alarms without notifications: queues the notices to people, the webhook deliveries and the commands of
 * their rules in one transaction, so that after a crash they are either all pending or all queued. Safe to run in
 * several processes concurrently.
 * @returns how many alarms were processed, and the devices with newly waiting commands of their rules
 */
export function takeDueAlarms(
  database: Database,
  writeBody: WriteBody,
  prepare: Prepare = async () => {},
): Promise<{ taken: number; deviceIds: number[] }> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number }>(
      `SELECT id FROM alarms WHERE notified_at IS NULL ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return { taken: 0, deviceIds: [] };
    await queueNotices(db, ids);
    await queueDeliveries(db, ids, writeBody, prepare);
    const deviceIds = await queueRuleCommands(db, ids, LATE_AFTER);
    await db.query('UPDATE alarms SET notified_at = now() WHERE id = ANY($1)', [ids]);
    return { taken: ids.length, deviceIds };
  });
}

/**
 * SQL: true when an alarm `a` of a vehicle `v` is recent. An SOS always is, as the clock of its device can be hours
 * behind. The exception is a vehicle that moved to another organisation: its device belongs to that one, so late data
 * is irrelevant here.
 */
const isFresh = (time: string) =>
  `(${time} > now() - interval '${LATE_AFTER}' OR (a.about IS NOT DISTINCT FROM '${SOS}' AND v.moved_at IS NULL))`;

const wants = (channel: string, otherwise: boolean) =>
  `coalesce((r.channels->>'${channel}')::boolean, ${String(otherwise)})`;

/**
 * Queues a notice for each person of the rule who can see the vehicle and wants notifications, for each of the rule's
 * channels. People who were already notified are notified again: the alarm recurred after somebody had cleared it.
 */
async function queueNotices(db: Queryable, alarmIds: readonly number[]): Promise<void> {
  await db.query(
    `WITH due AS (
       SELECT a.id, ${isFresh('a.last_at')} AS fresh, v.organisation_id, v.id AS vehicle_id, r.channels
       FROM alarms a JOIN vehicles v ON v.id = a.vehicle_id JOIN alarm_rules r ON r.id = a.rule_id
       WHERE a.id = ANY($1) AND r.enabled AND r.deleted_at IS NULL
     ), watchers AS MATERIALIZED (
       SELECT o.organisation_id, u.id, u.role_id, u.limited, u.limit_group_ids, u.limit_vehicle_ids, u.email IS NOT NULL AS mail,
              EXISTS (SELECT FROM push_browsers b WHERE b.user_id = u.id) AS push
       FROM (SELECT DISTINCT organisation_id FROM due) o
       JOIN users u ON u.notifications AND ${watchesAlarms('u', 'o.organisation_id')}
     )
     INSERT INTO alarm_notices (alarm_id, user_id, channel)
     SELECT r.id, w.id, c.channel
     FROM due r JOIN vehicles v ON v.id = r.vehicle_id
     JOIN watchers w ON w.organisation_id = r.organisation_id AND ${isShownSql('w', 'v')}
      AND (coalesce((r.channels->>'everyone')::boolean, NOT r.channels ? 'userIds') OR r.channels->'userIds' @> to_jsonb(w.id))
     CROSS JOIN LATERAL (VALUES
       ('bell', ${wants('bell', true)} AND (r.fresh OR v.moved_at IS NULL)),
       ('push', ${wants('push', false)} AND r.fresh AND w.push),
       ('mail', ${wants('mail', false)} AND r.fresh AND w.mail)) c(channel, wanted)
     WHERE c.wanted
     ON CONFLICT (alarm_id, user_id, channel) DO UPDATE SET created_at = now(), told_at = NULL, message = NULL`,
    [alarmIds],
  );
}

/** Queues a delivery for each webhook of the organisation that includes such alarms. */
async function queueDeliveries(
  db: Queryable,
  alarmIds: readonly number[],
  writeBody: WriteBody,
  prepare: Prepare,
): Promise<void> {
  const { rows } = await db.query<StoryRow & { webhookId: number; late: boolean }>(
    `SELECT w.id AS "webhookId", a.started_at <= now() - interval '${LATE_AFTER}' AS late, ${STORY_COLUMNS}
     FROM ${STORY_TABLES} JOIN webhooks w ON w.organisation_id = v.organisation_id
     WHERE a.id = ANY($1) AND w.enabled AND w.deleted_at IS NULL AND a.severity = ANY(w.severities)
       AND (w.rule_ids = '{}' OR a.rule_id = ANY(w.rule_ids))
       AND (w.late_alarms OR ${isFresh('a.started_at')})
       AND r.enabled AND r.deleted_at IS NULL
     ORDER BY a.id`,
    [alarmIds],
  );
  if (rows.length === 0) return;
  const stories = rows.map(({ webhookId, late, ...row }) => ({ webhookId, late, story: toStory(row) }));
  await prepare(
    db,
    stories.map(({ story }) => story),
  );
  const deliveries = stories.map(({ webhookId, late, story }) => {
    const key = randomUUID();
    const about = `${story.registration}: ${story.ruleName}`;
    return { webhook_id: webhookId, key, alarm_id: story.id, about, body: writeBody(story, key, late) };
  });
  await db.query(
    `INSERT INTO webhook_deliveries (webhook_id, key, event, alarm_id, about, body)
     SELECT webhook_id, key, 'alarm.raised', alarm_id, about, body
     FROM jsonb_to_recordset($1) d(webhook_id int, key uuid, alarm_id int, about text, body text)
     ON CONFLICT (webhook_id, alarm_id) DO NOTHING`,
    [JSON.stringify(deliveries)],
  );
}

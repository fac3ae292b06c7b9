import { randomUUID } from 'node:crypto';
import { queueRuleCommands } from '../commands/rule-commands.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { type AlarmStory, STORY_COLUMNS, STORY_TABLES, toStory, type StoryRow } from './alarm-story.ts';
import { isShownSql } from '../scope.ts';
import { watchesAlarms } from './alarm-watchers.ts';

/** What is older than this when it becomes known (data from a device's memory, say) is told by the bell alone. */
export const LATE_AFTER = '1 hour';
export const LATE_AFTER_MS = 3_600_000;
/** The device code of an SOS, which everybody gets however late it becomes known. */
export const SOS = 'sos';
const AT_ONCE = 200;

/** What a webhook is to be sent of an alarm: the line of its log, and the body. */
export type WriteBody = (story: AlarmStory, key: string, late: boolean) => string;
/** Reads what bodies need, before they are written. */
export type Prepare = (db: Queryable, stories: readonly AlarmStory[]) => Promise<void>;

/**
 * Takes up the alarms of which nobody was told yet, and writes down who is to be told how and what is asked of devices, as
 * one: after a crash at any moment they are either due still or all queued. Several processes may do it at once.
 * @returns how many were taken up, and the devices for which commands of their rules wait now
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
 * SQL: whether an alarm `a` of a vehicle `v` is news. An SOS always is: the clock of its device may be hours behind. Not that of a
 * vehicle which moved to another organisation: its device is theirs now, and whatever it dates back is no news here.
 */
const isFresh = (time: string) =>
  `(${time} > now() - interval '${LATE_AFTER}' OR (a.about IS NOT DISTINCT FROM '${SOS}' AND v.moved_at IS NULL))`;

const wants = (channel: string, otherwise: boolean) =>
  `coalesce((r.channels->>'${channel}')::boolean, ${String(otherwise)})`;

/**
 * A notice for each person of the rule who may see the vehicle and wants notifications, by each of its channels. Who was
 * told before is told again: the alarm happened again after somebody had cleared it.
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

/** A delivery for each webhook of the organisation that asked for such alarms. */
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

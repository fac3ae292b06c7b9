import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { Caller } from '../people/callers.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { checkVersion } from '../versions.ts';
import { getSchedule, knownPeople, type ScheduleViewer, unmarkDeleted } from './report-schedules.ts';
import { dropRuns } from './change-runs.ts';
import { readScheduleWebhooks } from './schedule-webhooks.ts';

type Input = ParsedInput<Operations['save-report-schedule']>;

/** How far ahead the next time is searched for: the longest interval is a year. */
const AHEAD = "interval '400 days'";
/** SQL of the first time of a schedule `s` after `$now`. */
const nextSql = (now: string) =>
  `(SELECT min(m) FROM report_schedule_moments(s, ${now}::timestamptz, ${now}::timestamptz + ${AHEAD}) m)`;

/** Sets the next due time, which is null while it is paused or stopped. */
async function setNext(db: Queryable, id: number, now: Date): Promise<void> {
  await db.query(
    `UPDATE report_schedules s SET next_at = CASE WHEN NOT paused AND stopped IS NULL THEN ${nextSql('$2')} END
     WHERE id = $1`,
    [id, now],
  );
}

/** @throws AppError `invalid` without recipients, or if the caller must not know about one of them */
async function checkRecipients(db: Queryable, caller: Caller, input: Input): Promise<void> {
  const { peopleIds, addresses, webhookIds } = input;
  if (peopleIds.length + addresses.length + webhookIds.length === 0)
    throw fieldError('invalid', { peopleIds: 'schedule-recipients' });
  const found = await knownPeople(db, caller, peopleIds);
  if (peopleIds.some((id) => !found.has(id))) throw fieldError('invalid', { peopleIds: 'schedule-reader-gone' });
  const hooks = await readScheduleWebhooks(db, caller, webhookIds);
  if (hooks.some(({ there }) => !there) || hooks.length < new Set(webhookIds).size) {
    throw fieldError('invalid', { webhookIds: 'schedule-webhook-gone' });
  }
}

/** Distinct mailboxes, ignoring case as mail servers do. */
const unlikeIn = (addresses: readonly string[]): string[] =>
  [...Map.groupBy(addresses, (address) => address.toLowerCase()).values()].flatMap(([first = '']) => first);

const lockSchedule = (db: Queryable, id: number) =>
  db.query('SELECT FROM report_schedules WHERE id = $1 FOR UPDATE', [id]);

/** @throws AppError `not-found` for a schedule of somebody else, `conflict` if it was changed meanwhile */
export function saveSchedule(
  database: Database,
  caller: Caller,
  actor: Actor,
  { id, version, ...input }: Input,
  now: Date,
): Promise<number> {
  return inTransaction(database, async (db) => {
    await checkRecipients(db, caller, input);
    if (id !== undefined) {
      await getSchedule(db, { caller, all: false }, id);
      await lockSchedule(db, id);
      await checkVersion(db, 'report-schedule', id, version);
    }
    const values = [
      caller.scope.organisationId,
      caller.userId,
      caller.roleId,
      input.kind,
      JSON.stringify(input.params),
      input.range,
      input.yearBefore,
      [...new Set(input.formats)],
      input.every,
      input.everyDays,
      input.weekday,
      input.monthDay,
      input.time,
      input.timeZone,
      [...new Set(input.peopleIds)],
      unlikeIn(input.addresses),
      input.skipEmpty,
      [...new Set(input.webhookIds)],
      input.language,
    ];
    const saved = await audited(db, actor, saving('report-schedule', id), async () => {
      if (id === undefined) {
        const made = await db.query<{ id: number }>(
          `INSERT INTO report_schedules (organisation_id, user_id, role_id, kind, params, range, year_before, formats, every,
             every_days, weekday, month_day, at_time, time_zone, people_ids, addresses, skip_empty, webhook_ids, language,
             first_day)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
             ($20::timestamptz AT TIME ZONE $14)::date) RETURNING id`,
          [...values, now],
        );
        return onlyRow(made).id;
      }
      await db.query(
        `UPDATE report_schedules SET organisation_id = $1, user_id = $2, role_id = $3, kind = $4, params = $5, range = $6,
           year_before = $7, formats = $8, every = $9, every_days = $10, weekday = $11, month_day = $12, at_time = $13,
           time_zone = $14, people_ids = $15, addresses = $16, skip_empty = $17, webhook_ids = $18, language = $19, stopped = NULL,
           held = NULL, version = version + 1 WHERE id = $20`,
        [...values, id],
      );
      return id;
    });
    await setNext(db, saved, now);
    await checkQuota(db, 'report-schedule', caller.userId);
    return saved;
  });
}

export async function pauseSchedule(
  database: Database,
  viewer: ScheduleViewer,
  actor: Actor,
  { id, paused }: { id: number; paused: boolean },
  now: Date,
): Promise<void> {
  await inTransaction(database, async (db) => {
    await getSchedule(db, viewer, id);
    await audited(db, actor, { subject: 'report-schedule', id, action: 'change' }, async () => {
      await db.query('UPDATE report_schedules SET paused = $2 WHERE id = $1', [id, paused]);
      return id;
    });
    await setNext(db, id, now);
  });
}

export async function deleteSchedule(
  database: Database,
  viewer: ScheduleViewer,
  actor: Actor,
  id: number,
): Promise<void> {
  await inTransaction(database, async (db) => {
    await getSchedule(db, viewer, id);
    await audited(db, actor, { subject: 'report-schedule', id, action: 'delete' }, async () => {
      await db.query('UPDATE report_schedules SET deleted_at = now(), next_at = NULL WHERE id = $1', [id]);
      return id;
    });
    await dropRuns(db, id);
  });
}

/** Undoes `deleteSchedule`; executions missed meanwhile are not made up for. @throws AppError `not-found` */
export async function restoreSchedule(
  database: Database,
  viewer: ScheduleViewer,
  actor: Actor,
  id: number,
  now: Date,
): Promise<void> {
  await inTransaction(database, async (db) => {
    await audited(db, actor, { subject: 'report-schedule', id, action: 'restore' }, async () => {
      await unmarkDeleted(db, viewer, id);
      return id;
    });
    const { userId } = await getSchedule(db, viewer, id);
    await setNext(db, id, now);
    await checkQuota(db, 'report-schedule', userId);
  });
}

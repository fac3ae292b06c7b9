import type { ParsedInput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import { fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { Caller } from '../people/callers.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { getSchedule, readSchedulePeople, type ScheduleViewer } from './report-schedules.ts';

type Input = ParsedInput<RouteTable['save-report-schedule']>;

/** How far ahead a next moment is looked for: every N days is at most a year. */
const AHEAD = "interval '400 days'";
/** SQL of the first moment of a schedule `s` after `$now`. */
const nextSql = (now: string) =>
  `(SELECT min(m) FROM report_schedule_moments(s, ${now}::timestamptz, ${now}::timestamptz + ${AHEAD}) m)`;

/** Sets when it comes next, which is never while it is paused or stopped. */
async function setNext(db: Queryable, id: number, now: Date): Promise<void> {
  await db.query(
    `UPDATE report_schedules s SET next_at = CASE WHEN NOT paused AND stopped IS NULL THEN ${nextSql('$2')} END
     WHERE id = $1`,
    [id, now],
  );
}

/** @throws AppError `invalid` where nobody gets it, or somebody who is named is not of the caller's organisations */
async function checkRecipients(db: Queryable, { scope }: Caller, { peopleIds, addresses }: Input): Promise<void> {
  if (peopleIds.length + addresses.length === 0) throw fieldError('invalid', { peopleIds: 'schedule-recipients' });
  const people = await readSchedulePeople(db, scope.organisationIds, peopleIds);
  const found = new Set(people.filter(({ there }) => there).map(({ id }) => id));
  if (peopleIds.some((id) => !found.has(id))) throw fieldError('invalid', { peopleIds: 'schedule-reader-gone' });
}

/** @throws AppError `not-found` for one that is not the caller's */
export function saveSchedule(
  database: Database,
  caller: Caller,
  actor: Actor,
  { id, ...input }: Input,
  now: Date,
): Promise<number> {
  return inTransaction(database, async (db) => {
    await checkRecipients(db, caller, input);
    if (id !== undefined) await getSchedule(db, { caller, all: false }, id);
    const values = [
      caller.scope.organisationId,
      caller.userId,
      caller.roleId,
      input.kind,
      JSON.stringify(input.params),
      input.range,
      input.yearBefore,
      input.formats,
      input.every,
      input.everyDays,
      input.weekday,
      input.monthDay,
      input.time,
      input.timeZone,
      [...new Set(input.peopleIds)],
      [...new Set(input.addresses)],
      input.skipEmpty,
    ];
    const saved = await audited(db, actor, saving('report-schedule', id), async () => {
      if (id === undefined) {
        const made = await db.query<{ id: number }>(
          `INSERT INTO report_schedules (organisation_id, user_id, role_id, kind, params, range, year_before, formats, every,
             every_days, weekday, month_day, at_time, time_zone, people_ids, addresses, skip_empty, first_day)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
             ($18::timestamptz AT TIME ZONE $14)::date) RETURNING id`,
          [...values, now],
        );
        return onlyRow(made).id;
      }
      await db.query(
        `UPDATE report_schedules SET organisation_id = $1, user_id = $2, role_id = $3, kind = $4, params = $5, range = $6,
           year_before = $7, formats = $8, every = $9, every_days = $10, weekday = $11, month_day = $12, at_time = $13,
           time_zone = $14, people_ids = $15, addresses = $16, skip_empty = $17, stopped = NULL WHERE id = $18`,
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
      await db.query('DELETE FROM report_schedules WHERE id = $1', [id]);
      return id;
    });
  });
}

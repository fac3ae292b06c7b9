import type { DownloadFormat } from '@milepost/contract/download-operations';
import type { ReportRange } from '@milepost/contract/report-kinds';
import type { ReportParams } from '@milepost/contract/report-operations';
import type { ReportSchedule, ScheduleRun } from '@milepost/contract/report-schedule-operations';
import type { MailState, RunState } from '@milepost/contract/report-schedules';
import type { Language } from '@milepost/contract/languages';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { firstRows, type Page, type PageRequest, pageSql } from '../page.ts';
import type { Caller } from '../people/callers.ts';
import { idsSql, isShownSql, type Scope } from '../scope.ts';
import type { HeldReport } from '../saved-reports/saved-reports.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';

/** A stored schedule; the name of its report depends on the reader's language. */
export interface StoredSchedule extends Omit<ReportSchedule, 'title' | 'own' | 'nextAt' | 'last'> {
  userId: number;
  /** The name of its saved report; null for one of the built-in reports. */
  saved: string | null;
  nextAt: Date | null;
  last: { at: string; state: RunState } | null;
}

/** A person who views schedules: their own, or all of the organisations in which the person manages users. */
export interface ScheduleViewer {
  caller: Pick<Caller, 'userId' | 'scope'>;
  /** True if the person can also see, pause and delete the schedules of others. */
  all: boolean;
}

/** SQL: whether mails can reach a person. */
const mailState = (person: string) =>
  `CASE WHEN nullif(${person}.email, '') IS NULL THEN 'no-address' WHEN ${person}.notifications THEN 'yes' ELSE 'not-wanted' END`;
/** The name of the saved report of schedule `s`, if it sends one. */
const SAVED_NAME = `(SELECT r.name FROM saved_reports r WHERE r.id = substring(s.kind FROM '^saved-(\\d+)$')::int)`;
const COLUMNS = `s.id, s.user_id AS "userId", s.kind, s.params, s.range, s.year_before AS "yearBefore", s.formats, s.every,
  s.every_days AS "everyDays", s.weekday, s.month_day AS "monthDay", to_char(s.at_time, 'HH24:MI') AS time,
  s.time_zone AS "timeZone", s.addresses, s.skip_empty AS "skipEmpty", s.language, s.paused, s.stopped, s.version, s.next_at AS "nextAt",
  u.display_name AS owner, ${SAVED_NAME} AS saved,
  CASE WHEN s.held IS NOT NULL THEN jsonb_build_object('at', s.held -> 'at',
    'by', (SELECT c.display_name FROM users c WHERE c.id = (s.held ->> 'by')::int)) END AS held,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name) ORDER BY lower(w.name), w.id), '[]')
   FROM webhooks w WHERE w.id = ANY(s.webhook_ids) AND w.deleted_at IS NULL) AS webhooks,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.display_name, 'mail', ${mailState('p')},
     'self', p.id = $2) ORDER BY lower(p.display_name), p.id), '[]') FROM users p WHERE p.id = ANY(s.people_ids)) AS people,
  (SELECT jsonb_build_object('at', to_char(r.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'state', r.state)
   FROM report_schedule_runs r WHERE r.schedule_id = s.id AND NOT r.to_owner ORDER BY r.due_at DESC LIMIT 1) AS last`;
const TABLES = 'report_schedules s JOIN users u ON u.id = s.user_id';
const SEEN = 's.deleted_at IS NULL AND s.organisation_id = ANY($1) AND (s.user_id = $2 OR $3)';
const SORTS = { nextAt: 's.next_at', owner: 'lower(u.display_name)' };
const seenValues = ({ caller, all }: ScheduleViewer) => [caller.scope.organisationIds, caller.userId, all];

/** @param kinds reports whose name contains the search text */
export async function listSchedules(
  db: Queryable,
  viewer: ScheduleViewer,
  kinds: readonly string[],
  request: PageRequest,
): Promise<Page<StoredSchedule>> {
  const where = `${SEEN} AND (s.kind = ANY($4) OR ${everyWordIn('$5', 'u.display_name', SAVED_NAME)})`;
  const values = [...seenValues(viewer), kinds, searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<StoredSchedule>(
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${where} ${pageSql(request, SORTS, 's.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${TABLES} WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` for a schedule of somebody else, unless the person manages users */
export async function getSchedule(db: Queryable, viewer: ScheduleViewer, id: number): Promise<StoredSchedule> {
  const { rows } = await db.query<StoredSchedule>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE ${SEEN} AND s.id = $4`, [
    ...seenValues(viewer),
    id,
  ]);
  if (!rows[0]) throw new AppError('not-found', 'no-report-schedule');
  return rows[0];
}

/** @throws AppError `not-found` for one that is not deleted, or of somebody else, unless the person manages users */
export async function unmarkDeleted(db: Queryable, { caller, all }: ScheduleViewer, id: number): Promise<void> {
  const { rowCount } = await db.query(
    `UPDATE report_schedules SET deleted_at = NULL
     WHERE id = $1 AND deleted_at IS NOT NULL AND organisation_id = ANY($2) AND (user_id = $3 OR $4)`,
    [id, caller.scope.organisationIds, caller.userId, all],
  );
  if (rowCount !== 1) throw new AppError('not-found', 'no-report-schedule');
}

/** The newest executions in the history. */
const SHOWN_RUNS = 50;

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export function listRuns(db: Queryable, scheduleId: number): Promise<Page<ScheduleRun>> {
  return firstRows<ScheduleRun>(
    db,
    `SELECT r.id, ${iso('r.due_at')} AS "dueAt", ${iso('r.ended_at')} AS "endedAt", r.to_owner AS "toOwner", r.state,
            r.fault, r.left_out AS "leftOut",
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'to', m.recipient, 'state', m.state, 'fault', m.fault)
               ORDER BY m.id), '[]') FROM mails m WHERE m.run_id = r.id) AS mails,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'to', w.name, 'state', d.state, 'fault', d.fault)
               ORDER BY d.id), '[]') FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
             WHERE d.run_id = r.id) AS deliveries
     FROM report_schedule_runs r WHERE r.schedule_id = $1 ORDER BY r.due_at DESC, r.id DESC`,
    [scheduleId],
    SHOWN_RUNS,
  );
}

/** The content and recipients of an execution. */
export interface RunToSend {
  id: number;
  scheduleId: number;
  organisationId: number;
  userId: number;
  roleId: number;
  kind: string;
  /** The name of the saved report, if it is one. */
  saved: string | null;
  params: ReportParams;
  range: ReportRange | null;
  yearBefore: boolean;
  formats: DownloadFormat[];
  timeZone: string;
  peopleIds: number[];
  addresses: string[];
  webhookIds: number[];
  skipEmpty: boolean;
  /** Null: that of each reader. */
  language: Language | null;
  /** The earlier version of the saved report, sent until its owner accepts the changes by somebody else. */
  held: HeldReport | null;
  dueAt: Date;
  toOwner: boolean;
  owner: string;
  ownerEmail: string | null;
  deleted: boolean;
}

export async function readRun(db: Queryable, id: number): Promise<RunToSend | null> {
  const { rows } = await db.query<RunToSend>(
    `SELECT r.id, s.id AS "scheduleId", s.organisation_id AS "organisationId", s.user_id AS "userId", s.role_id AS "roleId",
            s.kind, s.params, s.range, s.year_before AS "yearBefore", s.formats, s.time_zone AS "timeZone",
            s.people_ids AS "peopleIds", s.addresses, s.webhook_ids AS "webhookIds", ${SAVED_NAME} AS saved, s.skip_empty AS "skipEmpty", s.language, s.held, r.due_at AS "dueAt",
            r.to_owner AS "toOwner", u.display_name AS owner, u.email AS "ownerEmail",
            s.deleted_at IS NOT NULL AS deleted
     FROM report_schedule_runs r JOIN report_schedules s ON s.id = r.schedule_id JOIN users u ON u.id = s.user_id
     WHERE r.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export interface SchedulePerson {
  id: number;
  name: string;
  /** Null if there is none. */
  address: string | null;
  /** The address for mails: null if the person has none, or wants no mails. */
  email: string | null;
  /** True if the account is valid, in one of these organisations. */
  there: boolean;
}

/**
 * SQL (` AND …`): people (`u`) whom a caller can know about. Limited people know those who see one of their vehicles,
 * and themselves.
 * @param caller SQL of the caller's id
 */
const andKnown = ({ limit }: Scope, caller: string): string =>
  limit === null
    ? ''
    : ` AND (u.id = ${caller} OR EXISTS (SELECT FROM vehicles v WHERE v.id = ANY(${idsSql(limit.vehicleIds)})
        AND ${isShownSql('u', 'v')} AND u.organisation_id IN (WITH RECURSIVE above AS (
          SELECT o.id, o.parent_id FROM organisations o WHERE o.id = v.organisation_id
          UNION SELECT o.id, o.parent_id FROM organisations o JOIN above ON o.id = above.parent_id)
          SELECT above.id FROM above)))`;

/** The ids of the people to whom the caller can send something: those offered by `listSchedulePeople`. */
export async function knownPeople(
  db: Queryable,
  { scope, userId }: Pick<Caller, 'scope' | 'userId'>,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT u.id FROM users u WHERE u.id = ANY($1) AND u.organisation_id = ANY($2) AND u.disabled_at IS NULL
       AND $3::int IS NOT NULL${andKnown(scope, '$3')}`,
    [ids, scope.organisationIds, userId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns which of these people still have an account, in any organisation. */
export async function readSchedulePeople(
  db: Queryable,
  organisationIds: readonly number[],
  ids: readonly number[],
): Promise<SchedulePerson[]> {
  const { rows } = await db.query<SchedulePerson>(
    `SELECT u.id, u.display_name AS name, nullif(u.email, '') AS address,
            CASE WHEN u.notifications THEN nullif(u.email, '') END AS email,
            u.disabled_at IS NULL AND u.organisation_id = ANY($1) AS there
     FROM users u WHERE u.id = ANY($2) ORDER BY u.id`,
    [organisationIds, ids],
  );
  return rows;
}

/** The number of mails that this owner's schedules sent within a day to external addresses. */
export async function countOutside(
  db: Queryable,
  { organisationId, userId, ownerEmail }: Pick<RunToSend, 'organisationId' | 'userId' | 'ownerEmail'>,
): Promise<number> {
  // Mails to a person with an account are counted for the account.
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM mails WHERE organisation_id = $1 AND at > now() - interval '1 day'
       AND user_id = $2 AND run_id IS NOT NULL AND recipient IS DISTINCT FROM $3`,
    [organisationId, userId, ownerEmail],
  );
  return rows[0]?.count ?? 0;
}

const OFFERED = 50;

/** The colleagues whom the caller can know about, by name. */
export function listSchedulePeople(db: Queryable, { scope, userId }: Pick<Caller, 'scope' | 'userId'>, search: string) {
  return firstRows<{ id: number; name: string; mail: MailState; self: boolean }>(
    db,
    `SELECT u.id, u.display_name AS name, ${mailState('u')} AS mail, u.id = $3 AS self FROM users u
     WHERE u.organisation_id = ANY($1) AND u.disabled_at IS NULL AND $3::int IS NOT NULL
       AND ${everyWordIn('$2', 'u.display_name')}${andKnown(scope, '$3')}
     ORDER BY lower(u.display_name), u.id`,
    [scope.organisationIds, searchPatterns(search), userId],
    OFFERED,
  );
}

/** The people who manage users in the organisation of a schedule or above it, to be notified that it stopped. */
export async function listPeopleManagers(db: Queryable, organisationId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT u.id FROM users u WHERE u.organisation_id = $1 AND u.disabled_at IS NULL AND EXISTS (
       SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
       WHERE p.role_id = u.role_id AND m.key = 'users' AND p.can_edit) ORDER BY u.id LIMIT 50`,
    [organisationId],
  );
  return rows.map(({ id }) => id);
}

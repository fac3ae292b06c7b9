import type { CalendarKind } from '@milepost/contract/calendar-kinds';
import type { MenuKey } from '@milepost/contract/rights';
import { andSeenDocument, DOCUMENT_EXISTS_SQL } from '../documents/document-rows.ts';
import { andSeenExpense } from '../expenses/expense-rows.ts';
import { RECURRING_TABLES } from '../expenses/recurring-expenses.ts';
import { andSeenService, VEHICLE_EXISTS_SQL as VEHICLE_IS_THERE } from '../maintenance/plan-rows.ts';
import { andSeen, andSeenTask, type Scope } from '../scope.ts';
import { andSeenOrder } from '../work-orders/work-order-rows.ts';

interface CalendarSource {
  /** The menu whose view permission shows it. */
  menu: MenuKey;
  /**
   * SQL for the entries between two days, with the columns that are needed for sorting: id, day, from_time, done,
   * about. `$1` are the organisations of the scope, `$4` the time zone of the caller's organisation.
   * @param first SQL of the first day, and of the last
   */
  sql: (scope: Scope, first: string, last: string) => string;
  /**
   * An index finds the entries of a day: it counts all of a month, and only the first entries of each day are sorted.
   */
  byDay?: true;
  /** SQL of the sort order within a day if an index requires this spelling; left out: `ORDER`. */
  order?: string;
  /** SQL of the other columns, only for the few displayed entries, by `e.id`: to_time, of, vehicle_id. */
  label: string;
}

/** SQL: the shortest interval in days of a series `r`. */
const SHORTEST = `CASE r.every WHEN 'week' THEN 7 WHEN 'month' THEN 28 WHEN 'quarter' THEN 88 ELSE 365 END`;

/**
 * The kinds of calendar entries. Another kind is a line in the contract, an entry here, and its texts in the browser.
 */
export const CALENDAR_SOURCES: Readonly<Record<CalendarKind, CalendarSource>> = {
  task: {
    menu: 'tasks',
    sql: (
      scope,
      first,
      last,
    ) => `SELECT t.id, t.due_on AS day, NULL::timestamptz AS from_time, t.state = 'done' AS done, t.title AS about
      FROM tasks t
      WHERE t.organisation_id = ANY($1) AND t.deleted_at IS NULL AND t.due_on BETWEEN ${first} AND ${last}
        ${andSeenTask(scope)}`,
    label: `SELECT NULL::timestamptz AS to_time, coalesce(a.display_name, '') AS of, t.vehicle_id
      FROM tasks t LEFT JOIN users a ON a.id = t.assignee_id WHERE t.id = e.id`,
  },
  document: {
    menu: 'media',
    byDay: true,
    sql: (
      scope,
      first,
      last,
    ) => `SELECT d.id, d.valid_until AS day, NULL::timestamptz AS from_time, false AS done, d.kind AS about
      FROM documents d
      WHERE d.organisation_id = ANY($1) AND NOT d.renewed AND d.valid_until BETWEEN ${first} AND ${last}
        AND ${DOCUMENT_EXISTS_SQL}${andSeenDocument(scope)}`,
    label: `SELECT NULL::timestamptz AS to_time, d.holder_name AS of, d.vehicle_id
      FROM documents d WHERE d.id = e.id`,
  },
  // A usual driver has no start. An assignment of several weeks appears on the day on which it begins.
  assignment: {
    menu: 'drivers',
    byDay: true,
    order: 'from_time, lower(about), id',
    sql: (scope, first, last) => `SELECT s.id, (s.from_time AT TIME ZONE $4)::date AS day, s.from_time, false AS done,
        (SELECT dr.name FROM drivers dr WHERE dr.id = s.driver_id) AS about
      FROM driver_assignments s JOIN vehicles v ON v.id = s.vehicle_id
      WHERE s.source = 'assignment' AND v.organisation_id = ANY($1) AND v.deleted_at IS NULL
        AND s.from_time >= day_begins(${first}, $4)
        AND s.from_time < day_begins(${last} + 1, $4)
        AND (s.to_time IS NULL OR s.to_time > s.from_time)${andSeen(scope)}`,
    label: `SELECT s.to_time, v.registration AS of, v.id AS vehicle_id
      FROM driver_assignments s JOIN vehicles v ON v.id = s.vehicle_id WHERE s.id = e.id`,
  },
  // A service appears on the day that is forecast now, or on which it was due.
  service: {
    menu: 'maintenance',
    byDay: true,
    sql: (
      scope,
      first,
      last,
    ) => `SELECT d.id, d.due_on AS day, NULL::timestamptz AS from_time, false AS done, p.task AS about
      FROM service_dues d LEFT JOIN service_plans p ON p.id = d.plan_id
      WHERE d.organisation_id = ANY($1) AND d.due_on BETWEEN ${first} AND ${last}
        AND ${VEHICLE_IS_THERE}${andSeenService(scope)}`,
    label: `SELECT NULL::timestamptz AS to_time, v.registration AS of, d.vehicle_id
      FROM service_dues d JOIN vehicles v ON v.id = d.vehicle_id WHERE d.id = e.id`,
  },
  // A work order appears on the day from which the vehicle is out of service, otherwise on the day on which it was
  // completed. A work order without either has no day yet.
  'work-order': {
    menu: 'maintenance',
    // First an approximate condition that indexes support, so that the day in the time zone is only computed for few
    // rows.
    sql: (
      scope,
      first,
      last,
    ) => `SELECT w.id, w.day, w.out_from AS from_time, w.state = 'done' AS done, w.title AS about
      FROM (SELECT *, coalesce((out_from AT TIME ZONE $4)::date, done_on) AS day FROM work_orders
            WHERE deleted_at IS NULL
              AND (out_from BETWEEN ${first} - 2 AND ${last} + 2 OR done_on BETWEEN ${first} AND ${last})) w
      WHERE w.organisation_id = ANY($1) AND w.state <> 'cancelled'
        AND w.day BETWEEN ${first} AND ${last}${andSeenOrder(scope)}`,
    label: `SELECT w.out_to AS to_time, v.registration AS of, w.vehicle_id
      FROM work_orders w JOIN vehicles v ON v.id = w.vehicle_id WHERE w.id = e.id`,
  },
  // The future bookings, on each of their days, by the rules of `RUNS`. Few are deleted, so these are looked up instead
  // of joined.
  recurring: {
    menu: 'expenses',
    sql: (scope, first, last) => `SELECT r.id, at.day, NULL::timestamptz AS from_time, false AS done, r.kind AS about
      FROM recurring_expenses r CROSS JOIN LATERAL (
        SELECT r.next_day AS day WHERE r.next_day BETWEEN ${first} AND ${last}
        UNION ALL
        -- The days after it, if there can be any.
        SELECT later.day FROM (WITH RECURSIVE days (day) AS (
          SELECT recurring_day_from(r.first_day, r.last_day, r.every, greatest(r.next_day + 1, ${first})) UNION ALL
          SELECT recurring_day_from(r.first_day, r.last_day, r.every, day + 1) FROM days WHERE day <= ${last} - ${SHORTEST}
        ) SELECT day FROM days) later
        WHERE (r.next_day <= ${last} - ${SHORTEST} OR r.next_day < ${first}) AND later.day <= ${last}) at
      WHERE r.organisation_id = ANY($1) AND r.deleted_at IS NULL AND r.next_day <= ${last} AND NOT r.paused
        AND (r.vehicle_id IS NULL OR r.vehicle_id NOT IN (SELECT id FROM vehicles WHERE deleted_at IS NOT NULL))
        ${andSeenExpense(scope, 'r')}`,
    label: `SELECT NULL::timestamptz AS to_time, coalesce(v.registration, c.name, dr.name, '') AS of, r.vehicle_id
      FROM ${RECURRING_TABLES} WHERE r.id = e.id`,
  },
};

import type { CalendarKind } from '@milepost/contract/calendar-kinds';
import type { MenuKey } from '@milepost/contract/rights';
import { andSeenDocument, IS_THERE } from '../documents/document-rows.ts';
import { andSeenExpense } from '../expenses/expense-rows.ts';
import { RECURRING_TABLES, RUNS } from '../expenses/recurring-expenses.ts';
import { andSeenService, IS_THERE as VEHICLE_IS_THERE, OF_PLAN } from '../maintenance/plan-rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andSeenTask } from '../tasks/task-rows.ts';
import { andSeenOrder } from '../work-orders/work-order-rows.ts';

interface CalendarSource {
  /** Whose right to view shows it. */
  menu: MenuKey;
  /**
   * SQL of what is seen between two days, as far as it is put in order by it: id, day, from_time, done, about. `$1` are the
   * organisations of the scope, `$2` and `$3` the first and the last day, `$4` the zone of the caller's organisation.
   */
  sql: (scope: Scope) => string;
  /** SQL of what else is told of the few that are shown, by `e.id`: to_time, of, vehicle_id. */
  told: string;
}

/** SQL: no two days of a series `r` are nearer to each other. */
const SHORTEST = `CASE r.every WHEN 'week' THEN 7 WHEN 'month' THEN 28 WHEN 'quarter' THEN 88 ELSE 365 END`;

/** Whatever the calendar shows; another kind is a line in the contract, an entry here, and its words in the browser. */
export const CALENDAR_SOURCES: Readonly<Record<CalendarKind, CalendarSource>> = {
  task: {
    menu: 'tasks',
    sql: (
      scope,
    ) => `SELECT t.id, t.due_on AS day, NULL::timestamptz AS from_time, t.state = 'done' AS done, t.title AS about
      FROM tasks t
      WHERE t.organisation_id = ANY($1) AND t.deleted_at IS NULL AND t.due_on BETWEEN $2::date AND $3::date
        ${andSeenTask(scope)}`,
    told: `SELECT NULL::timestamptz AS to_time, coalesce(a.display_name, '') AS of, t.vehicle_id
      FROM tasks t LEFT JOIN users a ON a.id = t.assignee_id WHERE t.id = e.id`,
  },
  document: {
    menu: 'media',
    sql: (scope) => `SELECT d.id, d.valid_until AS day, NULL::timestamptz AS from_time, false AS done, d.kind AS about
      FROM documents d
      WHERE d.organisation_id = ANY($1) AND NOT d.renewed AND d.valid_until BETWEEN $2::date AND $3::date
        AND ${IS_THERE}${andSeenDocument(scope)}`,
    told: `SELECT NULL::timestamptz AS to_time, d.holder_name AS of, d.vehicle_id
      FROM documents d WHERE d.id = e.id`,
  },
  // Of the usual driver nothing begins on a day. Who has a vehicle for weeks stands at the day on which it begins.
  assignment: {
    menu: 'drivers',
    sql: (
      scope,
    ) => `SELECT s.id, (s.from_time AT TIME ZONE $4)::date AS day, s.from_time, false AS done, dr.name AS about
      FROM driver_assignments s JOIN drivers dr ON dr.id = s.driver_id JOIN vehicles v ON v.id = s.vehicle_id
      WHERE s.source = 'assignment' AND v.organisation_id = ANY($1) AND v.deleted_at IS NULL
        AND s.from_time >= $2::date::timestamp AT TIME ZONE $4
        AND s.from_time < ($3::date + 1)::timestamp AT TIME ZONE $4
        AND (s.to_time IS NULL OR s.to_time > s.from_time)${andSeen(scope)}`,
    told: `SELECT s.to_time, v.registration AS of, v.id AS vehicle_id
      FROM driver_assignments s JOIN vehicles v ON v.id = s.vehicle_id WHERE s.id = e.id`,
  },
  // On the day that is forecast now, or on which it was due.
  service: {
    menu: 'maintenance',
    sql: (scope) => `SELECT d.id, d.due_on AS day, NULL::timestamptz AS from_time, false AS done, p.task AS about
      FROM service_dues d ${OF_PLAN}
      WHERE d.organisation_id = ANY($1) AND d.due_on BETWEEN $2::date AND $3::date
        AND ${VEHICLE_IS_THERE}${andSeenService(scope)}`,
    told: `SELECT NULL::timestamptz AS to_time, v.registration AS of, d.vehicle_id
      FROM service_dues d JOIN vehicles v ON v.id = d.vehicle_id WHERE d.id = e.id`,
  },
  // Out of service from then on, else on the day on which it was done. One without either has no day yet.
  'work-order': {
    menu: 'maintenance',
    // Near it first, which indexes find: what day it was in the zone is worked out for few.
    sql: (scope) => `SELECT w.id, w.day, w.out_from AS from_time, w.state = 'done' AS done, w.title AS about
      FROM (SELECT *, coalesce((out_from AT TIME ZONE $4)::date, done_on) AS day FROM work_orders
            WHERE deleted_at IS NULL
              AND (out_from BETWEEN $2::date - 2 AND $3::date + 2 OR done_on BETWEEN $2::date AND $3::date)) w
      WHERE w.organisation_id = ANY($1) AND w.state <> 'cancelled'
        AND w.day BETWEEN $2::date AND $3::date${andSeenOrder(scope)}`,
    told: `SELECT w.out_to AS to_time, v.registration AS of, w.vehicle_id
      FROM work_orders w JOIN vehicles v ON v.id = w.vehicle_id WHERE w.id = e.id`,
  },
  // What is still to be booked, at each of its days.
  recurring: {
    menu: 'expenses',
    sql: (scope) => `SELECT r.id, at.day, NULL::timestamptz AS from_time, false AS done, r.kind AS about
      FROM recurring_expenses r LEFT JOIN vehicles v ON v.id = r.vehicle_id CROSS JOIN LATERAL (
        SELECT r.next_day AS day WHERE r.next_day BETWEEN $2::date AND $3::date
        UNION ALL
        -- Those after it, where there is room for any.
        SELECT later.day FROM (WITH RECURSIVE days (day) AS (
          SELECT recurring_day_from(r.first_day, r.last_day, r.every, greatest(r.next_day + 1, $2::date)) UNION ALL
          SELECT recurring_day_from(r.first_day, r.last_day, r.every, day + 1) FROM days WHERE day <= $3::date - ${SHORTEST}
        ) SELECT day FROM days) later
        WHERE (r.next_day <= $3::date - ${SHORTEST} OR r.next_day < $2::date) AND later.day <= $3::date) at
      WHERE r.organisation_id = ANY($1) AND r.deleted_at IS NULL AND r.next_day <= $3::date AND ${RUNS}
        ${andSeenExpense(scope, 'r')}`,
    told: `SELECT NULL::timestamptz AS to_time, coalesce(v.registration, c.name, dr.name, '') AS of, r.vehicle_id
      FROM ${RECURRING_TABLES} WHERE r.id = e.id`,
  },
};

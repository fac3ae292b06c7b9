import type { CalendarKind } from '@milepost/contract/calendar-kinds';
import type { MenuKey } from '@milepost/contract/rights';
import { andSeenDocument, DOCUMENT_TABLES, HOLDER_NAME, IS_THERE } from '../documents/document-rows.ts';
import { andSeenExpense } from '../expenses/expense-rows.ts';
import { RECURRING_TABLES, RUNS } from '../expenses/recurring-expenses.ts';
import { DUE_TABLES, andSeenService, IS_THERE as VEHICLE_IS_THERE } from '../maintenance/plan-rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andSeenTask } from '../tasks/task-rows.ts';
import { andSeenOrder } from '../work-orders/work-order-rows.ts';

interface CalendarSource {
  /** Whose right to view shows it. */
  menu: MenuKey;
  /**
   * SQL of what is seen between two days: kind, id, day, from_time, to_time, about, of, vehicle_id, done. `$1` are the
   * organisations of the scope, `$2` and `$3` the first and the last day, `$4` the zone of the caller's organisation.
   */
  sql: (scope: Scope) => string;
}

/** Whatever the calendar shows; another kind is a line in the contract, an entry here, and its words in the browser. */
export const CALENDAR_SOURCES: Readonly<Record<CalendarKind, CalendarSource>> = {
  task: {
    menu: 'tasks',
    sql: (scope) => `SELECT 'task' AS kind, t.id, t.due_on AS day, NULL::timestamptz AS from_time,
        NULL::timestamptz AS to_time, t.title AS about, coalesce(a.display_name, '') AS of, t.vehicle_id,
        t.state = 'done' AS done
      FROM tasks t LEFT JOIN users a ON a.id = t.assignee_id
      WHERE t.organisation_id = ANY($1) AND t.deleted_at IS NULL AND t.due_on BETWEEN $2::date AND $3::date
        ${andSeenTask(scope)}`,
  },
  document: {
    menu: 'media',
    sql: (scope) => `SELECT 'document' AS kind, d.id, d.valid_until AS day, NULL::timestamptz AS from_time,
        NULL::timestamptz AS to_time, d.kind AS about, ${HOLDER_NAME} AS of, d.vehicle_id, false AS done
      FROM ${DOCUMENT_TABLES}
      WHERE d.organisation_id = ANY($1) AND NOT d.renewed AND d.valid_until BETWEEN $2::date AND $3::date
        AND ${IS_THERE}${andSeenDocument(scope)}`,
  },
  // Of the usual driver nothing begins on a day. Who has a vehicle for weeks stands at the day on which it begins.
  assignment: {
    menu: 'drivers',
    sql: (scope) => `SELECT 'assignment' AS kind, s.id, (s.from_time AT TIME ZONE $4)::date AS day, s.from_time,
        s.to_time, dr.name AS about, v.registration AS of, v.id AS vehicle_id, false AS done
      FROM driver_assignments s JOIN drivers dr ON dr.id = s.driver_id JOIN vehicles v ON v.id = s.vehicle_id
      WHERE s.source = 'assignment' AND v.organisation_id = ANY($1) AND v.deleted_at IS NULL
        AND s.from_time >= $2::date::timestamp AT TIME ZONE $4
        AND s.from_time < ($3::date + 1)::timestamp AT TIME ZONE $4
        AND (s.to_time IS NULL OR s.to_time > s.from_time)${andSeen(scope)}`,
  },
  // On the day that is forecast now, or on which it was due.
  service: {
    menu: 'maintenance',
    sql: (scope) => `SELECT 'service' AS kind, d.id, d.due_on AS day, NULL::timestamptz AS from_time,
        NULL::timestamptz AS to_time, p.task AS about, v.registration AS of, d.vehicle_id, false AS done
      FROM ${DUE_TABLES}
      WHERE d.organisation_id = ANY($1) AND d.due_on BETWEEN $2::date AND $3::date
        AND ${VEHICLE_IS_THERE}${andSeenService(scope)}`,
  },
  // Out of service from then on, else on the day on which it was done. One without either has no day yet.
  'work-order': {
    menu: 'maintenance',
    sql: (scope) => `SELECT 'work-order' AS kind, w.id, w.day, w.out_from AS from_time, w.out_to AS to_time,
        w.title AS about, v.registration AS of, w.vehicle_id, w.state = 'done' AS done
      FROM (SELECT *, coalesce((out_from AT TIME ZONE $4)::date, done_on) AS day FROM work_orders) w
      JOIN vehicles v ON v.id = w.vehicle_id
      WHERE w.organisation_id = ANY($1) AND w.deleted_at IS NULL AND w.state <> 'cancelled'
        AND w.day BETWEEN $2::date AND $3::date${andSeenOrder(scope)}`,
  },
  // What is still to be booked, at each of its days.
  recurring: {
    menu: 'expenses',
    sql: (scope) => `SELECT 'recurring' AS kind, r.id, at.day, NULL::timestamptz AS from_time,
        NULL::timestamptz AS to_time, r.kind AS about, coalesce(v.registration, c.name, dr.name, '') AS of, r.vehicle_id,
        false AS done
      FROM ${RECURRING_TABLES} CROSS JOIN LATERAL (WITH RECURSIVE days (day) AS (
          SELECT recurring_day_from(r.first_day, r.last_day, r.every, greatest(r.next_day, $2::date)) UNION ALL
          SELECT recurring_day_from(r.first_day, r.last_day, r.every, day + 1) FROM days WHERE day < $3::date
        ) SELECT day FROM days WHERE day <= $3::date) at
      WHERE r.organisation_id = ANY($1) AND r.deleted_at IS NULL AND ${RUNS}${andSeenExpense(scope, 'r')}`,
  },
};

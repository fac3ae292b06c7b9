import type { CalendarKind } from '@milepost/contract/calendar-kinds';
import type { MenuKey } from '@milepost/contract/rights';
import { andSeenDocument, DOCUMENT_TABLES, HOLDER_NAME, IS_THERE } from '../documents/document-rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andSeenTask } from '../tasks/task-rows.ts';

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
};

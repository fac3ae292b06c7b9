import { TAG_HOLD_S } from '@milepost/tracking/tag';
import { hasName, type PersonalTables, wholeValues, withAlias } from './personal-table.ts';

/** SQL: the driver `$1` as `p`; `$2` are the organisations whose vehicles are included. */
export const DRIVER = `SELECT d.id, d.organisation_id, d.name, d.email, d.user_id, '#' || d.id AS alias,
  ${wholeValues('d.name')} AS values_pattern, $2::int[] AS organisation_ids FROM drivers d WHERE d.id = $1`;

const ME = '(SELECT id FROM p)';

/**
 * SQL: the ids of facts `f` of a table during which the driver drove the vehicle, at least in part: first the vehicles
 * with the time between the driver's first and last use, then who drove at each of their facts. Joining every use with
 * every fact instead would take the square of the time.
 */
const driven = (table: string, end: string) => `r.id IN (
  SELECT f.id FROM (
    SELECT used.vehicle_id, min(used.from_time) AS from_time, max(used.to_time) AS to_time FROM (
      SELECT s.vehicle_id, s.started_at AS from_time,
             coalesce(s.ended_at, s.started_at + make_interval(secs => s.duration_s + ${TAG_HOLD_S})) AS to_time
        FROM driver_tags t JOIN tag_spans s ON s.tag = t.tag WHERE t.driver_id = ${ME}
      UNION ALL
      SELECT a.vehicle_id, a.from_time, coalesce(a.to_time, 'infinity') FROM driver_assignments a
       WHERE a.driver_id = ${ME}) used GROUP BY used.vehicle_id) may
  JOIN vehicles v ON v.id = may.vehicle_id AND v.organisation_id = ANY((SELECT organisation_ids FROM p)::int[])
  JOIN ${table} f ON f.vehicle_id = may.vehicle_id AND f.started_at < may.to_time AND ${end} >= may.from_time
  CROSS JOIN LATERAL drivers_between(f.vehicle_id, f.started_at, greatest(${end}, f.started_at + interval '1 millisecond')) w
  WHERE w.driver_id = ${ME})`;
const ENDED = `coalesce(f.ended_at, f.started_at + make_interval(secs => f.duration_s))`;
const OF_VEHICLE = 'belongs to the vehicle; without tags and assignments nobody knows any more who drove';

const MY_DOCUMENTS = `SELECT d.id FROM documents d WHERE d.driver_id = ${ME}`;
const MY_RUNS = `SELECT d.id FROM route_runs d WHERE d.driver_id = ${ME}`;
/** SQL: true for a link `l` between a file and the driver or a paper of the driver. */
const isMyLink = `((l.record_kind = 'driver' AND l.record_id = ${ME})
  OR (l.record_kind = 'document' AND l.record_id IN (${MY_DOCUMENTS})))`;
const MY_FILES = `SELECT l.file_id FROM file_links l WHERE ${isMyLink}`;

/** Wherever the database holds data of a driver. */
export const DRIVER_TABLES: PersonalTables = {
  audit_log: {
    rows: `(r.subject = 'driver' AND r.subject_id = p.id::text)
      OR (r.subject = 'document' AND r.subject_id IN (SELECT d.id::text FROM documents d WHERE d.driver_id = ${ME}))
      OR (r.subject = 'task' AND r.subject_id IN (SELECT t.id::text FROM tasks t WHERE t.record_kind = 'driver' AND t.record_id = ${ME}))`,
    section: 'log',
    withheld: ['user_id', 'username', 'address'],
    erasure: [
      { set: `subject_name = CASE WHEN r.subject = 'driver' THEN p.alias END, before = NULL, after = NULL` },
      {
        set: `before = ${withAlias('r.before')}, after = ${withAlias('r.after')},
          subject_name = CASE WHEN r.subject_name = p.name THEN p.alias ELSE r.subject_name END`,
        rows: `r.organisation_id = p.organisation_id
          AND (${hasName('r.before')} OR ${hasName('r.after')} OR r.subject_name = p.name)`,
      },
    ],
  },
  route_run_changes: {
    rows: `${hasName('r.changes')} AND EXISTS (SELECT FROM route_runs x WHERE x.id = r.run_id AND x.organisation_id = p.organisation_id)`,
    notExported: 'shows who else drove; the runs themselves are exported',
    erasure: [{ set: `changes = ${withAlias('r.changes')}` }],
  },
  // Sheets and changes of many records hold the data of drivers to be undone: these can no longer be.
  imports: {
    rows: `r.organisation_id = p.organisation_id AND EXISTS (SELECT FROM import_lines l WHERE l.import_id = r.id
      AND position(lower(p.name) IN lower(concat(l.cells::text, l.name, l.before::text, l.after::text))) > 0)`,
    notExported: 'a sheet holds the lines of many people; its result is exported as the record',
    erasure: [{}],
  },
  bulk_changes: {
    rows: `r.organisation_id = p.organisation_id AND position(p.name IN r.entries::text) > 0`,
    notExported: 'holds former values of many records; those of the driver are in the audit log',
    erasure: [{}],
  },
  notifications: {
    rows: `position(p.name IN r.title || ' ' || r.text) > 0
      AND EXISTS (SELECT FROM users u WHERE u.id = r.user_id AND u.organisation_id = p.organisation_id)`,
    section: 'messages',
    withheld: ['user_id'],
    erasure: [{}],
  },
  tasks: {
    rows: `r.record_kind = 'driver' AND r.record_id = p.id`,
    section: 'work',
    withheld: ['assignee_id', 'created_by'],
    erasure: [{}],
  },
  driver_receipts: { rows: 'r.driver_id = p.id', section: 'messages', erasure: [{}] },
  messages: {
    rows: `p.id = ANY(r.driver_ids) OR r.id IN (SELECT x.message_id FROM driver_receipts x WHERE x.driver_id = ${ME})`,
    section: 'messages',
    withheld: ['people_ids', 'role_ids', 'group_ids', 'driver_ids'],
    erasure: [{ set: 'driver_ids = array_remove(r.driver_ids, p.id)', rows: 'p.id = ANY(r.driver_ids)' }],
  },
  mails: {
    rows: 'r.organisation_id = p.organisation_id AND lower(r.recipient) = lower(p.email)',
    section: 'messages',
    withheld: ['carries', 'user_id', 'run_id'],
    erasure: [
      {
        rows: `r.organisation_id = p.organisation_id
          AND (lower(r.recipient) = lower(p.email) OR position(p.name IN r.subject || ' ' || r.text) > 0)`,
      },
    ],
  },
  downloads: {
    rows: `r.kind = 'driver-data' AND r.params ->> 'personId' = p.id::text`,
    notExported: 'earlier exports of the same data',
    erasure: [{}],
  },
  inspections: {
    rows: 'r.organisation_id = p.organisation_id AND (r.signed_by = p.name OR r.created_by = p.user_id)',
    section: 'work',
    erasure: [
      {
        // A dot, as a signature has at least one stroke.
        set: `signed_by = p.alias, signature = '[[0, 0]]'`,
        rows: 'r.organisation_id = p.organisation_id AND r.signed_by = p.name',
      },
    ],
  },
  expenses: {
    rows: 'r.driver_id = p.id',
    section: 'work',
    withheld: ['created_by', 'submitted_by', 'decided_by'],
    erasure: { stays: 'accounts need bills; they name the number' },
  },
  recurring_expenses: {
    rows: 'r.driver_id = p.id',
    section: 'work',
    withheld: ['created_by'],
    erasure: { stays: 'accounts need bills; they name the number' },
  },
  route_plans: {
    rows: 'r.driver_id = p.id',
    section: 'work',
    erasure: { stays: 'plans name the number' },
  },
  route_runs: {
    rows: 'r.driver_id = p.id',
    section: 'work',
    erasure: { stays: 'runs name the number' },
  },
  run_words: {
    rows: `r.run_id IN (${MY_RUNS})`,
    section: 'work',
    // The customer's.
    withheld: ['signed_by', 'signature', 'phone'],
    erasure: { stays: 'says what was delivered in a run, without a name' },
  },
  trips: { rows: driven('trips', ENDED), section: 'driving', erasure: { stays: OF_VEHICLE } },
  overspeeds: { rows: driven('overspeeds', ENDED), section: 'driving', erasure: { stays: OF_VEHICLE } },
  idles: { rows: driven('idles', ENDED), section: 'driving', erasure: { stays: OF_VEHICLE } },
  alarms: {
    rows: driven('alarms', 'f.started_at'),
    section: 'driving',
    withheld: ['acknowledged_by', 'assignee_id', 'cleared_by'],
    erasure: { stays: OF_VEHICLE },
  },
  tag_spans: {
    rows: `EXISTS (SELECT FROM driver_tags t JOIN vehicles v ON v.organisation_id = t.organisation_id
      WHERE t.driver_id = p.id AND t.tag = r.tag AND v.id = r.vehicle_id
        AND r.started_at < coalesce(t.to_time, 'infinity') AND coalesce(r.ended_at, 'infinity') > t.from_time)`,
    section: 'driving',
    erasure: { stays: OF_VEHICLE },
  },
  files: {
    rows: `r.id IN (${MY_FILES}
      UNION SELECT l.file_id FROM file_links l JOIN expenses e ON e.id = l.record_id
        WHERE l.record_kind = 'expense' AND e.driver_id = ${ME}
      UNION SELECT w.file_id FROM run_word_photos w WHERE w.run_id IN (${MY_RUNS}))`,
    section: 'files',
    withheld: ['added_by', 'held_by', 'orphan_since'],
    // A file that also belongs to another record stays there.
    erasure: [
      {
        rows: `r.id IN (${MY_FILES})
          AND NOT EXISTS (SELECT FROM file_links l WHERE l.file_id = r.id AND NOT ${isMyLink})`,
      },
    ],
  },
  file_links: {
    rows: isMyLink.replaceAll('l.record', 'r.record'),
    notExported: 'says which record a file belongs to; the files are exported',
    erasure: [{}],
  },
  documents: { rows: 'r.driver_id = p.id', section: 'profile', erasure: [{}] },
  driver_tags: { rows: 'r.driver_id = p.id', section: 'profile', erasure: [{}] },
  driver_assignments: { rows: 'r.driver_id = p.id', section: 'driving', erasure: [{}] },
  drivers: {
    rows: 'r.id = p.id',
    section: 'profile',
    erasure: [
      {
        set: `name = p.alias, number = NULL, phone = NULL, email = NULL, licence_number = NULL, licence_classes = '{}',
          licence_expires_on = NULL, group_ids = '{}', hired_on = NULL, emergency_name = NULL, emergency_phone = NULL,
          note = NULL, user_id = NULL, tag_keys = '{}', own = '{}', deleted_at = coalesce(r.deleted_at, now()),
          erased_at = now(), version = r.version + 1`,
      },
    ],
  },
};

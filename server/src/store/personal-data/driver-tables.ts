import { TAG_HOLD_S } from '@milepost/tracking/tag';
import { hasValue, type PersonalTables, valueOf, wholeWords, withAlias, withoutWords } from './personal-table.ts';

/**
 * SQL: the driver `$1` as `p`; `$2` are the organisations whose vehicles are included, `$3` the menus that the caller may
 * view.
 */
export const DRIVER = `SELECT d.id, d.organisation_id, d.name, d.user_id, d.created_at, '#' || d.id AS alias,
  ${wholeWords('d.name')} AS words_pattern, ${valueOf(['driver'], 'd.name')} AS driver_pattern,
  ${valueOf(['driver', 'of', 'linkOf', 'signedBy'], 'd.name')} AS record_pattern,
  $2::int[] AS organisation_ids, $3::text[] AS menus FROM drivers d WHERE d.id = $1`;

const ME = '(SELECT id FROM p)';

/**
 * SQL: the ids of facts `f` of a table during which the driver drove the vehicle, at least in part: first the vehicles
 * with the time between the driver's first and last use, then who drove at each of their facts. Joining every use with
 * every fact instead would take the square of the time.
 */
const driven = (table: string, end: string) => `r.id IN (SELECT f.id ${drivenBy(table, end)})`;
const drivenBy = (table: string, end: string) => `FROM (
    SELECT used.vehicle_id, min(used.from_time) AS from_time, max(used.to_time) AS to_time FROM (
      SELECT s.vehicle_id, s.started_at AS from_time,
             coalesce(s.ended_at, s.started_at + make_interval(secs => s.duration_s + ${TAG_HOLD_S})) AS to_time
        FROM driver_tags t JOIN tag_spans s ON s.tag = t.tag WHERE t.driver_id = ${ME}
      UNION ALL
      SELECT a.vehicle_id, a.from_time, coalesce(a.to_time, 'infinity') FROM driver_assignments a
       WHERE a.driver_id = ${ME}) used GROUP BY used.vehicle_id) may
  JOIN vehicles v ON v.id = may.vehicle_id AND v.organisation_id = ANY((SELECT organisation_ids FROM p)::int[])
  JOIN ${table} f ON f.vehicle_id = may.vehicle_id AND f.started_at < may.to_time AND ${end} >= may.from_time
  JOIN LATERAL drivers_between(f.vehicle_id, f.started_at, greatest(${end}, f.started_at + interval '1 millisecond')) w
    ON w.driver_id = ${ME}`;
const ENDED = `coalesce(f.ended_at, f.started_at + make_interval(secs => f.duration_s))`;
const OF_VEHICLE = 'belongs to the vehicle; without tags and assignments nobody knows any more who drove';

/** SQL: true if nobody else in the organisation has, or had, the name. A sub-query, so it only runs where it is needed. */
const IS_ONLY = `(SELECT NOT EXISTS (SELECT FROM drivers o WHERE o.organisation_id = d.organisation_id AND o.id <> d.id
    AND lower(o.name) = lower(d.name))
  AND NOT EXISTS (SELECT FROM users u WHERE u.organisation_id = d.organisation_id AND u.id IS DISTINCT FROM d.user_id
    AND lower(d.name) IN (lower(u.display_name), lower(u.username)))
  AND NOT EXISTS (SELECT FROM audit_log a WHERE a.organisation_id = d.organisation_id AND a.subject = 'driver'
    AND a.subject_id <> d.id::text
    AND lower(d.name) IN (lower(a.subject_name), lower(a.before ->> 'name'), lower(a.after ->> 'name'))) FROM p d)`;

const MY_DOCUMENTS = `SELECT d.id FROM documents d WHERE d.driver_id = ${ME}`;
const MY_RUNS = `SELECT d.id FROM route_runs d WHERE d.driver_id = ${ME}`;
/** SQL: true for a link `l` between a file and the driver or a paper of the driver. */
const isMyLink = `((l.record_kind = 'driver' AND l.record_id = ${ME})
  OR (l.record_kind = 'document' AND l.record_id IN (${MY_DOCUMENTS})))`;
const MY_FILES = `SELECT l.file_id FROM file_links l WHERE ${isMyLink}`;
const MY_TASKS = `SELECT t.id FROM tasks t WHERE t.record_kind = 'driver' AND t.record_id = ${ME}`;

/** SQL: true for the id of a record of the driver, by the kind of record. */
const isMyRecord = (kind: string, id: string) => `CASE ${kind} WHEN 'driver' THEN ${id} = p.id
  WHEN 'document' THEN ${id} IN (${MY_DOCUMENTS}) WHEN 'task' THEN ${id} IN (${MY_TASKS}) ELSE false END`;

/** SQL: true for an entry of the audit log about a record that refers to the driver. */
const REFERS_TO_ME = [
  ['assignment', `SELECT x.id::text FROM driver_assignments x WHERE x.driver_id = ${ME}`],
  ['expense', `SELECT x.id::text FROM expenses x WHERE x.driver_id = ${ME}`],
  ['recurring-expense', `SELECT x.id::text FROM recurring_expenses x WHERE x.driver_id = ${ME}`],
  ['route-plan', `SELECT x.id::text FROM route_plans x WHERE x.driver_id = ${ME}`],
  ['route-run', `SELECT x.id::text FROM route_runs x WHERE x.driver_id = ${ME}`],
  ['inspection', `SELECT x.id::text FROM inspections x JOIN p d ON x.created_by = d.user_id AND x.signed_by = d.name`],
  ['private-mark', `SELECT x.id::text FROM private_marks x WHERE x.driver_id = ${ME}`],
  ['run-link', `SELECT x.id::text FROM run_links x WHERE x.outlet_id IS NULL AND x.run_id IN (${MY_RUNS})`],
]
  .map(([subject, ids]) => `(r.subject = '${subject}' AND r.subject_id IN (${ids}))`)
  .join(' OR ');

/**
 * SQL: true for a row since the driver is recorded, whose values name a driver: they mean this one, if no other has the
 * name.
 */
const meansMe = (at: string) => `${IS_ONLY} AND r.${at} >= p.created_at`;
const CHANGES_OF_DRIVER = `e ->> 'what' IN ('driver', 'driver-unavailable')`;

/** SQL: true for an entry of the audit log about the driver, or about a paper or task of the driver. */
const ABOUT_ME = `(r.subject = 'driver' AND r.subject_id = p.id::text)
      OR (r.subject = 'document' AND r.subject_id IN (SELECT d.id::text FROM documents d WHERE d.driver_id = ${ME}))
      OR (r.subject = 'task' AND r.subject_id IN (SELECT t.id::text FROM tasks t WHERE t.record_kind = 'driver' AND t.record_id = ${ME}))`;

/** SQL: true for an entry of the audit log that the driver caused by the own account, or that is about that account. */
const BY_MY_ACCOUNT = `(r.organisation_id = ANY(p.organisation_ids)
      AND (r.user_id = p.user_id OR (r.subject = 'user' AND r.subject_id = p.user_id::text)))`;

/** SQL: true unless an entry tells about private time and the caller may not view that. */
const MAY_SHOW = `('private-trips' = ANY(p.menus) OR (r.subject NOT IN ('private-mark', 'private-rule') AND r.action <> 'view-private'))`;

/** Wherever the database holds data of a driver. */
export const DRIVER_TABLES: PersonalTables = {
  audit_log: {
    rows: `((${ABOUT_ME}) OR ${REFERS_TO_ME} OR ${BY_MY_ACCOUNT}) AND ${MAY_SHOW}`,
    section: 'log',
    menu: 'audit-log',
    withheld: ['user_id', 'username', 'address'],
    erasure: [
      {
        set: `subject_name = CASE WHEN r.subject = 'driver' THEN p.alias END, before = NULL, after = NULL`,
        rows: ABOUT_ME,
      },
      {
        set: `before = ${withAlias('before', 'record_pattern')}, after = ${withAlias('after', 'record_pattern')},
          subject_name = CASE WHEN r.subject_name = p.name THEN p.alias ELSE r.subject_name END`,
        rows: REFERS_TO_ME,
      },
      {
        set: `before = ${withAlias('before', 'driver_pattern')}, after = ${withAlias('after', 'driver_pattern')},
          subject_name = CASE WHEN r.subject = 'assignment' AND r.subject_name = p.name THEN p.alias ELSE r.subject_name END`,
        rows: `r.organisation_id = p.organisation_id AND ${meansMe('at')}
          AND (${hasValue('before', 'driver_pattern')} OR ${hasValue('after', 'driver_pattern')})`,
      },
    ],
  },
  private_marks: {
    rows: 'r.driver_id = p.id',
    section: 'driving',
    menu: 'private-trips',
    withheld: ['marked_by'],
    // An open one would never end without its driver.
    erasure: [{ set: 'driver_id = NULL, to_time = coalesce(r.to_time, now())' }],
  },
  route_run_changes: {
    rows: `${meansMe('changed_at')}
      AND EXISTS (SELECT FROM jsonb_array_elements(r.changes) e WHERE ${CHANGES_OF_DRIVER} AND p.name IN (e ->> 'from', e ->> 'to'))
      AND EXISTS (SELECT FROM route_runs x WHERE x.id = r.run_id AND x.organisation_id = p.organisation_id)`,
    notExported: 'shows who else drove; the runs themselves are exported',
    erasure: [
      {
        set: `changes = (SELECT jsonb_agg(CASE WHEN ${CHANGES_OF_DRIVER} THEN e || jsonb_build_object(
            'from', CASE e ->> 'from' WHEN p.name THEN p.alias ELSE e ->> 'from' END,
            'to', CASE e ->> 'to' WHEN p.name THEN p.alias ELSE e ->> 'to' END) ELSE e END ORDER BY n)
          FROM jsonb_array_elements(r.changes) WITH ORDINALITY x (e, n))`,
      },
    ],
  },
  // Lines of sheets and changes of many records hold former data of the driver, to be undone: these can no longer be.
  import_lines: {
    rows: `EXISTS (SELECT FROM imports i WHERE i.id = r.import_id AND ${isMyRecord('i.kind', 'r.record_id')})`,
    notExported: 'the result of a line is exported as the record',
    erasure: [{}],
  },
  bulk_changes: {
    rows: `EXISTS (SELECT FROM jsonb_array_elements(r.entries) e WHERE ${isMyRecord('r.kind', `(e ->> 'id')::int`)})`,
    notExported: 'holds former values of many records; those of the driver are in the audit log',
    erasure: [
      {
        set: `entries = coalesce((SELECT jsonb_agg(e ORDER BY n) FROM jsonb_array_elements(r.entries) WITH ORDINALITY x (e, n)
          WHERE NOT coalesce(${isMyRecord('r.kind', `(e ->> 'id')::int`)}, false)), '[]')`,
      },
    ],
  },
  notifications: {
    rows: `r.path IN (SELECT 'media/documents?open=' || d.id FROM documents d WHERE d.driver_id = ${ME}
      UNION ALL SELECT 'apps/tasks?open=' || t.id FROM tasks t WHERE t.record_kind = 'driver' AND t.record_id = ${ME})`,
    notExported: 'belongs to the account that it was sent to',
    erasure: [{ set: `title = ${withoutWords('title')}, text = ${withoutWords('text')}` }],
  },
  tasks: {
    rows: `r.record_kind = 'driver' AND r.record_id = p.id`,
    section: 'work',
    menu: 'tasks',
    withheld: ['assignee_id', 'created_by'],
    erasure: [{}],
  },
  driver_receipts: { rows: 'r.driver_id = p.id', section: 'messages', menu: 'messages', erasure: [{}] },
  messages: {
    rows: `p.id = ANY(r.driver_ids) OR r.id IN (SELECT x.message_id FROM driver_receipts x WHERE x.driver_id = ${ME})`,
    section: 'messages',
    menu: 'messages',
    withheld: ['people_ids', 'role_ids', 'group_ids', 'driver_ids'],
    erasure: [{ set: 'driver_ids = array_remove(r.driver_ids, p.id)', rows: 'p.id = ANY(r.driver_ids)' }],
  },
  downloads: {
    rows: `r.kind = 'driver-data' AND r.params ->> 'personId' = p.id::text`,
    notExported: 'earlier exports of the same data',
    erasure: [{}],
  },
  inspections: {
    // Anybody can be signed for: the driver's are those from the driver's account.
    rows: 'r.created_by = p.user_id AND r.signed_by = p.name',
    section: 'work',
    menu: 'maintenance',
    // A dot, as a signature has at least one stroke.
    erasure: [{ set: `signed_by = p.alias, signature = '[[0, 0]]'` }],
  },
  expenses: {
    rows: 'r.driver_id = p.id',
    section: 'work',
    menu: 'expenses',
    withheld: ['created_by', 'submitted_by', 'decided_by'],
    erasure: { stays: 'accounts need bills; they name the number' },
  },
  recurring_expenses: {
    rows: 'r.driver_id = p.id',
    section: 'work',
    menu: 'expenses',
    withheld: ['created_by'],
    erasure: { stays: 'accounts need bills; they name the number' },
  },
  route_plans: {
    rows: 'r.driver_id = p.id',
    section: 'work',
    menu: 'routes',
    erasure: { stays: 'plans name the number' },
  },
  route_runs: {
    rows: 'r.driver_id = p.id',
    section: 'work',
    menu: 'routes',
    erasure: { stays: 'runs name the number' },
  },
  run_words: {
    rows: `r.run_id IN (${MY_RUNS})`,
    section: 'work',
    menu: 'routes',
    // The customer's.
    withheld: ['signed_by', 'signature', 'phone'],
    erasure: { stays: 'says what was delivered in a run, without a name' },
  },
  trips: { rows: driven('trips', ENDED), section: 'driving', erasure: { stays: OF_VEHICLE } },
  // Where the driver was in private time, on the driver's own trips.
  sealed_positions: {
    rows: `(r.device_id, r.fix_time) IN (
      SELECT s.device_id, s.fix_time ${drivenBy('trips', ENDED)}
      JOIN installations i ON i.vehicle_id = f.vehicle_id
      JOIN sealed_positions s ON s.device_id = i.device_id
        AND s.fix_time >= greatest(i.installed_at, w.from_time) AND s.fix_time < least(i.removed_at, w.to_time))`,
    section: 'driving',
    menu: 'private-trips',
    erasure: { stays: OF_VEHICLE },
  },
  overspeeds: { rows: driven('overspeeds', ENDED), section: 'driving', erasure: { stays: OF_VEHICLE } },
  idles: { rows: driven('idles', ENDED), section: 'driving', erasure: { stays: OF_VEHICLE } },
  alarms: {
    rows: driven('alarms', 'f.started_at'),
    section: 'driving',
    menu: 'alarms',
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
    rows: `r.id IN (SELECT l.file_id FROM file_links l
        WHERE ${isMyLink} AND (l.record_kind = 'driver' OR 'media' = ANY(p.menus))
      UNION SELECT l.file_id FROM file_links l JOIN expenses e ON e.id = l.record_id
        WHERE l.record_kind = 'expense' AND e.driver_id = ${ME} AND 'expenses' = ANY(p.menus)
      UNION SELECT w.file_id FROM run_word_photos w WHERE w.run_id IN (${MY_RUNS}) AND 'routes' = ANY(p.menus))`,
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
  documents: { rows: 'r.driver_id = p.id', section: 'profile', menu: 'media', erasure: [{}] },
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

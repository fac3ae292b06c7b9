import type { Coordinates } from '@milepost/tracking/geo';
import { CALLS_FOR_HELP } from '@milepost/tracking/private-time';
import { PLACE_KINDS } from '@milepost/tracking/rules/knows-places';
import { toFault } from '@milepost/contract/fault';
import type { Queryable } from '../database.ts';
import { REMOVED_TEXT } from '../mail/mails.ts';
import { isAlarmHeldSql } from '../retention/legal-hold-sql.ts';

interface Span {
  installationId: number;
  /** Epoch milliseconds. */
  from: number;
  /** Exclusive. */
  to: number;
}

const within = (moment: string) => `(${moment} >= $2 AND ${moment} < $3)`;
const END = `coalesce(ended_at, started_at + duration_s * interval '1 second')`;
const OWN = 'installation_id = $1 AND started_at < $3';
/** SQL that replaces a column at one end of a fact. */
const atEnd = (end: string, column: string, value: string) =>
  `${column} = CASE WHEN ${within(end)} THEN ${value} ELSE ${column} END`;

const WAYS = ['trips', 'tows'].map((table) => ({
  table,
  where: `(${within('started_at')} OR ${within(END)})`,
  set: [
    ['started_at', 'start'],
    [END, 'end'],
  ]
    .flatMap(([moment = '', end = '']) => [
      atEnd(moment, `${end}_lat`, '$4'),
      atEnd(moment, `${end}_lon`, '$5'),
      atEnd(moment, `${end}_private`, 'true'),
    ])
    .join(', '),
}));

const PLACED = [
  ...WAYS,
  ...['stops', 'idles', 'overspeeds'].map((table) => ({
    table,
    where: within('started_at'),
    set: `lat = $4, lon = $5, private = true${table === 'overspeeds' ? ', fence_id = NULL' : ''}`,
  })),
];

const FROM_MS = `extract(epoch FROM $2::timestamptz) * 1000`;
/** SQL of the halts of a stay that began before the private time, which end with it. */
const HALTS_BEFORE = `(SELECT coalesce(jsonb_agg(jsonb_set(h, '{to}', to_jsonb(least((h ->> 'to')::float8, ${FROM_MS})))), '[]')
    FROM jsonb_array_elements(halts) h WHERE (h ->> 'from')::float8 < ${FROM_MS})`;

/** SQL of the codes of calls for help, whose place is shown. */
const CALLS = `'{${[...CALLS_FOR_HELP].join(',')}}'`;

/** SQL that is true for an alarm `a` of a rule about places. */
const ABOUT_PLACES = `a.rule_id IN (SELECT id FROM alarm_rules WHERE condition ->> 'kind' IN (${PLACE_KINDS.map((kind) => `'${kind}'`).join(', ')})
  OR (condition ->> 'kind' = 'sensor' AND jsonb_typeof(condition -> 'fenceIds') = 'array'))`;

/** SQL of the alarms whose place is hidden. */
const HIDDEN = `SELECT a.id FROM alarms a WHERE a.installation_id = $1 AND a.started_at >= $2 AND a.started_at < $3
  AND coalesce(a.about, '') <> ALL (${CALLS})`;

/** What the runs of the vehicle got from where it was; they are computed anew soon. Changes after their closing tell it, too. */
const VEHICLE = `(SELECT i.vehicle_id FROM installations i WHERE i.id = $1)`;
const RUNS = `(SELECT w.run_id FROM run_vehicles w WHERE w.vehicle_id = ${VEHICLE})`;
/** SQL: true for a moment in the private time in which the vehicle, and no other one, drove the run of a row. */
const isDriven = (row: string, moment: string) =>
  `(${within(moment)} AND EXISTS (SELECT FROM run_vehicles w WHERE w.run_id = ${row}.run_id AND w.vehicle_id = ${VEHICLE}
     AND ${moment} >= w.from_time AND ${moment} < w.until_time))`;
const isTimeWithin = (column: string) =>
  ['arrivedAt', 'departedAt', 'begunAt', 'endedAt']
    .map((key) => isDriven('c', `(${column} ->> '${key}')::timestamptz`))
    .join(' OR ');

/** Facts that say a place by themselves. Those about places that began before the private time end with it. */
const TELLING = [
  // A mail that waits is written again without the place, and with the other alarms that it was about.
  `WITH gone AS (DELETE FROM mails m WHERE m.state = 'waiting' AND m.alarm_ids && ARRAY(${HIDDEN}) RETURNING m.user_id, m.alarm_ids)
   UPDATE alarm_notices n SET told_at = NULL, message = NULL FROM gone
    WHERE n.user_id = gone.user_id AND n.channel = 'mail' AND n.alarm_id = ANY(gone.alarm_ids)`,
  // A legal hold on another vehicle of the mail keeps its text, which only people with the right read.
  `UPDATE mails m SET (text, private, incomplete) = (SELECT CASE WHEN held.is THEN m.text ELSE '${REMOVED_TEXT}' END, held.is OR m.private,
       held.is OR m.incomplete
     FROM (SELECT EXISTS (SELECT FROM unnest(m.alarm_ids) AS alarm (id) WHERE ${isAlarmHeldSql('alarm.id')}) AS is) held)
   WHERE m.state <> 'waiting' AND m.alarm_ids && ARRAY(${HIDDEN})`,
  `DELETE FROM push_messages p USING alarms a WHERE a.id IN (${HIDDEN})
     AND p.payload::jsonb ->> 'tag' = 'alarm-' || a.id`,
  `DELETE FROM run_fact_changes c WHERE c.run_id IN ${RUNS} AND (${isTimeWithin('c.before')} OR ${isTimeWithin('c.after')})`,
  `DELETE FROM run_visits v WHERE v.run_id IN ${RUNS} AND (v.vehicle_id = ${VEHICLE} AND (${within('v.arrived_at')} OR ${within('v.departed_at')})
     OR v.vehicle_id IS NULL AND (${isDriven('v', 'v.arrived_at')} OR ${isDriven('v', 'v.departed_at')}))`,
  `UPDATE run_facts f SET (begun_at, begun_by) = (SELECT f.begun_at, f.begun_by WHERE ${isDriven('f', 'f.begun_at')} IS NOT TRUE),
     (ended_at, ended_by) = (SELECT f.ended_at, f.ended_by WHERE ${isDriven('f', 'f.ended_at')} IS NOT TRUE)
     WHERE f.run_id IN ${RUNS} AND (${isDriven('f', 'f.begun_at')} OR ${isDriven('f', 'f.ended_at')})`,
  // What was or will be sent about an alarm has its place.
  `DELETE FROM webhook_deliveries d WHERE d.alarm_id IN (${HIDDEN})`,
  `DELETE FROM overspeeds WHERE ${OWN} AND ${within('started_at')} AND fence_id IS NOT NULL`,
  `DELETE FROM alarms a WHERE ${OWN} AND ${within('started_at')} AND ${ABOUT_PLACES}`,
  `UPDATE alarms a SET cleared_at = $2, last_at = least(last_at, $2)
     WHERE ${OWN} AND started_at < $2 AND (cleared_at IS NULL OR cleared_at >= $2) AND ${ABOUT_PLACES}`,
];

/** Facts whose place may be unknown, and visits, which end with the public time. */
const OTHERS = [
  ...['fuel_changes', 'switch_spans'].map(
    (table) => `UPDATE ${table} SET lat = NULL, lon = NULL WHERE ${OWN} AND ${within('started_at')}`,
  ),
  // A number is a geofence, which says where. Notifications about an alarm contain its address.
  `WITH hidden AS (UPDATE alarms SET lat = NULL, lon = NULL, about = CASE WHEN about !~ '^[0-9]+$' THEN about END
   WHERE ${OWN} AND ${within('started_at')}
     AND coalesce(about, '') <> ALL (${CALLS})
     RETURNING id)
   DELETE FROM notifications n USING hidden WHERE n.path = 'dashboard/alarms?open=' || hidden.id`,
  `UPDATE sensor_readings SET (lats, lons) = (
     SELECT array_agg(CASE WHEN ${within('u.at')} THEN NULL ELSE u.lat END ORDER BY u.n),
            array_agg(CASE WHEN ${within('u.at')} THEN NULL ELSE u.lon END ORDER BY u.n)
     FROM (SELECT started_at + o.milliseconds * interval '1 millisecond' AS at, o.lat, o.lon, o.n
           FROM unnest(offsets, lats, lons) WITH ORDINALITY AS o (milliseconds, lat, lon, n)) u)
   WHERE ${OWN} AND ${END} >= $2`,
  ...['visits', 'place_stays'].flatMap((table) => [
    `DELETE FROM ${table} WHERE ${OWN} AND ${within('started_at')}`,
    `UPDATE ${table} SET ended_at = $2, duration_s = extract(epoch FROM $2 - started_at)
       ${table === 'place_stays' ? `, seen_at = least(seen_at, $2), halts = ${HALTS_BEFORE}` : ''}
     WHERE ${OWN} AND started_at < $2 AND ${END} >= $2`,
  ]),
];

/** Reports without any place of a vehicle, whose files stay. A new report has places unless it is added here. */
const WITHOUT_PLACES = [
  'audit',
  'documents-due',
  'driver-assignments',
  'expenses',
  'maintenance-due',
  'maintenance-done',
  'sign-ins',
];

/** SQL: true for content that may include the vehicle of an installation `i`. */
const mayInclude = (organisations: string, vehicles: string) =>
  `(SELECT v.organisation_id = ANY(coalesce(${organisations}, '{}')) AND (${vehicles} IS NULL OR v.id = ANY(coalesce(${vehicles}, '{}')))
     FROM installations i JOIN vehicles v ON v.id = i.vehicle_id WHERE i.id = $1)`;
const NUMBERS = (json: string) =>
  `(SELECT array_agg(x::int) FROM jsonb_array_elements_text(nullif(${json}, 'null')) x)`;

/**
 * SQL: a download that was made after the private time began, unless its vehicles or days leave the time out. A day is that of
 * some time zone, and trips last into the next one.
 */
const FILES = `d.at >= $2 AND d.kind <> ALL ($4) AND ${mayInclude('d.organisation_ids', 'd.vehicle_ids')}
  AND (NOT d.params ? 'vehicleIds' OR jsonb_array_length(d.params -> 'vehicleIds') = 0
    OR d.params -> 'vehicleIds' @> (SELECT to_jsonb(i.vehicle_id) FROM installations i WHERE i.id = $1))
  AND (NOT (d.params ? 'from' AND d.params ? 'to')
    OR ((d.params ->> 'from')::date - 2 < $3 AND (d.params ->> 'to')::date + 3 > $2))`;

/**
 * Removes files of reports that may show where the vehicle was in a time that became private: downloads, of which those under way
 * begin anew, and attachments of mails that were not sent. Their bytes are collected as those of other files. A legal
 * hold keeps the data, of which reports can be created again.
 */
export async function removeFiles(db: Queryable, { installationId, from, to }: Span): Promise<void> {
  const values = [installationId, new Date(from), new Date(to), WITHOUT_PLACES];
  await db.query(`DELETE FROM downloads d WHERE d.state NOT IN ('waiting', 'running') AND ${FILES}`, values);
  await db.query(
    `UPDATE downloads d SET state = 'waiting', run = NULL, rows = 0, touched_at = now() WHERE d.state = 'running' AND ${FILES}`,
    values,
  );
  await db.query(
    `WITH gone AS (
       DELETE FROM mail_attachments a USING mails m WHERE m.id = a.mail_id AND m.at >= $2
         AND (m.carries IS NULL OR ${mayInclude(NUMBERS(`m.carries -> 'organisationIds'`), NUMBERS(`m.carries -> 'vehicleIds'`))})
         RETURNING m.id)
     UPDATE mails SET incomplete = true, state = 'failed', fault = $3
      WHERE id IN (SELECT id FROM gone)`,
    [installationId, new Date(from), JSON.stringify(toFault('schedule-private'))],
  );
}

/**
 * Hides the places of stored facts within a time that became private, as `sealFact` would: until they are recomputed,
 * and for good if their positions were deleted before. Alarms that a person handled are never recomputed.
 * @param place the last public place; facts that need one are deleted without it
 */
export async function hideFacts(
  db: Queryable,
  { installationId, from, to }: Span,
  place: Coordinates | null,
): Promise<void> {
  const span = [installationId, new Date(from), new Date(to)];
  for (const statement of TELLING) await db.query(statement, span);
  for (const { table, set, where } of PLACED) {
    await (place
      ? db.query(`UPDATE ${table} SET ${set} WHERE ${OWN} AND ${where}`, [...span, place.lat, place.lon])
      : db.query(`DELETE FROM ${table} WHERE ${OWN} AND ${where}`, span));
  }
  for (const statement of OTHERS) await db.query(statement, span);
}

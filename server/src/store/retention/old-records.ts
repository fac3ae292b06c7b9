import type { RetentionKind } from '@milepost/contract/retention-kinds';
import { FILE_KEEPERS } from '@milepost/contract/record-kinds';
import { isHeldSql } from './legal-hold-sql.ts';

/**
 * The records of one table that belong to one organisation. In its SQL `f` is the row, $1 the organisation and $2 the
 * cutoff.
 */
export interface OldRecords {
  kind: RetentionKind;
  table: string;
  /** The tables with their conditions: the rows that are older than the cutoff. */
  rows: string;
  /** True when a legal hold keeps the row. */
  held: string;
  /** The time that the dry run shows as oldest and newest. */
  at: string;
}

/** Facts of a vehicle from `started_at` to `ended_at`. One that still goes on has no end and stays. */
const spans = (table: string, and = ''): OldRecords => ({
  kind: 'facts',
  table,
  rows: `vehicles v JOIN ${table} f ON f.vehicle_id = v.id
    WHERE v.organisation_id = $1 AND f.started_at < $2::timestamptz AND f.ended_at < $2::timestamptz${and}`,
  held: isHeldSql('f.vehicle_id', 'f.started_at', 'f.ended_at'),
  at: 'f.started_at',
});

const days = (table: string, from: string, to: string): OldRecords => ({
  kind: 'facts',
  table,
  rows: `organisations o JOIN vehicles v ON v.organisation_id = o.id JOIN ${table} f ON f.vehicle_id = v.id
    WHERE o.id = $1 AND f.day < ($2::timestamptz AT TIME ZONE o.time_zone)::date`,
  held: isHeldSql('f.vehicle_id', from, to),
  at: 'f.day',
});

/**
 * Age is counted from the upload, as an old picture may be scanned today. A file that also belongs to a record of
 * another organisation stays.
 */
const files = (kind: 'pictures' | 'files', operator: '=' | '<>'): OldRecords => ({
  kind,
  table: 'files',
  rows: `files f WHERE f.organisation_id = $1 AND f.kind ${operator} 'picture' AND f.added_at < $2::timestamptz
    AND f.orphan_since IS NULL AND NOT EXISTS (SELECT FROM file_links l WHERE l.file_id = f.id
      AND (l.organisation_id <> f.organisation_id OR l.record_kind IN (${FILE_KEEPERS.map((name) => `'${name}'`).join(', ')})))`,
  held: `EXISTS (SELECT FROM file_links l WHERE l.file_id = f.id
    AND (${isHeldSql('l.vehicle_id', 'l.at')} OR ${isHeldSql('l.vehicle_id', 'f.added_at')}))`,
  at: 'f.added_at',
});

/** The registrations of a vehicle `v`: the present one and all that it had, from the log of its changes. */
const REGISTRATIONS = `(SELECT v.registration AS plate UNION SELECT renamed.before ->> 'registration' FROM audit_log renamed
    WHERE renamed.subject = 'vehicle' AND renamed.subject_id = v.id::text AND renamed.before ? 'registration') plates`;
/** True when the text of a message or mail contains a registration of a vehicle on hold. */
const names = (text: string) =>
  `EXISTS (SELECT FROM ${REGISTRATIONS} WHERE position(lower(plate) IN lower(${text})) > 0)`;
const heldWith = (at: string, concerns: string) =>
  `EXISTS (SELECT FROM legal_holds h JOIN vehicles v ON v.id = h.vehicle_id
    WHERE h.ended_at IS NULL AND h.organisation_id = f.organisation_id
      AND h.from_time <= ${at} AND coalesce(h.to_time, 'infinity') > ${at} AND (${concerns}))`;

/** A former registration is found by its entry, at whatever time the vehicle was renamed. */
const RENAMED = `f.subject = 'vehicle' AND f.before ? 'registration' AND EXISTS (SELECT FROM legal_holds h
    WHERE h.ended_at IS NULL AND h.vehicle_id::text = f.subject_id)`;

/**
 * SQL: true when a legal hold keeps a message or mail `f` of an organisation.
 * @param at SQL of its time
 * @param text SQL of its text
 */
export const isTextHeldSql = (at: string, text: string): string => heldWith(at, names(text));

/**
 * All that retention deletes by organisation. Dwells (`place_stays`) at the outlets of a run are retained with the run,
 * whose times are computed from them.
 */
export const OLD_RECORDS: readonly OldRecords[] = [
  {
    kind: 'positions',
    table: 'refused_reports',
    rows: `devices d JOIN refused_reports f ON f.device_id = d.id
      WHERE d.organisation_id = $1 AND f.received_at < $2::timestamptz`,
    held: `EXISTS (SELECT FROM installations i WHERE i.device_id = f.device_id
      AND ${isHeldSql('i.vehicle_id', 'f.received_at')})`,
    at: 'f.received_at',
  },
  spans('trips'),
  spans('stops'),
  spans('idles'),
  spans('tows'),
  spans('overspeeds'),
  spans('visits'),
  spans(
    'place_stays',
    ` AND NOT EXISTS (SELECT FROM route_runs r WHERE r.vehicle_id = f.vehicle_id
      AND r.starts_at <= f.seen_at AND r.ends_at >= f.started_at)`,
  ),
  spans('tag_spans'),
  spans('switch_spans'),
  spans('fuel_changes'),
  spans('sensor_readings'),
  days('day_totals', 'f.started_at', 'f.ended_at'),
  days('driven_days', 'day_begins(f.day, f.zone)', 'day_begins(f.day + 1, f.zone)'),
  {
    kind: 'alarms',
    table: 'alarms',
    rows: `vehicles v JOIN alarms f ON f.vehicle_id = v.id
      WHERE v.organisation_id = $1 AND f.cleared_at < $2::timestamptz`,
    held: isHeldSql('f.vehicle_id', 'f.started_at', 'f.cleared_at'),
    at: 'f.started_at',
  },
  files('pictures', '='),
  files('files', '<>'),
  {
    kind: 'messages',
    table: 'messages',
    rows: 'messages f WHERE f.organisation_id = $1 AND f.sent_at < $2::timestamptz',
    held: heldWith(
      'f.sent_at',
      `${names(`f.subject || ' ' || f.text`)} OR EXISTS (SELECT FROM driver_assignments a JOIN drivers d ON d.id = a.driver_id
        WHERE a.vehicle_id = v.id AND a.from_time <= f.sent_at AND coalesce(a.to_time, 'infinity') > f.sent_at
          AND (d.id = ANY(f.driver_ids) OR d.user_id = f.sender_id OR d.user_id = ANY(f.people_ids)))`,
    ),
    at: 'f.sent_at',
  },
  {
    kind: 'messages',
    table: 'mails',
    rows: `mails f WHERE f.organisation_id = $1 AND f.at < $2::timestamptz AND f.state IN ('sent', 'failed')`,
    held: isTextHeldSql('f.at', `f.subject || ' ' || f.text`),
    at: 'f.at',
  },
  {
    kind: 'audit',
    table: 'audit_log',
    rows: 'audit_log f WHERE f.organisation_id = $1 AND f.at < $2::timestamptz',
    held: `${heldWith(
      'f.at',
      `f.subject = 'vehicle' AND f.subject_id = v.id::text OR EXISTS (SELECT FROM ${REGISTRATIONS} WHERE plate IN (f.before ->> 'vehicle', f.after ->> 'vehicle'))`,
    )} OR f.subject = 'legal-hold' AND EXISTS (SELECT FROM legal_holds h WHERE h.id::text = f.subject_id AND h.ended_at IS NULL)
      OR ${RENAMED}`,
    at: 'f.at',
  },
];

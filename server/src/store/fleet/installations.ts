import type { PrivateTime } from '@milepost/tracking/private-time';
import type { IgnitionSource } from '@milepost/tracking/settings';
import type { Queryable } from '../database.ts';

/** A device in a vehicle, for a time. Times are epoch milliseconds. */
export interface Installation {
  id: number;
  deviceId: number;
  vehicleId: number;
  organisationId: number;
  groupId: number | null;
  vehicleType: string;
  /** The source of the engine's state. */
  ignitionSource: IgnitionSource;
  /** The factor for the device's speeds. */
  speedFactor: number;
  from: number;
  /** Exclusive; null while it is installed. */
  to: number | null;
  /** When the vehicle is used privately; null if never. */
  privateTime?: PrivateTime | null;
  /** When the vehicle was in the workshop, in order of time; null while it still is. */
  inWorkshop: readonly { from: number; to: number | null }[];
}

/** By vehicle: the times of its workshop status, and of work orders that take it out of service. */
const IN_WORKSHOP = `SELECT w.vehicle_id, json_agg(json_build_object(
    'from', ceil(extract(epoch FROM lower(w.span)) * 1000), 'to', ceil(extract(epoch FROM upper(w.span)) * 1000))
    ORDER BY w.span) AS spans
  FROM (SELECT each.vehicle_id, unnest(range_agg(each.span)) AS span FROM (
          SELECT vehicle_id, tstzrange(out_from, out_to) AS span FROM work_orders
           WHERE out_from IS NOT NULL AND state <> 'cancelled' AND deleted_at IS NULL
          UNION ALL
          SELECT s.vehicle_id, tstzrange(s.from_time, s.to_time) FROM (
            SELECT vehicle_id, status, from_time,
                   lead(from_time) OVER (PARTITION BY vehicle_id ORDER BY from_time) AS to_time FROM vehicle_statuses) s
           WHERE s.status = 'workshop') each
        GROUP BY each.vehicle_id) w
  GROUP BY w.vehicle_id`;

/**
 * SQL: LEFT JOIN of `private.time` of a vehicle `v`: its own rule, otherwise that of its organisation, and what people marked.
 */
const PRIVATE_TIME = `LEFT JOIN LATERAL (
    SELECT json_build_object('zone', coalesce(rule.time_zone, o.time_zone), 'workingHours', rule.working_hours,
      'button', CASE WHEN rule.attribute IS NOT NULL
        THEN json_build_object('attribute', rule.attribute, 'value', rule.attribute_value) END,
      'marks', coalesce(marked.marks, '[]')) AS time
    FROM organisations o
    LEFT JOIN LATERAL (SELECT p.* FROM private_rules p
      WHERE p.organisation_id = v.organisation_id AND p.deleted_at IS NULL
        AND (p.vehicle_id = v.id OR p.vehicle_id IS NULL) ORDER BY p.vehicle_id LIMIT 1) rule ON true
    CROSS JOIN LATERAL (SELECT json_agg(json_build_object('from', ceil(extract(epoch FROM m.from_time) * 1000),
        'to', ceil(extract(epoch FROM m.to_time) * 1000), 'isPrivate', m.private) ORDER BY m.id) AS marks
      FROM private_marks m WHERE m.vehicle_id = v.id) marked
    WHERE o.id = v.organisation_id AND (rule.id IS NOT NULL OR marked.marks IS NOT NULL)) private ON true`;

/**
 * All installations, or those of one organisation, with those of a device in order of time. Times are stored with
 * microseconds but fixes with milliseconds: bounds rounded up separate the same fixes.
 */
export async function listInstallations(db: Queryable, organisationId: number | null): Promise<Installation[]> {
  return readInstallations(db, '$1::int IS NULL OR v.organisation_id = $1', organisationId);
}

/** One installation; null if there is none with this id. */
export async function readInstallation(db: Queryable, id: number): Promise<Installation | null> {
  const [found] = await readInstallations(db, 'i.id = $1', id);
  return found ?? null;
}

async function readInstallations(db: Queryable, where: string, value: number | null): Promise<Installation[]> {
  const { rows } = await db.query<Installation>(
    `SELECT i.id, i.device_id AS "deviceId", i.vehicle_id AS "vehicleId", v.organisation_id AS "organisationId",
            v.group_id AS "groupId", v.type AS "vehicleType", i.ignition_source AS "ignitionSource", i.speed_factor AS "speedFactor",
            ceil(extract(epoch FROM i.installed_at) * 1000)::float8 AS "from",
            ceil(extract(epoch FROM i.removed_at) * 1000)::float8 AS "to",
            coalesce(w.spans, '[]') AS "inWorkshop", private.time AS "privateTime"
       FROM installations i JOIN vehicles v ON v.id = i.vehicle_id ${PRIVATE_TIME} LEFT JOIN (${IN_WORKSHOP}) w ON w.vehicle_id = v.id
      WHERE ${where}
      ORDER BY i.device_id, i.installed_at, i.id`,
    [value],
  );
  return rows;
}

import { fault } from '@milepost/contract/fault';
import type { Meter } from '@milepost/contract/vehicle-kinds';
import { fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

/** The record with which a reading was entered. */
type Service = { serviceRecordId: number } | { workOrderId: number };

interface Shown {
  vehicleId: number;
  /** A day in the organisation's time zone. */
  day: string;
  /** Metres and seconds; null if it was not read. */
  odometerM: number | null;
  engineS?: number | null;
}

const FIELDS: readonly (readonly [Meter, 'odometerM' | 'engineS'])[] = [
  ['odometer', 'odometerM'],
  ['engine-hours', 'engineS'],
];

/**
 * Adds the meter values at a service as readings, in the transaction `db`.
 * @throws AppError `invalid` at the field of a value below that of an earlier day, or above that of a later one
 */
export async function addServiceReadings(db: Queryable, actor: Actor, service: Service, shown: Shown): Promise<void> {
  for (const [meter, field] of FIELDS) {
    const value = shown[field] ?? null;
    if (value === null) continue;
    await db.query('SELECT FROM vehicles WHERE id = $1 FOR NO KEY UPDATE', [shown.vehicleId]);
    await checkDays(db, shown, meter, field, value);
    const at = await momentFor(db, shown, meter, value);
    await audited(db, actor, { subject: 'meter', id: null, action: 'create' }, async () => {
      const made = await db.query<{ id: number }>(
        `INSERT INTO meter_readings (vehicle_id, meter, at, value, added_by, source, service_record_id, work_order_id)
         VALUES ($1, $2, $3, $4, $5, 'service', $6, $7) RETURNING id`,
        [
          shown.vehicleId,
          meter,
          at,
          value,
          actor.userId,
          'serviceRecordId' in service ? service.serviceRecordId : null,
          'workOrderId' in service ? service.workOrderId : null,
        ],
      );
      return onlyRow(made).id;
    });
  }
}

/** Deletes the readings of a service that is undone. */
export async function removeServiceReadings(db: Queryable, actor: Actor, service: Service): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM meter_readings WHERE deleted_at IS NULL AND (service_record_id = $1 OR work_order_id = $2) ORDER BY id`,
    [
      'serviceRecordId' in service ? service.serviceRecordId : null,
      'workOrderId' in service ? service.workOrderId : null,
    ],
  );
  for (const { id } of rows) await setDeleted(db, actor, 'meter', id, true);
}

/**
 * A service has a day but no time: if a reading of the same day is higher, the service was before it. The vehicle is
 * locked.
 */
export async function moveServiceReadings(
  db: Queryable,
  { vehicleId, meter, value }: { vehicleId: number; meter: Meter; value: number },
  at: Date,
): Promise<void> {
  await db.query(
    `UPDATE meter_readings r SET at = $4::timestamptz - s.place * interval '1 millisecond'
     FROM (SELECT r.id, row_number() OVER (ORDER BY r.at DESC) AS place
           FROM meter_readings r JOIN vehicles v ON v.id = r.vehicle_id JOIN organisations o ON o.id = v.organisation_id
           WHERE r.vehicle_id = $1 AND r.meter = $2 AND r.value <= $3 AND r.at >= $4 AND r.source = 'service'
             AND r.deleted_at IS NULL
             AND (r.at AT TIME ZONE o.time_zone)::date = ($4::timestamptz AT TIME ZONE o.time_zone)::date) s
     WHERE r.id = s.id`,
    [vehicleId, meter, value, at],
  );
}

/** SQL of the start and end of the day `$3` at vehicle `$1`, as `began` and `ended`. */
const DAY = `(SELECT day_begins($3::date, o.time_zone) AS began, day_begins($3::date + 1, o.time_zone) AS ended
  FROM vehicles v JOIN organisations o ON o.id = v.organisation_id WHERE v.id = $1) d`;

async function checkDays(
  db: Queryable,
  { vehicleId, day }: Shown,
  meter: Meter,
  field: string,
  value: number,
): Promise<void> {
  const { rows } = await db.query<{ value: number; at: Date }>(
    `SELECT r.value, r.at FROM meter_readings r, ${DAY}
     WHERE r.vehicle_id = $1 AND r.meter = $2 AND r.deleted_at IS NULL
       AND ((r.at < d.began AND r.value > $4) OR (r.at >= d.ended AND r.value < $4))
     ORDER BY abs(extract(epoch FROM r.at - d.began)) LIMIT 1`,
    [vehicleId, meter, day, value],
  );
  const [other] = rows;
  if (!other) return;
  const at = other.at.toISOString();
  throw fieldError('invalid', {
    [field]:
      meter === 'odometer'
        ? fault('odometer-order', { reading: other.value, at })
        : fault('engine-hours-order', { reading: other.value / 3600, at }),
  });
}

/**
 * The end of the day, or now, but before readings of that day with an equal or higher value. As text, since the
 * milliseconds of a Date can be too coarse.
 */
async function momentFor(db: Queryable, { vehicleId, day }: Shown, meter: Meter, value: number): Promise<string> {
  const { at } = onlyRow(
    await db.query<{ at: string }>(
      `WITH bounds AS (
         SELECT least(d.ended, now() + interval '1 second', (SELECT min(r.at) FROM meter_readings r
             WHERE r.vehicle_id = $1 AND r.meter = $2 AND r.deleted_at IS NULL AND r.at >= d.began AND r.at < d.ended
               AND r.value >= $4)) AS before,
           (SELECT max(r.at) FROM meter_readings r WHERE r.vehicle_id = $1 AND r.meter = $2 AND r.deleted_at IS NULL
             AND r.at < d.ended AND r.value < $4) AS after
         FROM ${DAY})
       SELECT greatest(before - interval '1 second', after + (before - after) / 2)::text AS at FROM bounds`,
      [vehicleId, meter, day, value],
    ),
  );
  return at;
}

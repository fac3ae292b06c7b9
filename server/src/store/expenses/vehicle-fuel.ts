import type { FuelFill } from '@milepost/contract/fuel-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';
import { IS_SPENT } from './expense-totals.ts';
import { type Fill, fuelEconomy } from './fuel-economy.ts';

/** The most fuel bills that are returned. */
export const MAX_FILLS = 200;

interface Month {
  month: string;
  amount: number;
  litres: number;
  distanceM: number | null;
  trackedAmount: number;
}

/** The fuel consumption and cost of a vehicle of the scope in the last months. @throws AppError `not-found` */
export async function readVehicleFuel(
  db: Queryable,
  scope: Scope,
  { vehicleId, months }: { vehicleId: number; months: number },
): Promise<{ fills: FuelFill[]; months: Month[]; currency: string }> {
  const { rows } = await db.query<{ currency: string; firstDay: string }>(
    `SELECT o.currency,
       (date_trunc('month', now() AT TIME ZONE o.time_zone) - make_interval(months => $3 - 1))::date::text AS "firstDay"
     FROM vehicles v JOIN organisations o ON o.id = v.organisation_id
     WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}`,
    [vehicleId, scope.organisationIds, months],
  );
  const [vehicle] = rows;
  if (!vehicle) throw new AppError('not-found', 'no-vehicle');
  const { currency, firstDay } = vehicle;
  const [fills, sums] = await Promise.all([
    db.query<Fill>(
      `WITH fills AS (
         SELECT e.id, e.day, e.quantity, e.amount, e.currency, e.full_tank, e.missed_fill, e.odometer_m FROM expenses e
         WHERE e.vehicle_id = $1 AND e.organisation_id = ANY($2) AND e.kind = 'fuel' AND e.quantity IS NOT NULL
           AND ${IS_SPENT} AND e.day >= $3::date ORDER BY e.day DESC, e.odometer_m DESC NULLS LAST, e.id DESC LIMIT ${MAX_FILLS}
       ), driven AS (
         SELECT f.day, coalesce((SELECT sum(d.distance_m) FROM day_totals d WHERE d.vehicle_id = $1
             AND d.day > (SELECT min(day) FROM fills) AND d.day <= f.day), 0)::float8 AS tracked_m
         FROM (SELECT DISTINCT day FROM fills) f
       )
       SELECT f.id AS "expenseId", f.day::text, f.quantity AS litres, f.amount, f.currency, f.full_tank AS "fullTank",
              f.missed_fill AS "missedFill", f.odometer_m AS "odometerM", driven.tracked_m AS "trackedM"
       FROM fills f JOIN driven USING (day) ORDER BY f.day, f.odometer_m NULLS LAST, f.id`,
      [vehicleId, scope.organisationIds, firstDay],
    ),
    db.query<Month>(
      `WITH tracked AS (SELECT min(d.day) AS since FROM day_totals d WHERE d.vehicle_id = $1)
       SELECT m.month::date::text AS month, coalesce(e.amount, 0)::float8 AS amount,
              coalesce(e.tracked, 0)::float8 AS "trackedAmount", coalesce(e.litres, 0)::float8 AS litres,
              (SELECT sum(d.distance_m) FROM day_totals d
               WHERE d.vehicle_id = $1 AND d.day >= m.month AND d.day < m.month + interval '1 month')::float8 AS "distanceM"
       FROM generate_series($3::date, $3::date + make_interval(months => $4 - 1), interval '1 month') AS m (month)
       LEFT JOIN LATERAL (
         SELECT sum(e.amount) AS amount, sum(e.quantity) FILTER (WHERE e.kind = 'fuel') AS litres,
                sum(e.amount) FILTER (WHERE e.day >= (SELECT since FROM tracked)) AS tracked FROM expenses e
         WHERE e.vehicle_id = $1 AND e.organisation_id = ANY($2) AND ${IS_SPENT} AND e.currency = $5
           AND e.day >= m.month AND e.day < m.month + interval '1 month') e ON true
       ORDER BY m.month`,
      [vehicleId, scope.organisationIds, firstDay, months, currency],
    ),
  ]);
  return { fills: fuelEconomy(fills.rows), months: sums.rows, currency };
}

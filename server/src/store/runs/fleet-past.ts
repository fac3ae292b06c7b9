import type { FleetPast } from '@milepost/tracking/runs/fleet-past';
import type { Queryable } from '../database.ts';

/** The past that is asked, and how often a way or a service must have been seen to say something. */
const DAYS = 30;
const LEAST = 2;

const key = (from: number, to: number) => `${from} ${to}`;

/** What the ways to outlets and the services there took lately. */
export async function readFleetPast(db: Queryable, outletIds: readonly number[]): Promise<FleetPast> {
  const seen = 'v.served AND v.arrived_at > now() - make_interval(days => $2) AND v.outlet_id = ANY($1)';
  const legs = await db.query<{ from: number; to: number; leg_s: number }>(
    `SELECT v.leg_from AS "from", v.outlet_id AS "to",
            percentile_cont(0.5) WITHIN GROUP (ORDER BY v.leg_s)::float8 AS leg_s
       FROM run_visits v WHERE ${seen} AND v.leg_s IS NOT NULL AND v.leg_from IS NOT NULL
      GROUP BY 1, 2 HAVING count(*) >= $3`,
    [outletIds, DAYS, LEAST],
  );
  const services = await db.query<{ id: number; stood_s: number }>(
    `SELECT v.outlet_id AS id, percentile_cont(0.5) WITHIN GROUP (ORDER BY v.stood_s)::float8 AS stood_s
       FROM run_visits v WHERE ${seen} AND v.departed_at IS NOT NULL GROUP BY 1 HAVING count(*) >= $3`,
    [outletIds, DAYS, LEAST],
  );
  const legOf = new Map(legs.rows.map(({ from, to, leg_s }) => [key(from, to), leg_s]));
  const serviceOf = new Map(services.rows.map(({ id, stood_s }) => [id, stood_s]));
  return {
    legS: (from, to) => legOf.get(key(from, to)) ?? null,
    serviceS: (outletId) => serviceOf.get(outletId) ?? null,
  };
}

import type { Coordinates } from '@milepost/tracking/geo';
import { type FleetPast, learnPast, learnPause, type Pause, type SeenVisit } from '@milepost/tracking/runs/fleet-past';
import type { Queryable } from '../database.ts';

/** The days of past data, and the maximum number of visits, newest first. */
const DAYS = 30;
const MAX_VISITS = 20_000;

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;
const COLUMNS = `v.outlet_id AS "outletId", ${ms('v.arrived_at')} AS "arrivedAt", v.stood_s AS "stoodS", v.leg_s AS "legS",
  v.leg_from AS "legFrom"`;
const LATELY = `v.served AND v.departed_at IS NOT NULL AND v.arrived_at > now() - make_interval(days => $2)`;

/** The recent driving times to outlets and service times there. */
export async function readFleetPast(db: Queryable, outletIds: readonly number[]): Promise<FleetPast> {
  const { rows: visits } = await db.query<SeenVisit>(
    `SELECT ${COLUMNS} FROM run_visits v WHERE ${LATELY} AND v.outlet_id = ANY($1)
      ORDER BY v.arrived_at DESC LIMIT ${MAX_VISITS}`,
    [outletIds, DAYS],
  );
  return learnPast(visits, await readPlaces(db, visits));
}

/** The usual breaks of vehicles; vehicles without a habit have none. */
export async function readPauses(db: Queryable, vehicleIds: readonly number[]): Promise<Map<number, Pause>> {
  const { rows } = await db.query<SeenVisit & { vehicleId: number }>(
    `SELECT v.vehicle_id AS "vehicleId", ${COLUMNS} FROM run_visits v WHERE v.vehicle_id = ANY($1) AND ${LATELY}
      ORDER BY v.arrived_at DESC LIMIT ${MAX_VISITS}`,
    [vehicleIds, DAYS],
  );
  const pauses = new Map<number, Pause>();
  for (const [vehicleId, visits] of Map.groupBy(rows.toReversed(), (row) => row.vehicleId)) {
    const pause = learnPause(visits);
    if (pause) pauses.set(vehicleId, pause);
  }
  return pauses;
}

async function readPlaces(db: Queryable, visits: readonly SeenVisit[]): Promise<Map<number, Coordinates>> {
  const ids = new Set(visits.flatMap(({ outletId, legFrom }) => (legFrom === null ? [outletId] : [outletId, legFrom])));
  const { rows } = await db.query<Coordinates & { id: number }>(
    `SELECT id, lat, lon FROM outlets WHERE id = ANY($1) AND lat IS NOT NULL
      UNION ALL SELECT -id, lat, lon FROM depots WHERE -id = ANY($1)`,
    [[...ids]],
  );
  return new Map(rows.map(({ id, lat, lon }) => [id, { lat, lon }]));
}

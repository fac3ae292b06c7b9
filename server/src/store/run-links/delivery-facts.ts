import type { Delivery } from '@milepost/contract/driver-link-operations';
import type { Expected } from '@milepost/tracking/runs/expected';
import type { RunFacts, StopVisit } from '@milepost/tracking/runs/run-plan';
import type { DeliveryFacts } from '../../distribution/delivery-view.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { readRunsToMatch } from '../runs/read-run-plans.ts';
import { readWhereabouts } from '../runs/whereabouts.ts';

type DeliveryDetails = Pick<Delivery, 'organisation' | 'logo' | 'outlet' | 'place' | 'day' | 'timeZone'>;

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** All data that determines when a stop of a run is reached, and the names that the customer can see. */
export async function readDeliveryFacts(
  db: Queryable,
  runId: number,
  outletId: number,
): Promise<{ details: DeliveryDetails; facts: DeliveryFacts } | null> {
  const [run] = await readRunsToMatch(db, [runId]);
  if (!run) return null;
  const details = onlyRow(
    await db.query<DeliveryDetails>(
      `SELECT g.name AS organisation, '/logos/' || l.hash || '.png' AS logo, o.name AS outlet, u.day::text, g.time_zone AS "timeZone",
              CASE WHEN o.lat IS NOT NULL THEN json_build_object('lat', o.lat, 'lon', o.lon) END AS place
       FROM route_runs u JOIN organisations g ON g.id = u.organisation_id
       LEFT JOIN organisation_logos l ON l.organisation_id = g.id, outlets o WHERE u.id = $1 AND o.id = $2`,
      [runId, outletId],
    ),
  );
  const places = await db.query<{ id: number; lat: number; lon: number }>(
    `SELECT o.id, o.lat, o.lon FROM outlets o JOIN route_run_stops s ON s.outlet_id = o.id
      WHERE s.run_id = $1 AND o.lat IS NOT NULL
     UNION SELECT -d.id, d.lat, d.lon FROM depots d JOIN route_runs u ON d.id IN (u.begin_depot_id, u.end_depot_id)
      WHERE u.id = $1`,
    [runId],
  );
  const entries = await db.query<{ outletId: number; doneAt: number | null; skippedAt: number | null }>(
    `SELECT outlet_id AS "outletId", ${ms('done_at')} AS "doneAt", ${ms('skipped_at')} AS "skippedAt"
     FROM run_stop_words WHERE run_id = $1`,
    [runId],
  );
  return {
    details,
    facts: {
      outletId,
      place: details.place,
      cancelled: run.cancelled,
      plan: run.plan,
      facts: await readFacts(db, runId),
      places: new Map(places.rows.map(({ id, lat, lon }) => [id, { lat, lon }])),
      whereabouts: (await readWhereabouts(db, [runId])).get(runId) ?? null,
      expected: await readExpected(db, runId),
      entries: new Map(entries.rows.map(({ outletId: of, ...word }) => [of, word])),
    },
  };
}

async function readFacts(db: Queryable, runId: number): Promise<RunFacts> {
  const { rows } = await db.query<Omit<RunFacts, 'visits' | 'takenOver'>>(
    `SELECT ${ms('begun_at')} AS "begunAt", begun_by AS "begunBy", ${ms('ended_at')} AS "endedAt", ended_by AS "endedBy",
            driven_m AS "drivenM" FROM run_facts WHERE run_id = $1`,
    [runId],
  );
  const visits = await db.query<StopVisit>(
    `SELECT outlet_id AS "outletId", vehicle_id AS "vehicleId", state, served, actual_order AS "order", ${ms('arrived_at')} AS "arrivedAt",
            ${ms('departed_at')} AS "departedAt", stood_s AS "stoodS", leg_s AS "legS", leg_from AS "legFrom", doubt
     FROM run_visits WHERE run_id = $1`,
    [runId],
  );
  const none = { begunAt: null, begunBy: null, endedAt: null, endedBy: null, drivenM: null };
  const turns = await db.query<{ at: number }>(
    `SELECT ${ms('vehicle_from')} AS at FROM route_runs WHERE id = $1 AND vehicle_from IS NOT NULL`,
    [runId],
  );
  const [turn] = turns.rows;
  return { ...(rows[0] ?? none), visits: visits.rows, takenOver: turn ? { at: turn.at, begunAt: null } : null };
}

/** The forecast of the remaining stops, computed within the last two minutes; null if there is none. */
async function readExpected(db: Queryable, runId: number): Promise<Expected[] | null> {
  const { rows } = await db.query<{ stops: Expected[] }>(
    `SELECT stops FROM run_expected WHERE run_id = $1 AND made_at > now() - interval '2 minutes'`,
    [runId],
  );
  return rows[0]?.stops ?? null;
}

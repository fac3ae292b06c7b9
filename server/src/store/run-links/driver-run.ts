import type { DriverRun, DriverStop } from '@milepost/contract/driver-link-operations';
import type { Coordinates } from '@milepost/contract/common';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { ENTRY_COLUMNS, type EntryRow, toStopEntry } from './stop-entry.ts';

interface RunRow extends Omit<DriverRun, 'startsAt' | 'beginDepot' | 'endDepot' | 'stops' | 'expiresAt' | 'at'> {
  startsAt: Date;
  beginDepot: { name: string; place: Coordinates } | null;
  endDepot: { name: string; place: Coordinates } | null;
}

const depot = (alias: string) => `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object('name', ${alias}.name,
  'place', json_build_object('lat', ${alias}.lat, 'lon', ${alias}.lon)) END`;

/** The content of a driver's link to a run. */
export async function readDriverRun(db: Queryable, runId: number): Promise<Omit<DriverRun, 'expiresAt' | 'at'>> {
  const run = onlyRow(
    await db.query<RunRow>(
      `SELECT u.id, o.name AS organisation, r.name AS route, u.day::text, u.starts_at AS "startsAt", u.state,
              v.registration AS vehicle, d.name AS driver, ${depot('b')} AS "beginDepot", ${depot('e')} AS "endDepot",
              o.time_zone AS "timeZone", o.currency
       FROM route_runs u JOIN routes r ON r.id = u.route_id JOIN organisations o ON o.id = u.organisation_id
         LEFT JOIN vehicles v ON v.id = u.vehicle_id LEFT JOIN drivers d ON d.id = u.driver_id
         LEFT JOIN depots b ON b.id = u.begin_depot_id LEFT JOIN depots e ON e.id = u.end_depot_id
       WHERE u.id = $1`,
      [runId],
    ),
  );
  return { ...run, startsAt: run.startsAt.toISOString(), stops: await readStops(db, runId) };
}

type StopRow = Omit<DriverStop, 'said' | 'plannedArrival' | 'windowFrom' | 'windowTo'> & {
  plannedArrival: Date | null;
  windowFrom: Date | null;
  windowTo: Date | null;
} & EntryRow;

async function readStops(db: Queryable, runId: number): Promise<DriverStop[]> {
  const { rows } = await db.query<StopRow>(
    `SELECT o.id AS "outletId", o.name, o.address, o.contact_name AS "contactName", o.phone,
            CASE WHEN o.lat IS NOT NULL THEN json_build_object('lat', o.lat, 'lon', o.lon) END AS place,
            s.planned_arrival AS "plannedArrival", s.window_from AS "windowFrom", s.window_to AS "windowTo",
            s.skip_reason AS "skipReason", coalesce(v.served AND v.vehicle_id <> u.vehicle_id, false) AS "servedBefore",
            ${ENTRY_COLUMNS}
     FROM route_run_stops s JOIN route_runs u ON u.id = s.run_id JOIN outlets o ON o.id = s.outlet_id
       LEFT JOIN run_visits v ON v.stop_id = s.id
       LEFT JOIN run_stop_words w ON w.run_id = s.run_id AND w.outlet_id = s.outlet_id
     WHERE s.run_id = $1 ORDER BY s.position`,
    [runId],
  );
  return rows.map(
    ({
      outletId,
      name,
      address,
      contactName,
      phone,
      place,
      plannedArrival,
      windowFrom,
      windowTo,
      skipReason,
      servedBefore,
      ...row
    }) => ({
      outletId,
      name,
      address,
      contactName,
      phone,
      place,
      plannedArrival: plannedArrival?.toISOString() ?? null,
      windowFrom: windowFrom?.toISOString() ?? null,
      windowTo: windowTo?.toISOString() ?? null,
      skipReason,
      servedBefore,
      said: toStopEntry(row),
    }),
  );
}

import type { OutletVisit } from '@milepost/contract/run-day-operations';
import type { Queryable } from '../database.ts';
import type { Page } from '../page.ts';
import { refSql } from '../routes/route-rows.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { iso, VISIT_LATE } from './run-day-rows.ts';

const MOMENTS = ['plannedAt', 'arrivedAt', 'departedAt', 'saidAt'] as const;
type Row = Omit<OutletVisit, (typeof MOMENTS)[number]> & Record<(typeof MOMENTS)[number], Date | null>;

/** The visits to an outlet and missed stops there, of the runs within the scope; latest day first. */
export async function listOutletVisits(
  db: Queryable,
  scope: Scope,
  { outletId, page, pageSize }: { outletId: number; page: number; pageSize: number },
): Promise<Page<OutletVisit>> {
  const from = `run_visits v JOIN route_runs u ON u.id = v.run_id LEFT JOIN route_run_stops s ON s.id = v.stop_id
    WHERE v.outlet_id = $2 AND v.state <> 'planned' AND u.state = 'planned'
      AND u.organisation_id = ANY($1)${andSeen(scope, 'u.vehicle_id')}`;
  const values = [scope.organisationIds, outletId];
  const counted = await db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${from}`, values);
  const { rows } = await db.query<Row>(
    `SELECT g.id AS "runId", g.day::text AS day, g.state, g.planned AS "plannedAt", g.arrived_at AS "arrivedAt",
            g.departed_at AS "departedAt", g.stood_s::float8 AS "stoodS", g.late, g.doubt, w.done_at AS "saidAt",
            json_build_object('id', r.id, 'name', r.name, 'colour', r.colour) AS route,
            ${refSql('c', 'registration')} AS vehicle, ${refSql('d', 'name')} AS driver
       FROM (SELECT u.id, u.day, u.starts_at, u.route_id, v.vehicle_id, u.driver_id, v.state, v.arrived_at, v.departed_at, v.stood_s,
                    v.doubt, s.planned_arrival AS planned, coalesce(${VISIT_LATE}, false) AS late
               FROM ${from} ORDER BY u.day DESC, u.starts_at DESC, u.id DESC LIMIT $3 OFFSET $4) g
       JOIN routes r ON r.id = g.route_id LEFT JOIN vehicles c ON c.id = g.vehicle_id${andSeen(scope, 'c.id')}
       LEFT JOIN drivers d ON d.id = g.driver_id
       LEFT JOIN run_stop_words w ON w.run_id = g.id AND w.outlet_id = $2 ORDER BY g.day DESC, g.starts_at DESC, g.id DESC`,
    [...values, pageSize, (page - 1) * pageSize],
  );
  return {
    rows: rows.map((row) => ({
      ...row,
      plannedAt: iso(row.plannedAt),
      arrivedAt: iso(row.arrivedAt),
      departedAt: iso(row.departedAt),
      saidAt: iso(row.saidAt),
    })),
    total: onlyRow(counted).total,
  };
}

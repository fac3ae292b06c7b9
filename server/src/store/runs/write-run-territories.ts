import { sumsOf } from '@milepost/tracking/runs/figures';
import type { Queryable } from '../database.ts';
import type { RunMade } from './write-run-facts.ts';

/** Writes the sums of runs by the territories of their stops, and deletes obsolete ones. */
export async function writeRunTerritories(
  db: Queryable,
  runIds: readonly number[],
  made: readonly RunMade[],
): Promise<void> {
  await db.query(
    `WITH told AS (
       SELECT * FROM json_to_recordset($2::json) AS t(run_id int, territory_id int, planned int, visited int, missed int,
         unknown int, late int, windows int, on_time int, stood_s real)
     ), gone AS (
       DELETE FROM run_territories h WHERE h.run_id = ANY($1) AND NOT EXISTS (
         SELECT FROM told t WHERE t.run_id = h.run_id AND t.territory_id IS NOT DISTINCT FROM h.territory_id)
     )
     INSERT INTO run_territories AS held (run_id, territory_id, planned, visited, missed, unknown, late, windows, on_time,
       stood_s) SELECT * FROM told
     ON CONFLICT (run_id, territory_id) DO UPDATE SET
       (planned, visited, missed, unknown, late, windows, on_time, stood_s) = (excluded.planned, excluded.visited,
         excluded.missed, excluded.unknown, excluded.late, excluded.windows, excluded.on_time, excluded.stood_s)
     WHERE (held.planned, held.visited, held.missed, held.unknown, held.late, held.windows, held.on_time, held.stood_s)
       IS DISTINCT FROM (excluded.planned, excluded.visited, excluded.missed, excluded.unknown, excluded.late,
         excluded.windows, excluded.on_time, excluded.stood_s)`,
    [runIds, JSON.stringify(made.flatMap(rowsOf))],
  );
}

/** Unplanned visits belong to no territory of the run. */
function rowsOf({ run, facts }: RunMade) {
  const byTerritory = Map.groupBy(run.plan.stops, ({ outletId }) => run.territories.get(outletId) ?? null);
  return [...byTerritory].map(([territoryId, stops]) => {
    const ids = new Set(stops.map(({ outletId }) => outletId));
    const sums = sumsOf({ stops }, { ...facts, visits: facts.visits.filter(({ outletId }) => ids.has(outletId)) });
    return {
      run_id: run.id,
      territory_id: territoryId,
      planned: sums.planned,
      visited: sums.visited,
      missed: sums.missed,
      unknown: sums.unknown,
      late: sums.late,
      windows: sums.windows,
      on_time: sums.onTime,
      stood_s: sums.stoodS,
    };
  });
}

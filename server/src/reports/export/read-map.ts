import type { Queryable } from '../../store/database.ts';
import { andSeenFence } from '../../store/common-records.ts';
import { type Scope } from '../../store/scope.ts';
import type { ReportFile } from '../formats/report-file.ts';
import type { RowsSql } from '../rows-sql.ts';
import { boxOf, type MapBox, type MapFence, type MapRow, mapSvg } from './map-svg.ts';

/** More rows than a PDF can have. */
const MAX_ROWS = 5000;
/** More names would cover the rows. */
const MAX_FENCES = 15;
/** The margin around the box, as a part of its size. */
const BESIDE = 0.1;

/**
 * The map of a report; null when no row has coordinates.
 * @param fencesOf the scope whose geofences are drawn; null for none
 */
export async function drawMap(
  db: Queryable,
  sql: RowsSql,
  fencesOf: Scope | null,
  how: Pick<ReportFile, 'units' | 'language'>,
): Promise<{ svg: string } | null> {
  const { rows } = await db.query<MapRow>(sql.places(MAX_ROWS), sql.statement.values);
  const box = boxOf(rows);
  return box && mapSvg(rows, fencesOf ? await readFences(db, fencesOf, box) : [], how);
}

/** The largest geofences within the box. */
async function readFences(db: Queryable, scope: Scope, box: MapBox): Promise<MapFence[]> {
  const [lat, lon] = [(box.north - box.south) * BESIDE, (box.east - box.west) * BESIDE];
  const { rows } = await db.query<MapFence>(
    `SELECT g.name, g.colour, g.shape FROM geofences g
     WHERE g.organisation_id = ANY($1)${andSeenFence(scope, 'g')} AND g.deleted_at IS NULL
       AND g.south >= $2 AND g.north <= $3 AND g.west >= $4 AND g.east <= $5
     ORDER BY g.area_m2 DESC, g.id LIMIT ${MAX_FENCES}`,
    [scope.organisationIds, box.south - lat, box.north + lat, box.west - lon, box.east + lon],
  );
  return rows;
}

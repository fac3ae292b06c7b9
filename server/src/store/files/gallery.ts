import type { GalleryFilter, LinkedFile } from '@milepost/contract/file-operations';
import type { RecordKind } from '@milepost/contract/record-kinds';
import type { Queryable } from '../database.ts';
import { firstRows, foundPage, type Page, type PageRequest } from '../page.ts';
import { andEveryWord, vehiclesFound } from '../search/found-by-words.ts';
import { andSeen } from '../scope.ts';
import { FILE_COLUMNS, type FileRow, toFile } from './file-rows.ts';
import { isShownLink, recordNameJoin, type Viewer } from './records.ts';

/** The most days and places in one reply: ten years, and as many as a map can show. */
export const MAX_DAYS = 3660;
export const MAX_PLACES = 2000;

interface LinkRow extends FileRow {
  link_id: number;
  record_kind: RecordKind;
  record_id: number;
  record_name: string;
  vehicle_id: number | null;
  registration: string | null;
}

const LINK_COLUMNS = `l.id AS link_id, l.record_kind, l.record_id, record.name AS record_name, v.id AS vehicle_id,
  v.registration, ${FILE_COLUMNS}`;

const toLinked = (row: LinkRow): LinkedFile => ({
  id: row.link_id,
  file: toFile(row),
  recordKind: row.record_kind,
  recordId: row.record_id,
  recordName: row.record_name,
  vehicleId: row.vehicle_id,
  registration: row.registration,
});

/** The joins for the names of a page of `file_links l`. */
const joined = (viewer: Viewer) =>
  `JOIN files f ON f.id = l.file_id LEFT JOIN users u ON u.id = f.added_by ${recordNameJoin(viewer, 'l')}
   LEFT JOIN vehicles v ON v.id = l.vehicle_id${andSeen(viewer.scope)}`;

/** SQL of the start of a day in the organisation `$2`. */
const dayBegins = (day: string) => `day_begins(${day}, (SELECT time_zone FROM organisations WHERE id = $2))`;

/** SQL and parameters of the photos of a filter; `$1` are the organisations, `$2` the one that determines the days. */
function photos(viewer: Viewer, { vehicleId, recordKind, firstDay, lastDay }: GalleryFilter) {
  const values: unknown[] = [viewer.scope.organisationIds, viewer.scope.organisationId];
  const and = (sql: (place: string) => string, value: unknown) =>
    value === undefined ? '' : ` AND ${sql(`$${values.push(value)}`)}`;
  const where = `l.picture AND l.organisation_id = ANY($1) AND $2::int IS NOT NULL AND ${isShownLink(viewer, 'l')}${[
    and((place) => `l.vehicle_id = ${place}`, vehicleId),
    and((place) => `l.record_kind = ${place}`, recordKind),
    and((place) => `l.at >= ${dayBegins(`${place}::date`)}`, firstDay),
    and((place) => `l.at < ${dayBegins(`${place}::date + 1`)}`, lastDay),
  ].join('')}`;
  return { where, values };
}

/** The number of photos of each day, newest first. */
export async function galleryDays(db: Queryable, viewer: Viewer, filter: GalleryFilter) {
  const { where, values } = photos(viewer, filter);
  const { rows } = await db.query<{ day: string; count: number; total: number }>(
    `SELECT (l.at AT TIME ZONE o.time_zone)::date::text AS day, count(*)::int AS count, sum(count(*)) OVER ()::int AS total
     FROM file_links l, organisations o WHERE o.id = $2 AND ${where} GROUP BY 1 ORDER BY 1 DESC LIMIT ${MAX_DAYS}`,
    values,
  );
  return { rows: rows.map(({ day, count }) => ({ day, count })), total: rows[0]?.total ?? 0 };
}

/** The photos starting at `offset`, newest first. */
export async function galleryPhotos(
  db: Queryable,
  viewer: Viewer,
  filter: GalleryFilter,
  { offset, most }: { offset: number; most: number },
): Promise<LinkedFile[]> {
  const { where, values } = photos(viewer, filter);
  const { rows } = await db.query<{ id: number }>(
    `SELECT l.id FROM file_links l WHERE ${where} ORDER BY l.at DESC, l.id DESC LIMIT ${most} OFFSET ${offset}`,
    values,
  );
  return readLinks(
    db,
    viewer,
    rows.map(({ id }) => id),
  );
}

/** These links, which are visible to the viewer, in this order. */
async function readLinks(db: Queryable, viewer: Viewer, ids: readonly number[]): Promise<LinkedFile[]> {
  const { rows } = await db.query<LinkRow>(
    `SELECT ${LINK_COLUMNS} FROM file_links l ${joined(viewer)}
     WHERE $1::int[] IS NOT NULL AND l.id = ANY($2) ORDER BY array_position($2::int[], l.id)`,
    [viewer.scope.organisationIds, ids],
  );
  return rows.map(toLinked);
}

/** The newest photos with known coordinates. */
export function galleryPlaces(db: Queryable, viewer: Viewer, filter: GalleryFilter) {
  const { where, values } = photos(viewer, filter);
  return firstRows<{ fileId: number; name: string; lat: number; lon: number }>(
    db,
    `SELECT f.id AS "fileId", f.name, f.lat, f.lon FROM file_links l JOIN files f ON f.id = l.file_id
     WHERE ${where} AND f.lat IS NOT NULL AND f.lon IS NOT NULL ORDER BY l.at DESC, l.id DESC`,
    values,
    MAX_PLACES,
  );
}

export interface ZippedPhoto {
  hash: string;
  name: string;
  sizeBytes: number;
  at: Date;
  /** A local day of the organisation. */
  day: string;
  folder: string;
}

/** The photos of a download, newest first. */
export async function photosToZip(
  db: Queryable,
  viewer: Viewer,
  filter: GalleryFilter,
  most: number,
): Promise<ZippedPhoto[]> {
  const { where, values } = photos(viewer, filter);
  const { rows } = await db.query<Omit<ZippedPhoto, 'sizeBytes'> & { size: string }>(
    `SELECT encode(f.hash, 'hex') AS hash, f.name, f.size_bytes AS size, l.at,
            (l.at AT TIME ZONE o.time_zone)::date::text AS day, coalesce(v.registration, record.name) AS folder
     FROM (SELECT l.* FROM file_links l WHERE ${where} ORDER BY l.at DESC, l.id DESC LIMIT ${most}) l
     JOIN organisations o ON o.id = $2 ${joined(viewer)} ORDER BY l.at DESC, l.id DESC`,
    values,
  );
  return rows.map(({ size, ...row }) => ({ ...row, sizeBytes: Number(size) }));
}

const MEDIA_SORTS = { at: 'l.at', name: 'l.file_name', sizeBytes: 'l.size_bytes' } as const;

/** The documents and clips of all records, searched by file name, record name or registration. */
export async function listMedia(
  db: Queryable,
  viewer: Viewer,
  request: PageRequest & { sort: keyof typeof MEDIA_SORTS; kind?: string | undefined; vehicleId?: number | undefined },
): Promise<Page<LinkedFile>> {
  const values: unknown[] = [viewer.scope.organisationIds, request.kind ?? null, request.vehicleId ?? null];
  const found = andEveryWord(request.search, values, (pattern) => [
    `l.words LIKE ${pattern}`,
    `l.file_words LIKE ${pattern}`,
    `l.vehicle_id IN (${vehiclesFound(pattern)})`,
  ]);
  // Files are only joined if needed: without them, a million links are counted by an index-only scan.
  const needsFiles = request.kind !== undefined || found !== '';
  // Joined first, as the planner cannot estimate how many are visible.
  const withFiles = `(SELECT l.*, f.kind, lower(f.name) AS file_name, f.size_bytes, f.words AS file_words FROM file_links l
    JOIN files f ON f.id = l.file_id WHERE NOT l.picture AND l.organisation_id = ANY($1) OFFSET 0) l`;
  const from = (files: boolean) => `${files ? withFiles : 'file_links l'}
    WHERE NOT l.picture AND l.organisation_id = ANY($1) AND ${isShownLink(viewer, 'l')}
      AND ($2::text IS NULL OR ${request.kind === undefined ? 'true' : 'l.kind = $2'})
      AND ($3::int IS NULL OR l.vehicle_id = $3)${found}`;
  const { ids, total } = await foundPage(db, request, {
    sorts: MEDIA_SORTS,
    found: (sorted) => `SELECT l.id, ${sorted} AS sorted FROM ${from(needsFiles || request.sort !== 'at')}`,
    values,
    nulls: false,
  });
  return { rows: await readLinks(db, viewer, ids), total };
}

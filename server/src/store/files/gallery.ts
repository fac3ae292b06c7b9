import type { GalleryFilter, LinkedFile } from '@milepost/contract/file-routes';
import type { RecordKind } from '@milepost/contract/record-kinds';
import type { Queryable } from '../database.ts';
import { firstRows, type Page, pageSql, type PageRequest } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { onlyRow } from '../rows.ts';
import { andSeen } from '../scope.ts';
import { FILE_COLUMNS, type FileRow, toFile } from './file-rows.ts';
import { isSeenLink, recordNameJoin, type Viewer } from './records.ts';

/** The newest days and places that an answer holds: ten years, and what a map can show. */
export const MOST_DAYS = 3660;
export const MOST_PLACES = 2000;

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

/** What joins the names of a page of `file_links l`. */
const joined = (viewer: Viewer) =>
  `JOIN files f ON f.id = l.file_id LEFT JOIN users u ON u.id = f.added_by ${recordNameJoin(viewer, 'l')}
   LEFT JOIN vehicles v ON v.id = l.vehicle_id${andSeen(viewer.scope)}`;

/** SQL of the moment at which a day of the organisation `$2` begins. */
const dayBegins = (day: string) =>
  `((${day})::timestamp AT TIME ZONE (SELECT time_zone FROM organisations WHERE id = $2))`;

/** SQL and parameters of the photos of a filter; `$1` are the organisations, `$2` the one whose days count. */
function photos(viewer: Viewer, { vehicleId, recordKind, firstDay, lastDay }: GalleryFilter) {
  const values: unknown[] = [viewer.scope.organisationIds, viewer.scope.organisationId];
  const and = (sql: (place: string) => string, value: unknown) =>
    value === undefined ? '' : ` AND ${sql(`$${values.push(value)}`)}`;
  const where = `l.picture AND l.organisation_id = ANY($1) AND $2::int IS NOT NULL AND ${isSeenLink(viewer, 'l')}${[
    and((place) => `l.vehicle_id = ${place}`, vehicleId),
    and((place) => `l.record_kind = ${place}`, recordKind),
    and((place) => `l.at >= ${dayBegins(`${place}::date`)}`, firstDay),
    and((place) => `l.at < ${dayBegins(`${place}::date + 1`)}`, lastDay),
  ].join('')}`;
  return { where, values };
}

/** How many photos each day has, the newest first. */
export async function galleryDays(db: Queryable, viewer: Viewer, filter: GalleryFilter) {
  const { where, values } = photos(viewer, filter);
  const { rows } = await db.query<{ day: string; count: number; total: number }>(
    `SELECT (l.at AT TIME ZONE o.time_zone)::date::text AS day, count(*)::int AS count, sum(count(*)) OVER ()::int AS total
     FROM file_links l, organisations o WHERE o.id = $2 AND ${where} GROUP BY 1 ORDER BY 1 DESC LIMIT ${MOST_DAYS}`,
    values,
  );
  return { rows: rows.map(({ day, count }) => ({ day, count })), total: rows[0]?.total ?? 0 };
}

/** Photos from the one at `offset` on, the newest first. */
export async function galleryPhotos(
  db: Queryable,
  viewer: Viewer,
  filter: GalleryFilter,
  { offset, most }: { offset: number; most: number },
): Promise<LinkedFile[]> {
  const { where, values } = photos(viewer, filter);
  const { rows } = await db.query<LinkRow>(
    `SELECT ${LINK_COLUMNS} FROM (
       SELECT l.id FROM file_links l WHERE ${where}
       ORDER BY l.at DESC, l.id DESC LIMIT ${most} OFFSET ${offset}) found JOIN file_links l ON l.id = found.id
     ${joined(viewer)} ORDER BY l.at DESC, l.id DESC`,
    values,
  );
  return rows.map(toLinked);
}

/** The newest photos of which the place is known. */
export function galleryPlaces(db: Queryable, viewer: Viewer, filter: GalleryFilter) {
  const { where, values } = photos(viewer, filter);
  return firstRows<{ fileId: number; name: string; lat: number; lon: number }>(
    db,
    `SELECT f.id AS "fileId", f.name, f.lat, f.lon FROM file_links l JOIN files f ON f.id = l.file_id
     WHERE ${where} AND f.lat IS NOT NULL AND f.lon IS NOT NULL ORDER BY l.at DESC, l.id DESC`,
    values,
    MOST_PLACES,
  );
}

export interface ZippedPhoto {
  hash: string;
  name: string;
  sizeBytes: number;
  at: Date;
  /** Day of the organisation. */
  day: string;
  folder: string;
}

/** The photos of a download, the newest first. */
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

const MEDIA_SORTS = { at: 'l.at', name: 'lower(f.name)', sizeBytes: 'f.size_bytes' } as const;

/** Documents and clips of all records, found by the name of the file, of the record, or the registration. */
export async function listMedia(
  db: Queryable,
  viewer: Viewer,
  request: PageRequest & { sort: keyof typeof MEDIA_SORTS; kind?: string | undefined; vehicleId?: number | undefined },
): Promise<Page<LinkedFile>> {
  const values = [
    viewer.scope.organisationIds,
    searchPatterns(request.search),
    request.kind ?? null,
    request.vehicleId ?? null,
  ];
  const from = `FROM file_links l ${joined(viewer)}
    WHERE NOT l.picture AND l.organisation_id = ANY($1) AND ($3::text IS NULL OR f.kind = $3)
      AND ($4::int IS NULL OR l.vehicle_id = $4)
      AND ${everyWordIn('$2', 'f.name', 'record.name', registrationOf('v'))}`;
  const counted = await db.query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, values);
  const { rows } = await db.query<LinkRow>(
    `SELECT ${LINK_COLUMNS} ${from} ${pageSql(request, MEDIA_SORTS, 'l.id', { nulls: false })}`,
    values,
  );
  return { rows: rows.map(toLinked), total: onlyRow(counted).total };
}

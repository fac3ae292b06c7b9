import type { StoredFile } from '@milepost/contract/file-operations';

export interface FileRow {
  id: number;
  name: string;
  kind: StoredFile['kind'];
  type: string;
  size_bytes: string;
  width_px: number | null;
  height_px: number | null;
  taken_at: Date | null;
  lat: number | null;
  lon: number | null;
  added_at: Date;
  added_by: string | null;
}

/** The columns of a `FileRow`, from `files f` and `users u`. */
export const FILE_COLUMNS = `f.id, f.name, f.kind, f.type, f.size_bytes, f.width_px, f.height_px, f.taken_at, f.lat, f.lon,
  f.added_at, u.display_name AS added_by`;
/** The tables of `FILE_COLUMNS`. */
export const FILE_TABLES = 'files f LEFT JOIN users u ON u.id = f.added_by';

export const toFile = (row: FileRow): StoredFile => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  type: row.type,
  sizeBytes: Number(row.size_bytes),
  widthPx: row.width_px,
  heightPx: row.height_px,
  takenAt: row.taken_at?.toISOString() ?? null,
  place: row.lat === null || row.lon === null ? null : { lat: row.lat, lon: row.lon },
  addedAt: row.added_at.toISOString(),
  addedBy: row.added_by,
});

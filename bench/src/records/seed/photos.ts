import type { RecordCounts, Writer } from './writer.ts';

/**
 * As many photos as vehicles, of vehicles, bills, inspections, orders and drivers, and half as many documents and
 * clips.
 */
export async function seedPhotos(to: Writer, { vehicles, drivers, expenses }: RecordCounts): Promise<void> {
  const files = Math.floor(vehicles * 1.5);
  const picture = `(n <= ${vehicles})`;
  const at = `now() - make_interval(mins => n * 5)`;
  await to.rows(
    'files',
    files,
    `id, organisation_id, hash, thumb_hash, name, kind, type, size_bytes, width_px, height_px, taken_at, lat, lon,
     added_by, orphan_since`,
    `n, 1, sha256(n::text::bytea), CASE WHEN ${picture} THEN sha256(('t' || n)::bytea) END,
     CASE WHEN ${picture} THEN 'IMG_' || n || '.jpg' ELSE 'paper-' || n || '.pdf' END,
     CASE WHEN ${picture} THEN 'picture' WHEN n % 20 = 0 THEN 'video' ELSE 'document' END,
     CASE WHEN ${picture} THEN 'image/jpeg' ELSE 'application/pdf' END, 300000 + n, 1600, 1200, ${at},
     CASE WHEN ${picture} AND n % 2 = 0 THEN 28 + n % 900 / 100.0 END,
     CASE WHEN ${picture} AND n % 2 = 0 THEN 77 + n % 700 / 100.0 END, 1, NULL`,
  );
  await to.rows(
    'file_links',
    files,
    'id, organisation_id, file_id, record_kind, record_id, vehicle_id, at, picture',
    `n, 1, n, x.kind, x.record, coalesce(e.vehicle_id, i.vehicle_id, w.vehicle_id,
       CASE WHEN x.kind = 'vehicle' THEN x.record END), ${at}, ${picture}`,
    `CROSS JOIN LATERAL (SELECT (ARRAY['vehicle', 'expense', 'inspection', 'work-order', 'driver', 'expense'])[1 + n % 6] AS kind) k
     CROSS JOIN LATERAL (SELECT k.kind, CASE k.kind WHEN 'expense' THEN 1 + (n * 7919::bigint % ${expenses})::int
       WHEN 'inspection' THEN 1 + (n * 7919::bigint % ${vehicles * 3})::int WHEN 'driver' THEN 1 + n % ${drivers}
       WHEN 'work-order' THEN 1 + (n * 7919::bigint % ${Math.floor(vehicles * 1.5)})::int
       ELSE 1 + (n * 7919::bigint % ${vehicles})::int END AS record) x
     LEFT JOIN expenses e ON x.kind = 'expense' AND e.id = x.record
     LEFT JOIN inspections i ON x.kind = 'inspection' AND i.id = x.record
     LEFT JOIN work_orders w ON x.kind = 'work-order' AND w.id = x.record`,
  );
}

import { EXPORT_BATCH } from '@milepost/contract/fence-limits';
import type { Fence } from '@milepost/contract/fence-operations';
import { call } from '../../../api/call.ts';
import { circleRing, shapeGeometry } from '../../../map/fences/shape-features.ts';
import { dayOf } from '../../../text/local-day.ts';
import { type CsvColumn, toCsv } from '../../../ui/data-table/csv.ts';
import { saveBlob } from '../../../ui/export/save-blob.ts';
import type { FileKind } from './file-kinds.ts';
import { propertiesOf } from './properties.ts';
import { toWkt } from './wkt.ts';
import { writeKml } from './write-kml.ts';

const COLUMNS: CsvColumn<Fence>[] = [
  { label: 'name', value: ({ name }) => name },
  { label: 'kind', value: ({ shape }) => shape.kind },
  { label: 'lat', value: ({ shape }) => (shape.kind === 'circle' ? shape.centre.lat : null) },
  { label: 'lon', value: ({ shape }) => (shape.kind === 'circle' ? shape.centre.lon : null) },
  { label: 'radiusM', value: ({ shape }) => (shape.kind === 'circle' ? shape.radiusM : null) },
  { label: 'halfWidthM', value: ({ shape }) => (shape.kind === 'corridor' ? shape.halfWidthM : null) },
  { label: 'wkt', value: ({ shape }) => (shape.kind === 'circle' ? null : toWkt(shape)) },
  { label: 'colour', value: ({ colour }) => colour },
  { label: 'tags', value: ({ tags }) => tags.join(';') },
  { label: 'speedLimitKph', value: ({ speedLimitKph }) => speedLimitKph },
  { label: 'betweenFixes', value: ({ betweenFixes }) => (betweenFixes ? 'true' : null) },
  { label: 'description', value: ({ description }) => description },
];

/** Geofences as CSV (RFC 4180): circles by centre and radius, the others as well-known text. */
export const writeCsv = (fences: readonly Fence[]): string => toCsv(COLUMNS, fences);

const WRITERS: Record<FileKind, { write: (fences: readonly Fence[]) => string; type: string }> = {
  geojson: { write: writeGeoJson, type: 'application/geo+json' },
  kml: { write: writeKml, type: 'application/vnd.google-earth.kml+xml' },
  csv: { write: writeCsv, type: 'text/csv' },
};

/** Fetches the complete geofences and saves them as a file. `onProgress` receives the number fetched so far. */
export async function exportFences(
  kind: FileKind,
  ids: readonly number[],
  onProgress: (fetched: number) => void,
): Promise<void> {
  const fences: Fence[] = [];
  for (let from = 0; from < ids.length; from += EXPORT_BATCH) {
    const { rows } = await call('get-fence-records', { ids: ids.slice(from, from + EXPORT_BATCH) });
    fences.push(...rows);
    onProgress(fences.length);
  }
  const { write, type } = WRITERS[kind];
  saveBlob(`geofences-${dayOf(Date.now())}.${kind}`, new Blob([write(fences)], { type }));
}

/**
 * Geofences as GeoJSON (RFC 7946). A circle is written as an outline for other programs; its centre and radius are in
 * the properties.
 */
export function writeGeoJson(fences: readonly Fence[]): string {
  const features = fences.map((fence) => ({
    type: 'Feature',
    properties: { ...propertiesOf(fence), tags: fence.tags },
    geometry:
      fence.shape.kind === 'circle'
        ? { type: 'Polygon', coordinates: [circleRing(fence.shape.centre, fence.shape.radiusM, 64)] }
        : shapeGeometry(fence.shape),
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

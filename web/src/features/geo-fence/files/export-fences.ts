import { EXPORT_BATCH } from '@milepost/contract/fence-limits';
import type { Fence } from '@milepost/contract/fence-routes';
import { call } from '../../../api/call.ts';
import { dayOf } from '../../../text/local-day.ts';
import { saveBlob } from '../../../ui/export/save-blob.ts';
import type { FileKind } from './file-kinds.ts';
import { writeCsv } from './write-csv.ts';
import { writeGeoJson } from './write-geojson.ts';
import { writeKml } from './write-kml.ts';

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

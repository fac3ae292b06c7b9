import type { TrackFormat } from '@milepost/contract/history-operations';
import { call } from '../../../api/call.ts';
import { dayOf } from '../../../text/local-day.ts';
import { saveBlob } from '../../../ui/export/save-blob.ts';

export interface ExportProgress {
  /** The share of the range, 0 to 1. */
  share: number;
  fixes: number;
}

interface ExportedTrack {
  vehicleId: number;
  registration: string;
  from: number;
  to: number;
  format: TrackFormat;
}

const TYPES: Record<TrackFormat, string> = {
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  csv: 'text/csv',
  geojson: 'application/geo+json',
};
/** The number of pieces that are joined at a time: a Blob of Blobs can be on disk, while texts are in memory. */
const GATHERED = 8;

/** Fetches the file piece by piece and saves it as a download. */
export async function exportTrack(
  { vehicleId, registration, from, to, format }: ExportedTrack,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const type = TYPES[format];
  const range = { vehicleId, from: new Date(from).toISOString(), to: new Date(to).toISOString(), format };
  const parts: Blob[] = [];
  let texts: string[] = [];
  let fixes = 0;
  let cursor: string | null = null;
  do {
    const piece: Piece = await call('get-track-file', { ...range, ...(cursor !== null && { cursor }) }, { signal });
    texts.push(piece.text);
    fixes += piece.fixes;
    cursor = piece.next;
    if (texts.length >= GATHERED) {
      parts.push(new Blob(texts, { type }));
      texts = [];
    }
    onProgress({ share: piece.reached === null ? 1 : (Date.parse(piece.reached) - from) / (to - from), fixes });
  } while (cursor !== null);
  const name = `${registration} ${dayOf(from)} ${dayOf(to - 1)}`.replaceAll(/[^\p{L}\p{N} _-]/gu, '-');
  saveBlob(`${name}.${format}`, new Blob([...parts, ...texts], { type }));
}

type Piece = Awaited<ReturnType<typeof call<'get-track-file'>>>;

import type { TrackFormat } from '@milepost/contract/history-operations';
import type { FullFix } from '../store/tracks/track-fixes.ts';
import { csvWriter } from './csv.ts';
import type { FileSensor } from './file-sensors.ts';
import { geojsonWriter } from './geojson.ts';
import { gpxWriter } from './gpx.ts';
import { kmlWriter } from './kml.ts';

interface BodyOptions {
  timeZone: string;
  gapMs: number;
  sensors: readonly FileSensor[];
}

/** A writer of a file of fixes, piece by piece; the pieces in order are the file. */
export interface TrackWriter {
  /** The text before the first fix; `sensors` are the names of the sensor columns, in formats that have them. */
  head(name: string, sensors: readonly FileSensor[]): string;
  /**
   * Some fixes in order of time.
   * @param previousMs time of the fix before the first, epoch milliseconds; null when there is none
   * @param how `timeZone`: for times, in formats that do not require UTC; `holeMs`: a longer silence is a gap
   */
  body(fixes: readonly FullFix[], previousMs: number | null, how: BodyOptions): string;
  /** The text after the last fix. `any`: whether there was one. */
  tail(any: boolean): string;
}

export const TRACK_WRITERS: Record<TrackFormat, TrackWriter> = {
  gpx: gpxWriter,
  kml: kmlWriter,
  csv: csvWriter,
  geojson: geojsonWriter,
};

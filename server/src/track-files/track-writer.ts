import type { TrackFormat } from '@milepost/contract/history-routes';
import type { FullFix } from '../store/tracks/track-fixes.ts';
import { csvWriter } from './csv.ts';
import type { FileSensor } from './file-sensors.ts';
import { geojsonWriter } from './geojson.ts';
import { gpxWriter } from './gpx.ts';
import { kmlWriter } from './kml.ts';

interface BodyOptions {
  timeZone: string;
  holeMs: number;
  sensors: readonly FileSensor[];
}

/** A file of fixes that is written piece by piece; the pieces one after the other are the file. */
export interface TrackWriter {
  /** What stands before the first fix; `sensors` are the names of the columns of sensors, in a format that has them. */
  head(name: string, sensors: readonly FileSensor[]): string;
  /**
   * Some fixes in order of time.
   * @param previousMs time of the fix before the first, epoch milliseconds; null where there is none
   * @param how `timeZone`: of the times, in a format that is not bound to UTC; `holeMs`: a longer silence is a hole
   */
  body(fixes: readonly FullFix[], previousMs: number | null, how: BodyOptions): string;
  /** What stands behind the last fix. `any`: whether there was one. */
  tail(any: boolean): string;
}

export const TRACK_WRITERS: Record<TrackFormat, TrackWriter> = {
  gpx: gpxWriter,
  kml: kmlWriter,
  csv: csvWriter,
  geojson: geojsonWriter,
};

import { DEFAULT_SETTINGS } from '@milepost/tracking/settings';
import type { Queryable } from '../database.ts';

/** What breaks a track, as the vehicle's organisation sets it. */
export interface TrackBreaks {
  /** After so long without a fix the way is unknown, milliseconds. */
  holeMs: number;
  /** A leg that is faster was not driven, km/h. */
  wildKph: number;
}

export async function readTrackBreaks(db: Queryable, vehicleId: number): Promise<TrackBreaks> {
  const { rows } = await db.query<{ holeS: number | null; wildKph: number | null }>(
    `SELECT (o.tracking_settings->>'holeS')::float8 AS "holeS", (o.tracking_settings->>'wildKph')::float8 AS "wildKph"
     FROM vehicles v JOIN organisations o ON o.id = v.organisation_id WHERE v.id = $1`,
    [vehicleId],
  );
  return {
    holeMs: (rows[0]?.holeS ?? DEFAULT_SETTINGS.holeS) * 1000,
    wildKph: rows[0]?.wildKph ?? DEFAULT_SETTINGS.wildKph,
  };
}

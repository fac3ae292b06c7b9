import { DEFAULT_SETTINGS } from '@milepost/tracking/settings';
import type { Queryable } from '../database.ts';

/** The settings of the vehicle's organisation that break a track. */
export interface TrackBreaks {
  /** The time without a fix after which the path is unknown, milliseconds. */
  gapMs: number;
  /** A faster leg cannot have been driven, km/h. */
  wildKph: number;
}

export async function readTrackBreaks(db: Queryable, vehicleId: number): Promise<TrackBreaks> {
  const { rows } = await db.query<{ holeS: number | null; wildKph: number | null }>(
    `SELECT (o.tracking_settings->>'holeS')::float8 AS "holeS", (o.tracking_settings->>'wildKph')::float8 AS "wildKph"
     FROM vehicles v JOIN organisations o ON o.id = v.organisation_id WHERE v.id = $1`,
    [vehicleId],
  );
  return {
    gapMs: (rows[0]?.holeS ?? DEFAULT_SETTINGS.holeS) * 1000,
    wildKph: rows[0]?.wildKph ?? DEFAULT_SETTINGS.wildKph,
  };
}

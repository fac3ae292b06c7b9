import type { TrackColumns } from '@milepost/contract/history-routes';
import type { ThinTrack } from './track-cone.ts';

/** The track in the form sent: whole numbers, and differences, which are short. */
export function trackColumns(track: ThinTrack): TrackColumns {
  return {
    times: differences(track.time, 1),
    lats: differences(track.lat, 10),
    lons: differences(track.lon, 10),
    speeds: track.speed,
    courses: track.course,
    breaks: track.breaks,
  };
}

/** Differences of the rounded values, so that rounding does not add up. */
function differences(values: readonly number[], divisor: number): number[] {
  let before = 0;
  return values.map((value) => {
    const rounded = Math.round(value / divisor);
    const difference = rounded - before;
    before = rounded;
    return difference;
  });
}

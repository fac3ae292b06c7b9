import { isLeap, type TimedPlace } from '../../../ui/map/leap.ts';
import { valueAtIndex, type Track } from './track.ts';

/** A fix that the vehicle cannot have reached and returned from. */
export interface WildFix {
  lat: number;
  lon: number;
}

/**
 * The track without fixes that are implausible both from the previous and to the next one, and those fixes. They would
 * draw spikes over the map, and the vehicle would jump in the playback.
 */
export function withoutWild(track: Track): { track: Track; wild: WildFix[] } {
  const { times, lats, lons } = track;
  const fixAt = (index: number): TimedPlace => ({
    lat: valueAtIndex(lats, index),
    lon: valueAtIndex(lons, index),
    time: valueAtIndex(times, index),
  });
  const leaps = (from: number, to: number) => isLeap(fixAt(from), fixAt(to));
  const credible: number[] = [];
  const wild: WildFix[] = [];
  for (let i = 0; i < times.length; i++) {
    const before = credible.at(-1);
    if (before !== undefined && i + 1 < times.length && leaps(before, i) && leaps(i, i + 1)) {
      wild.push({ lat: valueAtIndex(lats, i), lon: valueAtIndex(lons, i) });
    } else {
      credible.push(i);
    }
  }
  if (wild.length === 0) return { track, wild };
  const pick = (column: Float64Array) => Float64Array.from(credible, (index) => valueAtIndex(column, index));
  return {
    wild,
    track: {
      times: pick(times),
      lats: pick(lats),
      lons: pick(lons),
      speedsKph: pick(track.speedsKph),
      coursesDeg: pick(track.coursesDeg),
      breaks: Uint8Array.from(credible, (index) => track.breaks[index] ?? 0),
    },
  };
}

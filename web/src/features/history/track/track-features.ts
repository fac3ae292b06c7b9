import { longitudeDifferenceDeg } from '../../../ui/map/geodesy.ts';
import { speedClass } from './speed-classes.ts';
import { valueAtIndex, type Track } from './track.ts';

/** The kind of a line of the track: driven at a speed of a class, the straight line over a gap, or towed. */
export interface LineProperties {
  speed: number;
  isGap: boolean;
  tow: boolean;
}

/** The expression by which a map layer reads a property of the lines; a property that they lack does not compile. */
export const lineProperty = (name: keyof LineProperties): ['get', string] => ['get', name];

/** From and to, epoch milliseconds. */
export type TowSpan = readonly [from: number, to: number];

export interface TrackLines {
  type: 'FeatureCollection';
  features: {
    type: 'Feature';
    properties: LineProperties;
    geometry: { type: 'LineString'; coordinates: [number, number][] };
  }[];
}

/**
 * The track as lines, a new one wherever the speed class changes: a leg has the higher speed of its ends. Consecutive
 * legs of one class are one line, so that there are far fewer lines than points. A tow has no speed class.
 */
export function trackFeatures(track: Track, limits: readonly number[], tows: readonly TowSpan[] = []): TrackLines {
  const features: TrackLines['features'] = [];
  let [lon, lat] = [valueAtIndex(track.lons, 0), valueAtIndex(track.lats, 0)];
  let line: [number, number][] = [];
  let of: LineProperties | null = null;
  for (let i = 1; i < track.times.length; i++) {
    // Longitudes continue past 180, so that a line over the antimeridian does not cross the whole map.
    const before: [number, number] = [lon, lat];
    lon += longitudeDifferenceDeg(valueAtIndex(track.lons, i) - lon);
    lat = valueAtIndex(track.lats, i);
    const isGap = track.breaks[i] === 1;
    const [begin, end] = [valueAtIndex(track.times, i - 1), valueAtIndex(track.times, i)];
    const tow = !isGap && tows.some(([from, to]) => begin >= from && end <= to);
    const fastest = Math.max(valueAtIndex(track.speedsKph, i - 1), valueAtIndex(track.speedsKph, i));
    const speed = isGap || tow ? 0 : speedClass(fastest, limits);
    if (!of || of.isGap !== isGap || of.tow !== tow || of.speed !== speed || isGap) {
      of = { speed, isGap, tow };
      line = [before];
      features.push({ type: 'Feature', properties: of, geometry: { type: 'LineString', coordinates: line } });
    }
    line.push([lon, lat]);
  }
  return { type: 'FeatureCollection', features };
}

/** Wraps features for a map source. */
export const collection = <Feature>(features: Feature[]) => ({ type: 'FeatureCollection' as const, features });

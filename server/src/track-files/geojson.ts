import type { FullFix } from '../store/tracks/track-fixes.ts';
import { timeText } from './fix-text.ts';
import type { TrackWriter } from './track-writer.ts';

/** RFC 7946: a collection of points, each with all that the device said. */
export const geojsonWriter: TrackWriter = {
  head: () => '{"type":"FeatureCollection","features":[',
  body: (fixes, previousMs) => (previousMs === null ? '' : ',') + fixes.map(feature).join(','),
  tail: () => '\n]}\n',
};

function feature(fix: FullFix): string {
  const altitude = fix.altitudeM === null ? [] : [fix.altitudeM];
  return `\n${JSON.stringify({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [fix.lon, fix.lat, ...altitude] },
    properties: { time: timeText(fix), speedKph: fix.speedKph, courseDeg: fix.courseDeg, ...fix.attributes },
  })}`;
}

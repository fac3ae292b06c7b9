import type { FullFix } from '../store/tracks/track-fixes.ts';
import { type FileSensor, fileValue } from './file-sensors.ts';
import { timeText } from './fix-text.ts';
import type { TrackWriter } from './track-writer.ts';

/** RFC 7946: a collection of points, each with everything that the device reported and the sensor readings. */
export const geojsonWriter: TrackWriter = {
  head: () => '{"type":"FeatureCollection","features":[',
  body: (fixes, previousMs, { sensors }) =>
    (previousMs === null ? '' : ',') + fixes.map((fix) => feature(fix, sensors)).join(','),
  tail: () => '\n]}\n',
};

function feature(fix: FullFix, sensors: readonly FileSensor[]): string {
  const altitude = fix.altitudeM === null ? [] : [fix.altitudeM];
  const values = sensors.flatMap((sensor, index) => {
    const value = fileValue(sensor, fix.sensors?.[index] ?? null);
    return value === null ? [] : [[sensor.label, value] as const];
  });
  const read = values.length === 0 ? {} : { sensors: Object.fromEntries(values) };
  return `\n${JSON.stringify({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [fix.lon, fix.lat, ...altitude] },
    properties: { time: timeText(fix), speedKph: fix.speedKph, courseDeg: fix.courseDeg, ...fix.attributes, ...read },
  })}`;
}

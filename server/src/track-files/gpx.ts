import type { FullFix } from '../store/tracks/track-fixes.ts';
import { degrees, runsOf, timeText, xmlText } from './fix-text.ts';
import type { TrackWriter } from './track-writer.ts';

/**
 * GPX 1.1 (topografix.com/GPX/1/1/gpx.xsd): one track, with a segment between every two gaps. Speed and course, for
 * which GPX has no element, use Garmin's track point extension, version 2.
 */
export const gpxWriter: TrackWriter = {
  head: (name) => `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Milepost" xmlns="http://www.topografix.com/GPX/1/1"
  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
<trk><name>${xmlText(name)}</name>
`,
  body: (fixes, previousMs, { gapMs: holeMs }) =>
    runsOf(fixes, previousMs, holeMs)
      .map(({ continues, fixes: run }) => {
        const open = continues ? '' : `${previousMs === null && run[0] === fixes[0] ? '' : '</trkseg>\n'}<trkseg>\n`;
        return open + run.map(point).join('');
      })
      .join(''),
  tail: (any) => `${any ? '</trkseg>\n' : ''}</trk>\n</gpx>\n`,
};

/** The children of a point have a fixed order: ele, time, sat, hdop, extensions. */
function point(fix: FullFix): string {
  const { satellites, hdop } = fix.attributes;
  return [
    `<trkpt lat="${degrees(fix.lat)}" lon="${degrees(fix.lon)}">`,
    fix.altitudeM === null ? '' : `<ele>${fix.altitudeM}</ele>`,
    `<time>${timeText(fix)}</time>`,
    // The schema requires a non-negative integer, and a number.
    Number.isInteger(satellites) && Number(satellites) >= 0 ? `<sat>${Number(satellites)}</sat>` : '',
    typeof hdop === 'number' ? `<hdop>${hdop}</hdop>` : '',
    '<extensions><gpxtpx:TrackPointExtension>',
    `<gpxtpx:speed>${(fix.speedKph / 3.6).toFixed(2)}</gpxtpx:speed>`,
    `<gpxtpx:course>${fix.courseDeg}</gpxtpx:course>`,
    '</gpxtpx:TrackPointExtension></extensions></trkpt>\n',
  ].join('');
}

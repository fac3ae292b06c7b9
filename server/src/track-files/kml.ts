import { degrees, runsOf, timeText, xmlText } from './fix-text.ts';
import type { TrackWriter } from './track-writer.ts';

/**
 * KML 2.2 with Google's extension for tracks (kml22gx.xsd): a track between every two gaps, and for each piece of the
 * file, because all times of a track come before its first coordinates.
 */
export const kmlWriter: TrackWriter = {
  head: (name) => `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document><name>${xmlText(name)}</name>
<Style id="track"><LineStyle><color>ffd96325</color><width>4</width></LineStyle></Style>
`,
  body: (fixes, previousMs, { gapMs: holeMs }) =>
    runsOf(fixes, previousMs, holeMs)
      .map(({ fixes: run }) => {
        const times = run.map((fix) => `<when>${timeText(fix)}</when>`);
        const places = run.map(
          (fix) => `<gx:coord>${degrees(fix.lon)} ${degrees(fix.lat)} ${fix.altitudeM ?? 0}</gx:coord>`,
        );
        return `<Placemark><styleUrl>#track</styleUrl><gx:Track>
${[...times, ...places].join('\n')}
</gx:Track></Placemark>
`;
      })
      .join(''),
  tail: () => '</Document>\n</kml>\n',
};

import { compileSensor, type SensorKind } from '@milepost/tracking/sensors/sensor';
import { expect, test } from 'vitest';
import type { FullFix } from '../store/tracks/track-fixes.ts';
import type { FileSensor } from './file-sensors.ts';
import { TRACK_WRITERS } from './track-writer.ts';

const START = Date.UTC(2026, 1, 1, 10);
const fix = (seconds: number, more: Partial<FullFix> = {}): FullFix => ({
  cursor: { micros: (START + seconds * 1000) * 1000, hash: 1 },
  lat: -34.9000001,
  lon: -56.2,
  speedKph: 36,
  courseDeg: 90,
  altitudeM: 43,
  attributes: { ignition: true, satellites: 9, alarm: ['sos'], note: 'a "b", <c> & d' },
  ...more,
});

/** A file of these pieces. */
function write(
  format: keyof typeof TRACK_WRITERS,
  pieces: FullFix[][],
  { name = 'SBA 1', timeZone = 'UTC', holeMs = 300_000, sensors = [] as readonly FileSensor[] } = {},
) {
  const writer = TRACK_WRITERS[format];
  let previous: number | null = null;
  let text = writer.head(name, sensors);
  for (const piece of pieces) {
    text += writer.body(piece, previous, { timeZone, gapMs: holeMs, sensors });
    previous = Math.floor((piece.at(-1)?.cursor.micros ?? 0) / 1000);
  }
  return text + writer.tail(previous !== null);
}

test('GPX 1.1: a point with its children in the order of the schema', () => {
  expect(write('gpx', [[fix(0)]])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Milepost" xmlns="http://www.topografix.com/GPX/1/1"
  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
<trk><name>SBA 1</name>
<trkseg>
<trkpt lat="-34.9000001" lon="-56.2000000"><ele>43</ele><time>2026-02-01T10:00:00.000Z</time><sat>9</sat><extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>10.00</gpxtpx:speed><gpxtpx:course>90</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>
</trkseg>
</trk>
</gpx>
`);
});

test('GPX: a gap of more than 5 minutes ends a segment, a new piece of the file does not', () => {
  const fixes = [fix(0), fix(300), fix(601), fix(611)];
  const whole = write('gpx', [fixes]);
  expect(whole.match(/<trkseg>/g)).toHaveLength(2);
  expect(whole.match(/<\/trkseg>/g)).toHaveLength(2);
  expect(whole.indexOf('</trkseg>')).toBeLessThan(whole.indexOf('10:10:01'));
  for (const cut of [1, 2, 3]) expect(write('gpx', [fixes.slice(0, cut), fixes.slice(cut)])).toBe(whole);
  expect(write('gpx', [])).toContain('</name>\n</trk>');
});

test('names cannot break the XML, nor can characters that it does not allow', () => {
  const name = 'A<B> & "C"\u0000\u001f\ud800';
  for (const format of ['gpx', 'kml'] as const) {
    expect(write(format, [[fix(0)]], { name })).toContain('<name>A&lt;B&gt; &amp; &quot;C&quot;\ufffd</name>');
  }
});

test('KML 2.2: all times of a track, then all its coordinates, longitude first', () => {
  const text = write('kml', [[fix(0), fix(10, { altitudeM: null }), fix(400)]]);
  expect(text.match(/<gx:Track>/g)).toHaveLength(2);
  expect(text).toContain(`<gx:Track>
<when>2026-02-01T10:00:00.000Z</when>
<when>2026-02-01T10:00:10.000Z</when>
<gx:coord>-56.2000000 -34.9000001 43</gx:coord>
<gx:coord>-56.2000000 -34.9000001 0</gx:coord>
</gx:Track>`);
});

test('CSV: a line for each fix, quoted by RFC 4180, values without a column as JSON', () => {
  const lines = write('csv', [[fix(0)], [fix(10, { attributes: {}, altitudeM: null })]]).split('\r\n');
  expect(lines).toEqual([
    '\ufefftime,lat,lon,speedKph,courseDeg,altitudeM,ignition,motion,satellites,batteryPercent,powerV,rssi,odometerM,attributes',
    `2026-02-01T10:00:00.000Z,-34.9000001,-56.2000000,36,90,43,true,,9,,,,,"{""alarm"":[""sos""],""note"":""a \\""b\\"", <c> & d""}"`,
    '2026-02-01T10:00:10.000Z,-34.9000001,-56.2000000,36,90,,,,,,,,,',
    '',
  ]);
});

test('CSV: a value of a device is no formula in a spreadsheet, and a list is one cell', () => {
  const [, line] = write('csv', [
    [fix(0, { attributes: { ignition: '=1+1;=2', motion: ['a', 'b'], powerV: '＝1;＠2', rssi: -70 } })],
  ]).split('\r\n');
  expect(line).toBe(`2026-02-01T10:00:00.000Z,-34.9000001,-56.2000000,36,90,43,'=1+1;'=2,"a,b",,,'＝1;'＠2,-70,,`);
});

test.each([
  ['America/Montevideo', '2026-02-01T07:00:00.000-03:00'],
  ['Asia/Kolkata', '2026-02-01T15:30:00.000+05:30'],
])('CSV: times on the clock of %s, with its offset from UTC', (timeZone, time) => {
  expect(
    write('csv', [[fix(0)]], { timeZone })
      .split('\r\n')[1]
      ?.split(',')[0],
  ).toBe(time);
});

test('GeoJSON: valid JSON whatever the pieces, coordinates as longitude, latitude, altitude', () => {
  for (const pieces of [[], [[fix(0), fix(10)]], [[fix(0)], [fix(10)]]]) {
    const parsed: unknown = JSON.parse(write('geojson', pieces));
    expect(parsed).toMatchObject({ type: 'FeatureCollection', features: pieces.flat().map(() => ({})) });
  }
  expect(JSON.parse(write('geojson', [[fix(0)]]))).toMatchObject({
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [-56.2, -34.9000001, 43] },
        properties: { time: '2026-02-01T10:00:00.000Z', speedKph: 36, ignition: true, note: 'a "b", <c> & d' },
      },
    ],
  });
});

const sensor = (name: string, kind: SensorKind, unit = ''): FileSensor => ({
  label: unit === '' ? name : `${name} (${unit})`,
  vehicleId: 1,
  organisationId: 1,
  smoothingS: 0,
  sensor: compileSensor({ id: 1, name, kind, versions: [], until: null }),
});

test('CSV and GeoJSON: sensors by their names, with units and states; a missing value is empty', () => {
  const sensors = [sensor('=Tank', 'fuelLevel', 'L'), sensor('Load door', 'door'), sensor('Pump', 'pto')];
  const fixes = [
    fix(0, { sensors: [12.34567, true, false], attributes: {} }),
    fix(10, { sensors: [null, null, null] }),
  ];
  const [head, first, second] = write('csv', [fixes], { sensors }).split('\r\n');
  expect(head?.split(',').slice(-4)).toEqual(["'=Tank (L)", 'Load door', 'Pump', 'attributes']);
  expect(first?.split(',').slice(-4)).toEqual(['12.346', 'open', 'off', '']);
  expect(second).toContain(',,,,"{""alarm""');
  expect(JSON.parse(write('geojson', [fixes], { sensors }))).toMatchObject({
    features: [
      { properties: { sensors: { '=Tank (L)': 12.346, 'Load door': 'open', Pump: 'off' } } },
      { properties: { ignition: true } },
    ],
  });
});

// @vitest-environment happy-dom
import type { Fence } from '@milepost/contract/fence-operations';
import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { describe, expect, test } from 'vitest';
import { FileFault } from './found-fence.ts';
import { kindOf, readFences } from './read-fences.ts';
import { readCsvFences } from './read-csv.ts';
import { readGeoJson } from './read-geojson.ts';
import { readKml } from './read-kml.ts';
import { partsOf } from './send-import.ts';
import { writeCsv, writeGeoJson } from './export-fences.ts';
import { writeKml } from './write-kml.ts';

const SIZES = { radiusM: 100, halfWidthM: 50 };
const corners = (...pairs: [lat: number, lon: number][]) => pairs.map(([lat, lon]) => ({ lat, lon }));
const SQUARE = corners([0, 0], [0, 10], [10, 10], [10, 0]);
const INNER_RING = corners([4, 4], [4, 5], [5, 5], [5, 4]);

const fence = (name: string, shape: FenceShape, more: Partial<Fence> = {}): Fence => ({
  id: 1,
  organisationId: 1,
  organisationName: 'Own',
  name,
  description: null,
  colour: '#c0306b',
  tags: [],
  shape,
  areaM2: 1,
  speedLimitKph: null,
  betweenFixes: false,
  schedule: null,
  vehicleIds: [],
  groupIds: [],
  vehicles: [],
  groups: [],
  alarmEnter: false,
  alarmExit: false,
  alarmDwellS: null,
  alarmSeverity: 'minor',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  ...more,
});
const FENCES = [
  fence(
    'Depot "A" & <B>',
    { kind: 'circle', centre: { lat: -34.9, lon: -56.2 }, radiusM: 250 },
    { tags: ['own', 'yard'] },
  ),
  fence('=Ring, with; hole', { kind: 'polygon', rings: [SQUARE, INNER_RING] }, { description: 'Gate\nleft' }),
  fence(
    'Ruta 1',
    { kind: 'corridor', line: corners([-34.9, -56.2], [-34.8, -56.3]), halfWidthM: 75 },
    { speedLimitKph: 60, betweenFixes: true },
  ),
];
const feature = (geometry: object | null, properties: object = {}) => ({ type: 'Feature', properties, geometry });
const file = (text: string, name: string) => new File([text], name);
const lengths = (rows: number, size: number) => partsOf(Array(rows).fill(0), () => size).map((part) => part.length);
const PRESERVED = ['name', 'description', 'colour', 'tags', 'shape', 'speedLimitKph', 'betweenFixes'] as const;
const preservedOf = (one: object) =>
  Object.fromEntries(Object.entries(one).filter(([key]) => PRESERVED.some((name) => name === key)));

describe.each([
  ['GeoJSON', writeGeoJson, readGeoJson],
  ['KML', writeKml, readKml],
  ['CSV', writeCsv, readCsvFences],
])('%s', (_format, write, read) => {
  test('restores what was written: circles, inner rings, widths, colours, tags, limits, and any name', () => {
    const found = read(write(FENCES), SIZES);
    expect(found.map(({ fault }) => fault)).toEqual([null, null, null]);
    expect(found.map(preservedOf)).toEqual(FENCES.map(preservedOf));
    expect(found.map(({ row }) => row)).toEqual([1, 2, 3]);
  });
});

test('GeoJSON of other programs: each part of a multi-part geometry is a geofence; points and lines get the chosen sizes', () => {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const features = [
    feature({ type: 'MultiPolygon', coordinates: [[ring], [ring.map(([x = 0, y]) => [x + 5, y])]] }, { NAME: 'Isles' }),
    feature({ type: 'Point', coordinates: [-56.2, -34.9] }, { title: 'Stop', 'marker-color': '#f00' }),
    feature({
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    }),
    feature(null, { name: 'Nowhere' }),
    feature(
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [2, 2],
            [2, 0],
            [0, 2],
            [0, 0],
          ],
        ],
      },
      { name: 'Bow tie' },
    ),
    feature({ type: 'Point', coordinates: [-34.9, -156_000] }),
  ];
  const found = readGeoJson(JSON.stringify({ type: 'FeatureCollection', features }), SIZES);
  expect(found.map(({ row, name, shape, fault }) => [row, name, shape?.kind ?? fault?.code])).toEqual([
    [1, 'Isles 1', 'polygon'],
    [1, 'Isles 2', 'polygon'],
    [2, 'Stop', 'circle'],
    [3, '', 'corridor'],
    [4, 'Nowhere', 'no-geometry'],
    [5, 'Bow tie', 'crosses'],
    [6, '', 'coordinates'],
  ]);
  expect(found[2]).toMatchObject({ colour: '#ff0000', shape: { radiusM: 100, centre: { lat: -34.9, lon: -56.2 } } });
  expect(found[3]?.shape).toMatchObject({ halfWidthM: 50 });
  expect(found[5]?.fault).toEqual({ code: 'crosses', at: { lat: 1, lon: 1 } });
});

test('KML of other programs: shared styles, folders, many parts, altitudes', () => {
  const text = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
    <Style id="red"><LineStyle><color>ff0000ff</color></LineStyle></Style>
    <Folder><Placemark><name> Yard </name><styleUrl>#red</styleUrl><MultiGeometry>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>
        0,0,12 1,0,12
        1,1,12 0,0,12
      </coordinates></LinearRing></outerBoundaryIs></Polygon>
      <Point><coordinates>-56.2,-34.9</coordinates></Point></MultiGeometry></Placemark></Folder>
    <Placemark><name>None</name></Placemark></Document></kml>`;
  const found = readKml(text, SIZES);
  expect(found.map(({ row, name, colour, shape, fault }) => [row, name, colour, shape ?? fault?.code])).toEqual([
    [1, 'Yard 1', '#ff0000', { kind: 'polygon', rings: [corners([0, 0], [0, 1], [1, 1])] }],
    [1, 'Yard 2', '#ff0000', { kind: 'circle', centre: { lat: -34.9, lon: -56.2 }, radiusM: 100 }],
    [2, 'None', null, 'no-geometry'],
  ]);
});

test('a table as spreadsheets of Europe write it: semicolons, decimal commas, rows that cannot be read', () => {
  const text =
    'Name;Latitude;Longitude;Radius;Tags\r\nDepot;-34,9;-56,2;250;a, b\r\nBad;north;-56,2;;\r\n;;;;\r\nFar;-34,9;-56,2;1;\r\n';
  const found = readCsvFences(text, SIZES);
  expect(found.map(({ row, name, fault }) => [row, name, fault?.code ?? null])).toEqual([
    [1, 'Depot', null],
    [2, 'Bad', 'bad-number'],
    [3, 'Far', 'radius'],
  ]);
  expect(found[0]).toMatchObject({ tags: ['a', 'b'], shape: { centre: { lat: -34.9, lon: -56.2 }, radiusM: 250 } });
});

describe('an unreadable file shows the reason', () => {
  test.each<[FileFault['code'], File]>([
    ['empty', file('  ', 'a.kml')],
    ['zipped', file('PK\u0003\u0004…', 'a.kmz')],
    ['binary', file('\u0089PNG\0\0', 'a.csv')],
    ['unknown', file('hello', 'a.docx')],
    ['bad-json', file('{"type": "Feature', 'a.geojson')],
    ['bad-geojson', file('{"hello": 1}', 'a.json')],
    ['bad-kml', file('<kml><Placemark></kml>', 'a.kml')],
    ['bad-kml', file('<gpx></gpx>', 'a.gpx')],
    ['bad-kml', file('<!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><kml><Placemark/></kml>', 'a.kml')],
    ['no-columns', file('name,colour\nA,red', 'a.csv')],
    ['quotes', file('name,lat,lon\n"A,1,2\nB,3,4', 'a.csv')],
    ['nothing', file('lat,lon\n', 'a.csv')],
    ['too-many', file(`lat,lon\n${'1,1\n'.repeat(20_001)}`, 'a.csv')],
  ])('%s', async (code, given) => {
    await expect(readFences(given, SIZES)).rejects.toEqual(new FileFault(code));
  });

  test('too large: it is not even read', async () => {
    const large = file('', 'a.kml');
    Object.defineProperty(large, 'size', { value: 200 * 1024 * 1024 });
    large.arrayBuffer = () => Promise.reject(new Error('was read'));
    await expect(readFences(large, SIZES)).rejects.toEqual(new FileFault('too-large'));
  });
});

test('the format is detected by the content first', () => {
  expect(kindOf('a.txt', '\uFEFF {"type"')).toBe('geojson');
  expect(kindOf('a.csv', '<?xml')).toBe('kml');
  expect(kindOf('A.CSV', 'lat,lon')).toBe('csv');
});

test('an import is sent in parts of at most a thousand rows and 800,000 characters', () => {
  expect(lengths(0, 10)).toEqual([]);
  expect(lengths(2500, 10)).toEqual([1000, 1000, 500]);
  expect(lengths(5, 300_000)).toEqual([2, 2, 1]);
  expect(lengths(2, 900_000)).toEqual([1, 1]);
});

test('collections within collections without end are no geometry', () => {
  const levels = 5000;
  const open = '{"type":"GeometryCollection","geometries":['.repeat(levels);
  const geometry = `${open}{"type":"Point","coordinates":[1,2]}${']}'.repeat(levels)}`;
  const [found] = readGeoJson(`{"type":"Feature","properties":{"name":"Deep"},"geometry":${geometry}}`, SIZES);
  expect(found?.fault).toMatchObject({ code: 'other-geometry' });
});

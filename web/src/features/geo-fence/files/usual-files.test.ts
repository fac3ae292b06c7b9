// @vitest-environment happy-dom
import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import { expect, test } from 'vitest';
import { readCsvFences } from './read-csv.ts';
import { readFences } from './read-fences.ts';
import { readGeoJson } from './read-geojson.ts';
import { readKml } from './read-kml.ts';

// Files of other programs, each of which was read wrongly once.

const SIZES = { radiusM: 100, halfWidthM: 50 };
const corners = (...pairs: [lat: number, lon: number][]) => pairs.map(([lat, lon]) => ({ lat, lon }));
const kml = (inner: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;
const area = (coordinates: string, more = '') =>
  `<Placemark><name>Area</name>${more}<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const shapesOf = (found: readonly { shape: FenceShape | null }[]) => found.map(({ shape }) => shape);
const TRIANGLE = '4.10,52.1,0 4.20,52.1,0 4.20,52.2,0 4.10,52.1,0';
const TRIANGLE_SHAPE = { kind: 'polygon', rings: [corners([52.1, 4.1], [52.1, 4.2], [52.2, 4.2])] };

test.each([
  ['blanks after commas', '4.10, 52.1, 0 4.20, 52.1, 0 4.20, 52.2, 0 4.10, 52.1, 0'],
  ['blanks on both sides', '4.10 ,52.1 4.20 , 52.1 4.20 ,52.2 4.10 , 52.1'],
  ['line breaks within', '4.10,\n52.1 4.20,\n52.1\n4.20,\t52.2 4.10,52.1'],
  ['semicolons between', '4.10,52.1;4.20,52.1;4.20,52.2;4.10,52.1'],
])('coordinates of KML with %s', (_what, coordinates) => {
  expect(shapesOf(readKml(kml(area(coordinates)), SIZES))).toEqual([TRIANGLE_SHAPE]);
});

const ring = (text: string) => `<LinearRing><coordinates>${text}</coordinates></LinearRing>`;

test('all rings of one inner boundary are inner rings', () => {
  const text = kml(`<Placemark><name>H</name><Polygon>
    <outerBoundaryIs>${ring('4,52 5,52 5,53 4,53 4,52')}</outerBoundaryIs>
    <innerBoundaryIs>${ring('4.1,52.1 4.2,52.1 4.2,52.2 4.1,52.1')}${ring('4.6,52.6 4.7,52.6 4.7,52.7 4.6,52.6')}</innerBoundaryIs>
    <innerBoundaryIs>${ring('4.8,52.8 4.9,52.8 4.9,52.9 4.8,52.8')}</innerBoundaryIs></Polygon></Placemark>`);
  const [found] = readKml(text, SIZES);
  expect(found?.shape).toMatchObject({ kind: 'polygon' });
  expect(found?.shape?.kind === 'polygon' && found.shape.rings.length).toBe(4);
});

test('the colour is that of the normal style of a pair, of the area before its outline', () => {
  // KML has alpha, blue, green, red.
  const styles = `<Style id="n"><LabelStyle><color>ff000000</color></LabelStyle><LineStyle><color>ff332211</color></LineStyle><PolyStyle><color>4d3344aa</color></PolyStyle></Style>
    <Style id="h"><PolyStyle><color>ff0000ff</color></PolyStyle></Style>
    <StyleMap id="m"><Pair><key>highlight</key><styleUrl>#h</styleUrl></Pair><Pair><key>normal</key><styleUrl>#n</styleUrl></Pair></StyleMap>
    <StyleMap id="own"><Pair><key>normal</key><Style><PolyStyle><color>ff00ff00</color></PolyStyle></Style></Pair></StyleMap>`;
  const marks = ['#m', '#own', 'other.kml#n'].map((url) => area(TRIANGLE, `<styleUrl>${url}</styleUrl>`)).join('');
  expect(readKml(kml(styles + marks), SIZES).map(({ colour }) => colour)).toEqual(['#aa4433', '#00ff00', '#aa4433']);
});

test.each([
  [
    'what Google Earth on the web writes around styles',
    `<gx:CascadingStyle kml:id="n" xmlns:kml="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Style><PolyStyle><color>403344aa</color></PolyStyle></Style></gx:CascadingStyle>
     <StyleMap id="m"><Pair><key>normal</key><styleUrl>#n</styleUrl></Pair></StyleMap>`,
    '<styleUrl>#m</styleUrl>',
  ],
  [
    'a pair that points at a pair, before the style',
    `<StyleMap id="m"><Pair><key>normal</key><styleUrl>#o</styleUrl></Pair></StyleMap>
     <StyleMap id="o"><Pair><key>highlight</key><styleUrl>#m</styleUrl></Pair><Pair><key>normal</key><styleUrl>#n</styleUrl></Pair></StyleMap>
     <Style id="n"><PolyStyle><color>ff3344aa</color></PolyStyle></Style>`,
    '<styleUrl>#m</styleUrl>',
  ],
  [
    'a pair within the placemark, the highlight first',
    '',
    `<StyleMap><Pair><key>highlight</key><Style><PolyStyle><color>ff00ff00</color></PolyStyle></Style></Pair>
     <Pair><key>normal</key><Style><PolyStyle><color>ff3344aa</color></PolyStyle></Style></Pair></StyleMap>`,
  ],
])('the colour by %s', (_what, styles, inMark) => {
  expect(readKml(kml(styles + area(TRIANGLE, inMark)), SIZES).map(({ colour }) => colour)).toEqual(['#aa4433']);
});

const pair = (id: string, to: string) =>
  `<StyleMap id="${id}"><Pair><key>normal</key><styleUrl>#${to}</styleUrl></Pair></StyleMap>`;

test('pairs that point at each other have no colour', () => {
  const text = kml(pair('a', 'b') + pair('b', 'a') + area(TRIANGLE, '<styleUrl>#a</styleUrl>'));
  expect(readKml(text, SIZES)[0]?.colour).toBeNull();
});

test('a description of HTML is the text that it shows', () => {
  const [found] = readKml(
    kml(area(TRIANGLE, '<description>Tel: 12&lt;br&gt;gate&amp;nbsp;3 &lt;b&gt;A &amp;amp; B&lt;/b&gt;</description>')),
    SIZES,
  );
  expect(found?.description).toBe('Tel: 12\ngate 3 A & B');
});

const latin = (text: string) => Uint8Array.from(Array.from(text), (letter) => letter.codePointAt(0) ?? 0);
const read = async (bytes: Uint8Array<ArrayBuffer>, name: string, overrides = {}) =>
  readFences(new File([bytes], name), SIZES, overrides);

test('letters are those that the file declares', async () => {
  const text = kml(area(TRIANGLE).replace('Area', 'Pátio São João'), '<?xml version="1.0" encoding="ISO-8859-1"?>');
  const { found, lettering } = await read(latin(text), 'a.kml');
  expect([found[0]?.name, lettering]).toEqual(['Pátio São João', null]);
});

test('UTF-8 is read as such, though a code page of one byte a letter is declared', async () => {
  const text = kml(area(TRIANGLE).replace('Area', 'Pátio São João'), '<?xml version="1.0" encoding="ISO-8859-1"?>');
  const { found, lettering } = await read(Uint8Array.from(new TextEncoder().encode(text)), 'a.kml');
  expect([found[0]?.name, lettering]).toEqual(['Pátio São João', null]);
});

const wide = (text: string) =>
  Uint8Array.from(Array.from(text).flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]));

test('UTF-16 without a byte-order mark is detected by its zero bytes', async () => {
  const { found } = await read(wide('name,lat,lon\nŁódź,52.1,4.1'), 'a.csv');
  expect(found[0]?.name).toBe('Łódź');
});

test('an undeclared code page is detected, or the person chooses among samples', async () => {
  const german = await read(latin('name,lat,lon\nMüllplatz Größenstraße,52.1,4.1'), 'a.csv');
  expect([german.found[0]?.name, german.lettering?.sure]).toEqual(['Müllplatz Größenstraße', true]);
  const one = await read(latin('name,lat,lon\nPeña,52.1,4.1'), 'a.csv');
  expect(one.lettering).toMatchObject({ name: 'windows-1252', sure: false });
  expect(one.lettering?.others).toContainEqual({ name: 'windows-1250', sample: 'Peńa' });
  const other = await read(latin('name,lat,lon\nPeña,52.1,4.1'), 'a.csv', { encoding: 'windows-1250' });
  expect([other.found[0]?.name, other.lettering?.sure]).toEqual(['Peńa', true]);
});

test('letters that were lost before are a fault of their row', () => {
  const found = readCsvFences('name,lat,lon\nS\uFFFDo,52.1,4.1\nGood,52.1,4.1', SIZES);
  expect(found.map(({ fault }) => fault?.code ?? null)).toEqual(['lost-letters', null]);
});

test.each([
  ['area', ''],
  ['wkt', ',calendarid'],
])('a table of Traccar with the heading %s has the latitude first, circles, and widths of lines', (heading, more) => {
  const text = `id,name,description,${heading},attributes${more}
1,Depot,,"CIRCLE (52.1 4.3, 250)",{}
2,Yard,,"POLYGON((52.1 4.1, 52.1 4.2, 52.2 4.2, 52.1 4.1))",{}
3,Street,,"LINESTRING (52.1 4.1, 52.2 4.2)","{""polylineDistance"":25}"`;
  expect(shapesOf(readCsvFences(text, SIZES))).toEqual([
    { kind: 'circle', centre: { lat: 52.1, lon: 4.3 }, radiusM: 250 },
    TRIANGLE_SHAPE,
    { kind: 'corridor', line: corners([52.1, 4.1], [52.2, 4.2]), halfWidthM: 25 },
  ]);
});

test('a circle of Traccar means that the texts beside it have the latitude first, whatever the columns are called', () => {
  const text = `name,wkt
Depot,"CIRCLE (52.1 4.3, 250)"
Yard,"POLYGON((52.1 4.1, 52.1 4.2, 52.2 4.2, 52.1 4.1))"`;
  expect(shapesOf(readCsvFences(text, SIZES))[1]).toEqual(TRIANGLE_SHAPE);
});

test('a column of square metres is no geometry of Traccar', () => {
  const text = `WKT,name,area\n"POLYGON((4.1 52.1, 4.2 52.1, 4.2 52.2, 4.1 52.1))",Yard,38000.5`;
  expect(shapesOf(readCsvFences(text, SIZES))).toEqual([TRIANGLE_SHAPE]);
  const circles = readCsvFences('name,lat,lon,radius,area\nDepot,52.1,4.3,250,196349', SIZES);
  expect(shapesOf(circles)).toEqual([{ kind: 'circle', centre: { lat: 52.1, lon: 4.3 }, radiusM: 250 }]);
});

test('the list that Traccar itself answers, with its colours and widths', () => {
  const text = JSON.stringify([
    { id: 1, name: 'Depot', description: 'Gate 3', area: 'CIRCLE (52.1 4.3, 250)', calendarId: 0, attributes: {} },
    {
      id: 2,
      name: 'Street',
      area: 'LINESTRING (52.1 4.1, 52.2 4.2)',
      attributes: { polylineDistance: 25, color: '#AA4433' },
    },
    { id: 3, name: 'Bad', area: 'ELLIPSE (1 2)', attributes: {} },
  ]);
  const found = readGeoJson(text, SIZES);
  expect(found.map(({ name, description, colour, fault }) => [name, description, colour, fault?.code])).toEqual([
    ['Depot', 'Gate 3', null, undefined],
    ['Street', null, '#aa4433', undefined],
    ['Bad', null, null, 'bad-wkt'],
  ]);
  expect(shapesOf(found).slice(0, 2)).toEqual([
    { kind: 'circle', centre: { lat: 52.1, lon: 4.3 }, radiusM: 250 },
    { kind: 'corridor', line: corners([52.1, 4.1], [52.2, 4.2]), halfWidthM: 25 },
  ]);
});

test('multi-part well-known text gives a geofence per part, the longitude first', () => {
  const text = `name,wkt
A,"MULTIPOLYGON (((4.1 52.1, 4.2 52.1, 4.2 52.2, 4.1 52.1)), ((5.1 52.1, 5.2 52.1, 5.2 52.2, 5.1 52.1)))"
B,"MULTIPOINT ((4.1 52.1), (4.2 52.2))"
C,"POLYGON Z ((4.1 52.1 0, 4.2 52.1 0, 4.2 52.2 0, 4.1 52.1 0))"`;
  const found = readCsvFences(text, SIZES);
  expect(found.map(({ name, shape }) => [name, shape?.kind])).toEqual([
    ['A 1', 'polygon'],
    ['A 2', 'polygon'],
    ['B 1', 'circle'],
    ['B 2', 'circle'],
    ['C', 'polygon'],
  ]);
  expect([found[0]?.shape, found[4]?.shape]).toEqual([TRIANGLE_SHAPE, TRIANGLE_SHAPE]);
});

const geojson = (geometry: object) => JSON.stringify({ type: 'Feature', properties: { name: 'Isle' }, geometry });
const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const sorted = (places: readonly Place[] = []) => places.map(({ lat, lon }) => `${lat} ${lon}`).toSorted();

test('an area that is cut at the 180th meridian is one, without a border there', () => {
  const coordinates = [[box(179.5, -17, 180, -16)], [box(-180, -17, -179.5, -16)]];
  const found = readGeoJson(geojson({ type: 'MultiPolygon', coordinates }), SIZES);
  expect(found.map(({ name, fault }) => [name, fault])).toEqual([['Isle', null]]);
  const shape = found[0]?.shape;
  expect(shape?.kind === 'polygon' && sorted(shape.rings[0])).toEqual(
    sorted(corners([-17, 179.5], [-17, -179.5], [-16, -179.5], [-16, 179.5])),
  );
});

test.each([
  ['a metre before the border', [[box(179.5, -17, 179.999999, -16)], [box(-179.999999, -17, -179.5, -16)]]],
  [
    'with 180 degrees on both sides',
    [
      [box(179.5, -17, 180, -16)],
      [
        [
          [180, -17],
          [-179.5, -17],
          [-179.5, -16],
          [180, -16],
          [180, -17],
        ],
      ],
    ],
  ],
  ['with degrees beyond 180', [[box(179.5, -17, 180, -16)], [box(180, -17, 180.5, -16)]]],
  ['not at all, but drawn on past 180', [[box(179.5, -17, 180.5, -16)]]],
  ['not at all, but drawn on past -180', [[box(-180.5, -17, -179.5, -16)]]],
])('an area over the 180th meridian is one where it is cut %s', (_how, coordinates) => {
  const found = readGeoJson(geojson({ type: 'MultiPolygon', coordinates }), SIZES);
  expect(found.map(({ fault }) => fault)).toEqual([null]);
  const shape = found[0]?.shape;
  expect(shape?.kind === 'polygon' && sorted(shape.rings[0])).toEqual(
    sorted(corners([-17, 179.5], [-17, -179.5], [-16, -179.5], [-16, 179.5])),
  );
});

test('halves of different height keep the border where they do not touch, and an inner ring across it is one', () => {
  const coordinates = [
    // The western half has a notch in place of the inner ring: a ring that goes round it along the border.
    [
      [
        [179, 0],
        [180, 0],
        [180, 1],
        [179.5, 1],
        [179.5, 2],
        [180, 2],
        [180, 3],
        [179, 3],
        [179, 0],
      ],
    ],
    [
      [
        [-180, 0],
        [-179, 0],
        [-179, 4],
        [-180, 4],
        [-180, 2],
        [-179.5, 2],
        [-179.5, 1],
        [-180, 1],
        [-180, 0],
      ],
    ],
    [box(100, 0, 101, 1)],
  ];
  const found = readGeoJson(geojson({ type: 'MultiPolygon', coordinates }), SIZES);
  expect(found.map(({ fault }) => fault)).toEqual([null, null]);
  const shape = found[0]?.shape;
  if (shape?.kind !== 'polygon') throw new Error('no polygon');
  expect(shape.rings.map(sorted)).toEqual([
    sorted(corners([0, 179], [0, -179], [4, -179], [4, 180], [3, 180], [3, 179])),
    sorted(corners([1, 179.5], [1, -179.5], [2, -179.5], [2, 179.5])),
  ]);
});

test('areas on both sides that do not touch stay separate', () => {
  const coordinates = [[box(179.5, 0, 180, 1)], [box(-180, 5, -179.5, 6)]];
  expect(readGeoJson(geojson({ type: 'MultiPolygon', coordinates }), SIZES).map(({ fault }) => fault)).toEqual([
    null,
    null,
  ]);
});

const DELHI = { lat: 28.6, lon: 77.2 };
const bytesOf = (text: string) => Uint8Array.from(new TextEncoder().encode(text));

test('coordinates that only fit with the latitude first are read so', async () => {
  const swapped = bytesOf(
    geojson({
      type: 'Polygon',
      coordinates: [
        [
          [-34.9, -156.1],
          [-34.9, -156.2],
          [-34.8, -156.2],
          [-34.9, -156.1],
        ],
      ],
    }),
  );
  const { found, order } = await read(swapped, 'a.geojson');
  expect([found[0]?.fault, order]).toEqual([null, { swapped: true, unsure: null }]);
});

test('if both orders are possible and swapping is much nearer to the vehicles, the person decides', async () => {
  const swapped = bytesOf(
    geojson({
      type: 'Polygon',
      coordinates: [
        [
          [28.5, 77.1],
          [28.5, 77.2],
          [28.6, 77.2],
          [28.5, 77.1],
        ],
      ],
    }),
  );
  const { order } = await read(swapped, 'a.geojson', { fleet: [DELHI] });
  expect(order.unsure?.swappedM).toBeLessThan(50_000);
  expect(order.unsure?.asWrittenM).toBeGreaterThan(4_000_000);
  const chosen = await read(swapped, 'a.geojson', { fleet: [DELHI], swapped: true });
  expect([chosen.order, chosen.found[0]?.shape]).toEqual([
    { swapped: true, unsure: null },
    { kind: 'polygon', rings: [corners([28.5, 77.1], [28.5, 77.2], [28.6, 77.2])] },
  ]);
  const right = bytesOf(geojson({ type: 'Point', coordinates: [77.1, 28.5] }));
  expect((await read(right, 'a.geojson', { fleet: [DELHI] })).order).toEqual({ swapped: false, unsure: null });
});

test.each([
  ['Tel Aviv', { lat: 32.08, lon: 34.78 }],
  ['Tbilisi', { lat: 41.72, lon: 44.79 }],
  ['Lagos', { lat: 6.45, lon: 3.39 }],
])('if latitude and longitude are interchangeable the person decides too: %s', async (_town, depot) => {
  const yard = { lat: depot.lat + 0.05, lon: depot.lon + 0.05 };
  const swapped = bytesOf(geojson({ type: 'Point', coordinates: [yard.lat, yard.lon] }));
  expect((await read(swapped, 'a.geojson', { fleet: [depot] })).order.unsure).not.toBeNull();
  const right = bytesOf(geojson({ type: 'Point', coordinates: [yard.lon, yard.lat] }));
  expect((await read(right, 'a.geojson', { fleet: [depot] })).order.unsure).toBeNull();
});

const feature = (name: string, outline: number[][]) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Polygon', coordinates: [outline] },
});

test('halves in two geofences of one name are joined, others of one name stay', async () => {
  const features = [
    feature('Isle', box(179.5, -17, 180, -16)),
    feature('Twin', box(10, 0, 11, 1)),
    feature('Isle', box(-180, -17, -179.5, -16)),
    feature('Twin', box(20, 0, 21, 1)),
    feature('Far', box(179.5, 5, 180, 6)),
    feature('Far', box(-180, 7, -179.5, 8)),
  ];
  const { found } = await read(bytesOf(JSON.stringify({ type: 'FeatureCollection', features })), 'a.geojson');
  expect(found.map(({ row, name, fault }) => [row, name, fault])).toEqual([
    [1, 'Isle', null],
    [2, 'Twin', null],
    [4, 'Twin', null],
    [5, 'Far', null],
    [6, 'Far', null],
  ]);
  const shape = found[0]?.shape;
  expect(shape?.kind === 'polygon' && sorted(shape.rings[0])).toEqual(
    sorted(corners([-17, 179.5], [-17, -179.5], [-16, -179.5], [-16, 179.5])),
  );
});

import { OPERATIONS } from '@milepost/contract/operations';
import { FileFault, type FoundFence } from '@milepost/web/features/geo-fence/files/found-fence';
import { readCsvFences } from '@milepost/web/features/geo-fence/files/read-csv';
import { readGeoJson } from '@milepost/web/features/geo-fence/files/read-geojson';
import { readPlacesCsv } from '@milepost/web/features/maps/places-csv';
import { mutateJson, mutateText } from './mutate.ts';
import type { Random } from './random.ts';
import { assertHolds, type Target } from './run-target.ts';

const SIZES = { radiusM: 100, halfWidthM: 50 };
const RING = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
  [0, 0],
];
const properties = { name: 'Depot', description: 'A place', colour: '#c0306b', tags: ['a', 'b'], speedLimitKph: 30 };
const feature = (geometry: object, more = {}) => ({
  type: 'Feature',
  properties: { ...properties, ...more },
  geometry,
});
const GEOJSON = {
  type: 'FeatureCollection',
  features: [
    feature({ type: 'Point', coordinates: [-56.18, -34.9] }, { kind: 'circle', lat: -34.9, lon: -56.18, radiusM: 80 }),
    feature({ type: 'Polygon', coordinates: [RING] }),
    feature({ type: 'MultiPolygon', coordinates: [[RING], [RING]] }),
    feature({ type: 'LineString', coordinates: RING.slice(0, 3) }, { halfWidthM: 20 }),
    feature({ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [0, 0] }] }),
  ],
};
const FENCES = `name,description,tags,colour,speedLimitKph,lat,lon,radiusM,halfWidthM,wkt
Depot,"A ""place""",a;b,#c0306b,30,-34.9,-56.18,80,,
Area,,,fff,,,,,,"POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 5 4, 5 5, 4 4))"
Road,,,,,,,,20,"LINESTRING (0 0, 1 1, 2 1)"
`;
const PLACES = 'name;lat;lon;category;colour;note\nYard;-34,9;-56,18;depot;#2563d9;"Gate 3\nring"\nShop;1;2;;;\n';

/** The server must accept every offered import: people would not understand a rejection. */
function checkFences(found: readonly FoundFence[]): void {
  for (const fence of found) {
    if (fence.fault || !fence.shape) continue;
    const { name, description, colour, tags, speedLimitKph, shape } = fence;
    const sent = { name: name || 'Fence', description, tags, shape, speedLimitKph, ...(colour && { colour }) };
    const parsed = OPERATIONS['import-fences'].input.safeParse({ fences: [sent] });
    assertHolds(parsed.success, `offered, and refused by the server: ${parsed.error?.message}`);
  }
}

function checkPlaces(text: string): void {
  const { places, faults } = readPlacesCsv(text);
  if (faults.length > 0 || places.length === 0) return;
  const parsed = OPERATIONS['import-places'].input.safeParse({ rows: places });
  assertHolds(parsed.success, `offered, and refused by the server: ${parsed.error?.message}`);
}

const READERS: Record<string, { text: (random: Random) => string; read: (text: string) => void }> = {
  'geojson of fences': {
    text: (random) => {
      const json = JSON.stringify(mutateJson(random, mutateJson(random, GEOJSON)));
      return random.chance(0.2) ? mutateText(random, json) : json;
    },
    read: (text) => checkFences(readGeoJson(text, SIZES)),
  },
  'csv of fences': {
    text: (random) => mutateText(random, FENCES),
    read: (text) => checkFences(readCsvFences(text, SIZES)),
  },
  'csv of places': { text: (random) => mutateText(random, PLACES), read: checkPlaces },
};

/** The files that people import; they are read in the browser, and the result is sent to the server. */
export function filesTarget(): Target {
  return {
    step: (random, note) => {
      const kind = random.pick(Object.keys(READERS));
      const text = READERS[kind]?.text(random) ?? '';
      note({ kind, text });
      try {
        READERS[kind]?.read(text);
      } catch (error) {
        // Shown to the person; any other error is a finding.
        if (!(error instanceof FileFault)) throw error;
      }
    },
    stop: () => Promise.resolve(),
  };
}

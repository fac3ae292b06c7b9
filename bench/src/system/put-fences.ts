import { type FenceFields, insertFence } from '@milepost/server/store/geofences/write-fence';
import type { Pool } from 'pg';
import { seededRandom } from '../random.ts';

const COLOURS = ['#2563d9', '#0a7f6b', '#b8590b', '#8b3fc4', '#c0306b'];
/** The degrees on each side of the centre. */
const REACH = { lat: 0.3, lon: 0.4 };

/** Geofences of all kinds around a point: six of ten are circles, three are polygons, one is a corridor. */
export async function putFences(db: Pool, count: number, middle: { lat: number; lon: number }): Promise<void> {
  const random = seededRandom(7);
  const between = (from: number, to: number) => from + random() * (to - from);
  const { rows } = await db.query<{ id: number }>('SELECT id FROM organisations ORDER BY id LIMIT 1');
  for (let index = 0; index < count; index += 1) {
    const centre = {
      lat: middle.lat + between(-REACH.lat, REACH.lat),
      lon: middle.lon + between(-REACH.lon, REACH.lon),
    };
    await insertFence(db, rows[0]?.id ?? 1, {
      name: `Stop ${index}`,
      description: null,
      colour: COLOURS[index % COLOURS.length] ?? '#2563d9',
      tags: [`zone ${index % 20}`],
      shape: shapeAt(index, centre, between),
      speedLimitKph: null,
      betweenFixes: false,
      schedule: null,
      vehicleIds: [],
      groupIds: [],
    });
  }
}

function shapeAt(
  index: number,
  centre: { lat: number; lon: number },
  between: (from: number, to: number) => number,
): FenceFields['shape'] {
  const kind = index % 10;
  if (kind < 6) return { kind: 'circle', centre, radiusM: Math.round(between(50, 400)) };
  const beside = (lat: number, lon: number) => ({ lat: centre.lat + lat, lon: centre.lon + lon });
  if (kind === 9) {
    const line = Array.from({ length: 8 }, (_, at) => beside(at * 0.002, between(-0.001, 0.001)));
    return { kind: 'corridor', line, halfWidthM: 60 };
  }
  const ring = Array.from({ length: 16 }, (_, at) => {
    const [angle, reach] = [(at / 16) * 2 * Math.PI, between(0.001, 0.003)];
    return beside(reach * Math.sin(angle), reach * Math.cos(angle));
  });
  return { kind: 'polygon', rings: [ring] };
}

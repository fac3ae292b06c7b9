import { toCityRoads } from '@milepost/city/city-roads';
import { route } from '@milepost/city/road-graph';
import { cityForTests } from '@milepost/city/testing';
import { applyLateReports } from '@milepost/tracking/apply-batch';
import { indexFences } from '@milepost/tracking/build-fence-index';
import type { Report } from '@milepost/tracking/report';
import { positionHash } from '@milepost/tracking/report-hash';
import { DEFAULT_SETTINGS } from '@milepost/tracking/settings';
import { newState } from '@milepost/tracking/track-state';
import { expect, test } from 'vitest';
import { roadLimits } from './road-limits.ts';

/** Random numbers from 0 to below 1, the same each time. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

const DEGREE_M = 111_195;
const START = Date.UTC(2026, 2, 2, 8);

test('trips in the city: limits are those of the roads driven, drivers within them raise no alarm, and speeding ones do', () => {
  const { graph } = cityForTests();
  const roads = toCityRoads(graph);
  const limits = roadLimits(null, () => roads);
  const random = seeded(7);
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const counts = { right: 0, higher: 0, lower: 0, unknown: 0 };

  /**
   * A trip at a fraction of each limit, with a fix every 10 s; the receiver deviates by 6 m, the course by 8 degrees.
   */
  function drive(part: number): Report[] {
    const from = Math.floor(random() * graph.nodes.length);
    const arcs = route(graph, from, Math.floor(random() * graph.nodes.length))?.arcs ?? [];
    const reports: Report[] = [];
    let [seconds, next] = [0, 0];
    for (const arc of arcs) {
      const edge = graph.edges[arc >> 1];
      if (!edge) continue;
      const points = Array.from({ length: edge.shape.length / 2 }, (_, index) => ({
        lat: edge.shape[2 * index] ?? 0,
        lon: edge.shape[2 * index + 1] ?? 0,
      }));
      if (arc & 1) points.reverse();
      const speedKph = Math.round(edge.limitKph * part);
      for (const [index, end] of points.entries()) {
        const start = points[index - 1];
        if (!start) continue;
        const scale = Math.cos((start.lat * Math.PI) / 180);
        const [north, east] = [end.lat - start.lat, (end.lon - start.lon) * scale];
        const lasts = (Math.hypot(north, east) * DEGREE_M * 3.6) / speedKph;
        if (lasts === 0) continue;
        for (; next <= seconds + lasts; next += 10) {
          const along = (next - seconds) / lasts;
          const place = {
            lat: start.lat + (end.lat - start.lat) * along + (gauss() * 6) / DEGREE_M,
            lon: start.lon + (end.lon - start.lon) * along + (gauss() * 6) / DEGREE_M / scale,
          };
          const courseDeg = Math.round(((Math.atan2(east, north) * 180) / Math.PI + gauss() * 8 + 720) % 360) % 360;
          const limit = limits.now({ ...place, speedKph, courseDeg });
          if (limit == null) counts.unknown += 1;
          else counts[limit === edge.limitKph ? 'right' : limit > edge.limitKph ? 'higher' : 'lower'] += 1;
          const position = {
            ...place,
            fixTime: new Date(START + next * 1000),
            altitudeM: null,
            speedKph,
            courseDeg,
            valid: true,
            attributes: {},
            ...(limit != null && { roadLimitKph: limit }),
          };
          reports.push({ position, hash: positionHash(position) });
        }
        seconds += lasts;
      }
    }
    return reports;
  }

  const condition = { kind: 'roadSpeed', overKph: 10 } as const;
  const context = {
    settings: DEFAULT_SETTINGS,
    timeZone: 'UTC',
    fences: indexFences([]),
    rules: [{ id: 1, condition, coolDownS: 300, schedule: null }],
    clearedByHand: [],
  };
  const isAccused = (reports: Report[]) =>
    applyLateReports(newState(), reports, context).facts.some(({ kind }) => kind === 'alarm');
  const trips = (part: number) => Array.from({ length: 12 }, () => drive(part)).filter(({ length }) => length > 20);
  const [lawful, speeding] = [trips(0.95), trips(1.4)];
  expect(lawful.length).toBeGreaterThan(8);
  expect(lawful.filter(isAccused)).toEqual([]);
  expect(speeding.filter((reports) => !isAccused(reports))).toEqual([]);
  const all = counts.right + counts.higher + counts.lower + counts.unknown;
  expect(counts.right / all).toBeGreaterThan(0.97);
  expect(counts.lower / all).toBeLessThan(0.002);
});

// npm run -s bench:tracking: positions a second that the tracking core takes in on one core, as one line of JSON.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Fence } from '@milepost/tracking/fence';
import { indexFences } from '@milepost/tracking/fence-index';
import type { Fact } from '@milepost/tracking/fact';
import { advance, type Report } from '@milepost/tracking/advance';
import { positionHash } from '@milepost/tracking/report-hash';
import { DEFAULT_SETTINGS, type TrackingContext } from '@milepost/tracking/settings';
import { newState } from '@milepost/tracking/track-state';
import { seededRandom } from './random.ts';

const { values } = parseArgs({
  options: { positions: { type: 'string', default: '400000' }, fences: { type: 'string', default: '1000,23000' } },
});
const POSITIONS = Number(values.positions);
const VEHICLES = 200;
const START = Date.UTC(2026, 2, 2, 4);
const INTERVAL_MS = 30_000;
/** A province of some 110 by 90 km. */
const REGION = { lat: -34.9, lon: -56.2, sizeDeg: 1 };

/** Shops (circles), yards and districts (polygons, one in ten with a hole) and roads (corridors), evenly over the region. */
function fencesOf(count: number, random: () => number): Fence[] {
  const place = () => ({ lat: REGION.lat + random() * REGION.sizeDeg, lon: REGION.lon + random() * REGION.sizeDeg });
  const ring = (centre: { lat: number; lon: number }, size: number) =>
    Array.from({ length: 12 }, (_, index) => ({
      lat: centre.lat + size * Math.sin((index * Math.PI) / 6) * (0.7 + 0.3 * random()),
      lon: centre.lon + size * Math.cos((index * Math.PI) / 6) * (0.7 + 0.3 * random()),
    }));
  return Array.from({ length: count }, (_, id): Fence => {
    const centre = place();
    const speedLimitKph = id % 20 === 0 ? 40 : null;
    if (id % 10 < 7) {
      return { id, speedLimitKph, schedule: null, shape: { kind: 'circle', centre, radiusM: 50 + random() * 250 } };
    }
    if (id % 10 < 9) {
      const size = id % 100 === 7 ? 0.03 : 0.003;
      const rings = id % 100 === 8 ? [ring(centre, size), ring(centre, size / 3)] : [ring(centre, size)];
      return { id, speedLimitKph, schedule: null, shape: { kind: 'polygon', rings } };
    }
    const line = Array.from({ length: 6 }, (_point, index) => ({
      lat: centre.lat + index * 0.002 * random(),
      lon: centre.lon + index * 0.002,
    }));
    return { id, speedLimitKph, schedule: null, shape: { kind: 'corridor', line, halfWidthM: 30 } };
  });
}

/** Vehicles that drive some 25 minutes and stand some 20, with receiver noise, a fix each 30 s. */
function tracksOf(random: () => number): Report[][] {
  const each = Math.ceil(POSITIONS / VEHICLES);
  return Array.from({ length: VEHICLES }, () => {
    let [lat, lon] = [REGION.lat + random() * REGION.sizeDeg, REGION.lon + random() * REGION.sizeDeg];
    let course = random() * 360;
    return Array.from({ length: each }, (_, index): Report => {
      const drives = index % 90 >= 40;
      const speedKph = drives ? (random() < 0.2 ? 0 : 20 + random() * 50) : 0;
      if (drives) {
        if (random() < 0.3) course = (course + (random() < 0.5 ? 90 : 270)) % 360;
        const metres = (speedKph / 3.6) * 30;
        lat += (metres * Math.cos((course * Math.PI) / 180)) / 111_195;
        lon += (metres * Math.sin((course * Math.PI) / 180)) / 91_200;
        if (lat < REGION.lat || lat > REGION.lat + REGION.sizeDeg) course = (540 - course) % 360;
        if (lon < REGION.lon || lon > REGION.lon + REGION.sizeDeg) course = (360 - course) % 360;
      }
      const position = {
        fixTime: new Date(START + index * INTERVAL_MS),
        lat: lat + (random() - 0.5) * 1e-4,
        lon: lon + (random() - 0.5) * 1e-4,
        altitudeM: 30,
        speedKph,
        courseDeg: course,
        valid: random() > 0.01,
        attributes: { ignition: drives, satellites: 11 },
      };
      return { position, hash: positionHash(position) };
    });
  });
}

function contextOf(count: number): TrackingContext {
  const hours = Array.from({ length: 7 }, () => [{ fromMin: 360, toMin: 1320 }]);
  return {
    settings: { ...DEFAULT_SETTINGS, speedLimitKph: 60 },
    timeZone: 'America/Montevideo',
    fences: indexFences(fencesOf(count, seededRandom(7))),
    rules: [
      { id: 1, coolDownS: 300, schedule: null, condition: { kind: 'overspeed', limitKph: null } },
      { id: 2, coolDownS: 300, schedule: null, condition: { kind: 'idling', afterS: 600 } },
      { id: 3, coolDownS: 300, schedule: null, condition: { kind: 'geofenceEnter', fenceIds: [1, 2, 3] } },
      { id: 4, coolDownS: 300, schedule: null, condition: { kind: 'unauthorisedMovement', workingHours: hours } },
      {
        id: 5,
        coolDownS: 300,
        schedule: null,
        condition: { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null },
      },
    ],
    clearedByHand: [],
  };
}

interface Measured {
  /** Positions for each second of processor time: what one core does that has nothing else to do. */
  perCoreSecond: number;
  perSecond: number;
  facts: number;
  /** Mean size of a device's state as JSON. */
  stateBytes: number;
}

/** Takes all tracks in once, interleaved as they arrive from a fleet. */
function measure(tracks: readonly Report[][], context: TrackingContext): Measured {
  const states = tracks.map(() => newState());
  const facts: Fact[] = [];
  let told = 0;
  let taken = 0;
  const started = performance.now();
  const cpu = process.cpuUsage();
  for (let index = 0; index < (tracks[0]?.length ?? 0); index += 1) {
    for (const [vehicle, track] of tracks.entries()) {
      const [state, report] = [states[vehicle], track[index]];
      if (!state || !report) continue;
      advance(state, report, context, facts);
      taken += 1;
    }
    told += facts.length;
    facts.length = 0;
  }
  const { user, system } = process.cpuUsage(cpu);
  const perSecond = Math.round(taken / ((performance.now() - started) / 1000));
  const stateBytes = Math.round(states.reduce((sum, state) => sum + JSON.stringify(state).length, 0) / states.length);
  return { perCoreSecond: Math.round(taken / ((user + system) / 1e6)), perSecond, facts: told, stateBytes };
}

const tracks = tracksOf(seededRandom(1));
const results = values.fences.split(',').map((text) => {
  const indexed = performance.now();
  const context = contextOf(Number(text));
  const indexMs = Math.round(performance.now() - indexed);
  const rounds = [1, 2, 3].map(() => measure(tracks, context));
  const best = rounds.toSorted((a, b) => b.perCoreSecond - a.perCoreSecond)[0];
  return { fences: Number(text), ...best, indexMs };
});
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, node ${process.version}`;
process.stdout.write(`${JSON.stringify({ bench: 'tracking', positions: POSITIONS, results, machine })}\n`);

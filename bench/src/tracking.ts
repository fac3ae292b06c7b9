// npm run -s bench:tracking: positions a second that the tracking core processes on one core, as one line of JSON.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Fence } from '@milepost/tracking/fence';
import { indexFences } from '@milepost/tracking/build-fence-index';
import type { Fact } from '@milepost/tracking/fact';
import { advance, type Report } from '@milepost/tracking/advance';
import { positionHash } from '@milepost/tracking/report-hash';
import { DEFAULT_SETTINGS, type TrackingContext } from '@milepost/tracking/settings';
import { newState, type TrackState } from '@milepost/tracking/track-state';
import { seededRandom } from './random.ts';

const { values } = parseArgs({
  options: {
    positions: { type: 'string', default: '400000' },
    fences: { type: 'string', default: '1000,23000' },
    outlets: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    /** True if crossings of all geofences between fixes are detected, too. */
    crossed: { type: 'boolean', default: false },
  },
});
const POSITIONS = Number(values.positions);
const OUTLETS = Number(values.outlets);
const VEHICLES = 200;
const START = Date.UTC(2026, 2, 2, 4);
const INTERVAL_MS = 30_000;
/** A province of some 110 by 90 km. */
const REGION = { lat: -34.9, lon: -56.2, sizeDeg: 1 };

/**
 * Shops (circles), yards and districts (polygons, one in ten with an inner ring) and roads (corridors), evenly over the
 * region.
 */
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

/** Vehicles that drive for some 25 minutes and stop for some 20, with receiver noise, a fix every 30 s. */
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

/** Outlets where the vehicles stop, so that half of all fixes are at one; and others, evenly over the region. */
function outletsOf(tracks: readonly Report[][], random: () => number): Fence[] {
  const halts = tracks.flatMap((track) =>
    track.filter((_, index) => index % 90 === 20).map(({ position }) => position),
  );
  return Array.from({ length: OUTLETS }, (_, index): Fence => {
    const anywhere = { lat: REGION.lat + random() * REGION.sizeDeg, lon: REGION.lon + random() * REGION.sizeDeg };
    const { lat, lon } = halts[Math.floor((index / OUTLETS) * halts.length * 1.25)] ?? anywhere;
    return {
      id: index + 1,
      speedLimitKph: null,
      schedule: null,
      shape: { kind: 'circle', centre: { lat, lon }, radiusM: 60 },
    };
  });
}

function contextOf(count: number): TrackingContext {
  const hours = Array.from({ length: 7 }, () => [{ fromMin: 360, toMin: 1320 }]);
  return {
    settings: { ...DEFAULT_SETTINGS, speedLimitKph: 60 },
    timeZone: 'America/Montevideo',
    fences: indexFences(fencesOf(count, seededRandom(7)).map((fence) => ({ ...fence, betweenFixes: values.crossed }))),
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
  /** The positions per second of processor time: the throughput of one otherwise idle core. */
  perCoreSecond: number;
  perSecond: number;
  facts: number;
  /** The mean size of a device's state as JSON. */
  stateBytes: number;
}

/** The number of steps that one context processes before the other's turn. */
const TURN = 20;

/**
 * Processes all tracks once with each context, interleaved as they arrive from a fleet, and alternating every few
 * milliseconds, so that other work of the machine affects all equally.
 */
function measure(tracks: readonly Report[][], contexts: readonly TrackingContext[]): Measured[] {
  const sides = contexts.map((context) => ({
    context,
    states: tracks.map(() => newState()),
    facts: 0,
    ms: 0,
    cpuUs: 0,
  }));
  const steps = tracks[0]?.length ?? 0;
  for (let from = 0; from < steps; from += TURN) {
    for (const side of from % (2 * TURN) === 0 ? sides : sides.toReversed()) {
      const started = performance.now();
      const cpu = process.cpuUsage();
      side.facts += takeIn(tracks, side, from, Math.min(steps, from + TURN));
      const { user, system } = process.cpuUsage(cpu);
      side.cpuUs += user + system;
      side.ms += performance.now() - started;
    }
  }
  const taken = steps * tracks.length;
  return sides.map(({ states, facts, ms, cpuUs }) => ({
    perCoreSecond: Math.round(taken / (cpuUs / 1e6)),
    perSecond: Math.round(taken / (ms / 1000)),
    facts,
    stateBytes: Math.round(states.reduce((sum, state) => sum + JSON.stringify(state).length, 0) / states.length),
  }));
}

interface Side {
  context: TrackingContext;
  states: readonly TrackState[];
}

/** The number of emitted facts. */
function takeIn(tracks: readonly Report[][], { context, states }: Side, from: number, to: number): number {
  const facts: Fact[] = [];
  let written = 0;
  for (let index = from; index < to; index += 1) {
    for (const [vehicle, track] of tracks.entries()) {
      const [state, report] = [states[vehicle], track[index]];
      if (state && report) advance(state, report, context, facts);
    }
    written += facts.length;
    facts.length = 0;
  }
  return written;
}

const best = (rounds: readonly (Measured | undefined)[]) =>
  rounds.toSorted((a, b) => (b?.perCoreSecond ?? 0) - (a?.perCoreSecond ?? 0))[0];

const tracks = tracksOf(seededRandom(1));
const places = indexFences(outletsOf(tracks, seededRandom(3)));
const results = values.fences.split(',').map((text) => {
  const indexed = performance.now();
  const context = contextOf(Number(text));
  const indexMs = Math.round(performance.now() - indexed);
  const alone = Array.from({ length: Number(values.rounds) }, () => measure(tracks, [context])[0]);
  const both = Array.from({ length: Number(values.rounds) }, () => measure(tracks, [context, { ...context, places }]));
  const more = both.map(
    ([without, withOutlets]) => (without?.perCoreSecond ?? 0) / (withOutlets?.perCoreSecond ?? 0) - 1,
  );
  const outlets = {
    count: OUTLETS,
    ...best(both.map((sides) => sides[1])),
    morePercent: more.map((one) => Math.round(one * 1000) / 10),
  };
  return { fences: Number(text), ...best(alone), indexMs, outlets };
});
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, node ${process.version}`;
process.stdout.write(`${JSON.stringify({ bench: 'tracking', positions: POSITIONS, results, machine })}\n`);

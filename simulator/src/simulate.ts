/**
 * Generates days of reports with their truth, without waiting and without a network, for tests of code that evaluates
 * reports. Deterministic: the same options give the same reports. A week of eleven vehicles at 30 s takes a second or two.
 *
 * `reports` contains a vehicle's reports in the order of sending: `ms` is the true time, `position` the device's report (its
 * `fixTime` may be wrong), `faults` the faults that affected it. `truth` contains the true movement (see `KnownTruth`):
 *
 * - `trips` (start, end, length, waits at lights), `stops` (start, end, place, when the engine was off)
 * - `engineOn`, and `idling` with its reason: warming up, at a gate, around a halt, at a light
 * - `drivenM` in the period, `drivenBetween(a, b)`; `rides` on tow trucks and ferries, which do not count as driven
 * - `unseen`: silences, from the last report before to the first one after, with the distance driven in them
 * - `lasting` faults of the device, and `episodes` of temporary ones with the reports that each changed
 * - `at(ms)`: coordinates, speed, engine, state, odometer
 *
 * The faults and their rates are described at `FaultRates` in `faults/fault.ts`; without `faults` there are none.
 * Reported attributes: `ignition` (the wire), `powerV` (the engine's supply, `supply.ts`), `odometerM`, `satellites`.
 */
import type { Outlet } from '@milepost/city/outlets';
import type { RoadGraph } from '@milepost/city/road-graph';
import type { Attributes } from '@milepost/protocols/types';
import { demoFleet } from './fleet.ts';
import type { DemoVehicle } from './fleet.ts';
import type { FaultKind, FaultRates } from './faults/fault.ts';
import { Faulty } from './faults/faulty.ts';
import { RiddenMovement } from './faults/ride.ts';
import { journeyOf, unknownSpansOf } from './known-truth.ts';
import type { KnownTruth } from './known-truth.ts';
import { dayStart, localDay } from './local-time.ts';
import { Movement } from './movement.ts';
import { Recorder } from './recorder.ts';
import type { Report } from './report.ts';
import { Streets } from './streets.ts';

/** The city to drive in. Caches drives, so use one instance for many simulations: faults are then cheap. */
export interface World {
  streets: Streets;
  outlets: readonly Outlet[];
  /** The movements by vehicle and first day. */
  movements: Map<string, Movement>;
}

export interface Simulation {
  world: World;
  /** Indexes in a demo fleet of 60 vehicles, of all types and shifts; the demo's troubles and wrong wires are left out. */
  vehicles: readonly number[];
  days: number;
  /** Seconds between reports, counted from the first midnight. */
  intervalS: number;
  /** Seconds between reports while the vehicle stands and the wire is off; `intervalS` if omitted. */
  parkedS?: number;
  /** 0, the default, drives as the demo does; other seeds drive other days. Also places the faults. */
  seed?: number;
  /** Number of the first local day; Monday 16 November 2026 if omitted. */
  firstDay?: number;
  faults?: FaultRates;
  /**
   * `exact` has no errors and always has a fix; `real` (the default) has noise, drifts, and loses its fix in tunnels.
   */
  receiver?: 'exact' | 'real';
  /** Whether the wire is connected, and whether the device reports its supply; both if omitted. */
  reports?: { ignition?: boolean; powerV?: boolean };
}

/** A fix as the server stores it; the same fields as a position in the tracking package. */
export interface SimulatedPosition {
  fixTime: Date;
  lat: number;
  lon: number;
  altitudeM: number | null;
  speedKph: number;
  courseDeg: number;
  valid: boolean;
  attributes: Attributes;
}

export interface SimulatedReport {
  /** Time of the measurement, by a true clock. */
  ms: number;
  position: SimulatedPosition;
  /** Temporary faults that changed it. */
  faults: FaultKind[];
}

export interface SimulatedVehicle {
  index: number;
  vehicle: DemoVehicle;
  reports: SimulatedReport[];
  truth: KnownTruth;
}

/** Monday 16 November 2026. */
const FIRST_DAY = localDay(Date.UTC(2026, 10, 16, 12));
const FLEET = 60;
/** All days of a simulation and all their drives: computing them takes most of the time. */
const RETAINED = { plans: 100, drives: 100 };
/** A gap that exceeds the interval by this much is a silence. */
const SILENCE_MS = 60_000;
/** Vehicles of different seeds have different indexes. */
const SEED_STEP = 1000;

/** Returns the demo's city as a world. */
export function worldOf(city: { graph: RoadGraph; outlets: readonly Outlet[] }): World {
  return { streets: new Streets(city.graph), outlets: city.outlets, movements: new Map() };
}

/**
 * Returns the vehicles' reports for the days, and the truth.
 * @throws RangeError if there is no such vehicle
 */
export function simulate(simulation: Simulation): SimulatedVehicle[] {
  const fleet = demoFleet(FLEET);
  return simulation.vehicles.map((index) => {
    const vehicle = fleet[index];
    if (!vehicle) throw new RangeError(`no vehicle ${index}`);
    return simulateOne(simulation, { ...vehicle, trouble: null, wire: 'right' }, index);
  });
}

function simulateOne(simulation: Simulation, vehicle: DemoVehicle, index: number): SimulatedVehicle {
  const { world, days, seed = 0, firstDay = FIRST_DAY, faults: rates = {}, receiver = 'real' } = simulation;
  const stream = index + SEED_STEP * seed;
  const own = movementOf(world, vehicle, stream, firstDay);
  const moves = new RiddenMovement(own, world.streets, rates.ride ?? 0, seed, index);
  const faulty = new Faulty(rates, seed, index, moves);
  const recorder = new Recorder(vehicle, stream, moves, { faulty, exact: receiver === 'exact' });
  const period = { startMs: dayStart(firstDay), endMs: dayStart(firstDay + days) };
  const episodes = faulty.episodes.within(period.startMs, period.endMs);
  const hits = new Map(episodes.map((episode): [object, number[]] => [episode, []]));
  const reports: SimulatedReport[] = [];
  for (let ms = period.startMs; ms < period.endMs; ms += stepOf(simulation, moves.truthAt(ms).state === 'stopped')) {
    const report = recorder.reportAt(ms);
    if (!report) continue;
    const suffered = faulty.hits(ms);
    for (const episode of suffered) hits.get(episode)?.push(ms);
    reports.push({ ms, position: positionOf(report, simulation), faults: suffered.map(({ kind }) => kind) });
  }
  const drivenBetween = (fromMs: number, toMs: number): number =>
    own.truthAt(toMs).odometerM - own.truthAt(fromMs).odometerM;
  const rides = moves.ridesWithin(period.startMs, period.endMs);
  const sentMs = reports.map(({ ms }) => ms);
  const longestMs = Math.max(stepOf(simulation, false), stepOf(simulation, true)) + SILENCE_MS;
  const truth: KnownTruth = {
    period,
    ...journeyOf(moves, rides, period),
    drivenM: drivenBetween(period.startMs, period.endMs),
    drivenBetween,
    unknown: unknownSpansOf(sentMs, period, longestMs, drivenBetween),
    rides,
    lasting: faulty.lasting,
    episodes: episodes.map((episode) => ({ ...episode, reportsMs: hits.get(episode) ?? [] })),
    at: (ms) => moves.truthAt(ms),
  };
  return { index, vehicle, reports, truth };
}

function movementOf({ streets, outlets, movements }: World, vehicle: DemoVehicle, stream: number, firstDay: number) {
  const key = `${stream} ${firstDay}`;
  const known = movements.get(key);
  if (known) return known;
  const movement = new Movement(vehicle, stream, streets, outlets, firstDay, RETAINED);
  movements.set(key, movement);
  return movement;
}

function stepOf({ intervalS, parkedS = intervalS }: Simulation, isParked: boolean): number {
  return (isParked ? parkedS : intervalS) * 1000;
}

function positionOf(report: Report, { receiver, reports = {} }: Simulation): SimulatedPosition {
  const { timeMs, lat, lon, altitudeM, courseDeg, valid, ignition, powerV, odometerM, satellites } = report;
  const attributes: Attributes = { satellites, odometerM };
  if (reports.ignition ?? true) attributes.ignition = ignition;
  if ((reports.powerV ?? true) && powerV !== null) attributes.powerV = powerV;
  // Trackers report whole km/h.
  const speedKph = receiver === 'exact' ? report.speedKph : Math.round(report.speedKph);
  return { fixTime: new Date(timeMs), lat, lon, altitudeM, speedKph, courseDeg, valid, attributes };
}

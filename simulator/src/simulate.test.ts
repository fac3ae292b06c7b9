import { cityForTests } from '@milepost/city/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { FREQUENT } from './faults/fault.ts';
import { simulate, worldOf } from './simulate.ts';
import type { SimulatedVehicle, Simulation, World } from './simulate.ts';

let world: World;
beforeAll(() => {
  world = worldOf(cityForTests());
}, 120_000);

/** A truck and a motorcycle, with an evening and a day shift. */
function run(more: Partial<Simulation> = {}): SimulatedVehicle[] {
  return simulate({ world, vehicles: [0, 3], days: 2, intervalS: 30, receiver: 'exact', ...more });
}

const holds = (spans: readonly { startMs: number; endMs: number }[], ms: number): boolean =>
  spans.some(({ startMs, endMs }) => ms >= startMs && ms < endMs);

describe('simulate', () => {
  it('gives the same drive for the same seed and another for another', () => {
    const [first, other] = [1, 2].map(
      (seed) => run({ seed, vehicles: [3], faults: FREQUENT, receiver: 'real' })[0]?.reports,
    );
    const repeated = simulate({
      world: { ...world, movements: new Map() },
      vehicles: [3],
      days: 2,
      intervalS: 30,
      seed: 1,
      faults: FREQUENT,
    });
    expect(repeated[0]?.reports).toEqual(first);
    expect(other?.[1500]?.position.lat).not.toBe(first?.[1500]?.position.lat);
  });

  it('sends at every interval and lists no faults when all are off', () => {
    for (const { reports, truth } of run()) {
      const { startMs } = truth.period;
      expect(reports.map(({ ms }) => ms)).toEqual(Array.from({ length: 2 * 2880 }, (_, i) => startMs + i * 30_000));
      expect(reports.filter(({ ms, position }) => position.fixTime.getTime() !== ms)).toEqual([]);
      expect([truth.unknown, truth.rides, truth.episodes, [...truth.lasting]]).toEqual([[], [], [], []]);
    }
  });

  it('sends less often while parked when so configured', () => {
    const [slow] = run({ vehicles: [3], parkedS: 300 });
    const gaps = slow?.reports.slice(1).map(({ ms }, i) => ms - (slow.reports[i]?.ms ?? 0)) ?? [];
    expect(new Set(gaps)).toEqual(new Set([30_000, 300_000]));
    expect(slow?.truth.unknown).toEqual([]);
  });

  it('knows trips, stops, engine and idling at every moment', () => {
    for (const { reports, truth } of run()) {
      const { trips, stops, engineOn, idling, rides } = truth;
      expect(rides).toEqual([]);
      const offs = stops.flatMap((stop) => stop.off ?? []);
      const wrong = reports.filter(({ ms, position }) => {
        const { state, speedKph, ignition } = truth.at(ms);
        const idles = holds(idling, ms);
        return (
          holds(trips, ms) !== (state === 'driving') ||
          holds(stops, ms) === (state === 'driving') ||
          holds(engineOn, ms) !== ignition ||
          holds(offs, ms) === ignition ||
          position.attributes.ignition !== ignition ||
          (idles ? speedKph > 0 || !ignition : ignition && state !== 'driving')
        );
      });
      expect(wrong.map(({ ms }) => ms)).toEqual([]);
      expect(new Set(idling.map(({ where }) => where))).toEqual(new Set(['warmUp', 'gate', 'halt', 'light']));
      const longest = Math.max(...idling.map(({ startMs, endMs, where }) => (where === 'gate' ? endMs - startMs : 0)));
      expect(longest).toBeGreaterThan(4 * 60_000);
    }
  });

  it('counts the distance of all trips within the period', () => {
    for (const { truth } of run()) {
      const { startMs, endMs } = truth.period;
      const sum = truth.trips.reduce((metres, trip) => {
        const whole = trip.startMs >= startMs && trip.endMs <= endMs;
        return (
          metres +
          (whole ? trip.lengthM : truth.drivenBetween(Math.max(startMs, trip.startMs), Math.min(endMs, trip.endMs)))
        );
      }, 0);
      expect(truth.drivenM / sum).toBeCloseTo(1, 5);
      expect(truth.drivenM).toBeGreaterThan(150_000);
    }
  });

  it('reports the voltage of the real engine state, whatever the ignition wire says', () => {
    for (const faults of [{}, { liveWire: 1 }, { deadWire: 1 }]) {
      for (const { reports, truth, vehicle } of run({ faults })) {
        const scale = vehicle.type === 'truck' ? 2 : 1;
        const wrong = reports.filter(({ ms, position }) => {
          const starts = truth.engineOn.some(({ startMs }) => ms >= startMs && ms < startMs + 3000);
          const volts = (position.attributes.powerV ?? 0) / scale;
          const rests = volts >= 12.39 && volts <= 12.81;
          const runs = volts >= 13.6 && volts <= 14.4;
          return !starts && !(truth.at(ms).ignition ? runs : rests);
        });
        expect(wrong).toEqual([]);
      }
    }
  });

  it('omits inputs that are not connected', () => {
    const [vehicle] = run({ vehicles: [3], reports: { ignition: false, powerV: false } });
    expect(Object.keys(vehicle?.reports[0]?.position.attributes ?? {})).toEqual(['satellites', 'odometerM']);
  });
});

import { createHash } from 'node:crypto';
import { distanceM } from '@milepost/city/distance';
import { cityForTests } from '@milepost/city/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoFleet, type DemoVehicle } from './fleet.ts';
import { DAY_MS, dayStart, localDay, localHour, pastStart, trafficPace } from './local-time.ts';
import { Movement } from './movement.ts';
import { pastReports } from './demo-device.ts';
import { Recorder } from './recorder.ts';
import type { Report } from './report.ts';
import { Streets } from './streets.ts';

/** A Monday; 2026-11-16 in Montevideo. */
const DAY = localDay(Date.UTC(2026, 10, 16, 12));
const HOUR_MS = 3_600_000;
const fleet = demoFleet(60);
let city: ReturnType<typeof cityForTests>;
let streets: Streets;
beforeAll(() => {
  city = cityForTests();
  streets = new Streets(city.graph);
}, 60_000);

function movementOf(index: number, anchorDay = DAY): Movement {
  const vehicle = fleet[index];
  if (!vehicle) throw new Error('no such vehicle');
  return new Movement(vehicle, index, streets, city.outlets, anchorDay);
}

describe('local time', () => {
  it('is three hours behind UTC', () => {
    expect(localHour(Date.UTC(2026, 10, 16, 14, 30))).toBeCloseTo(11.5, 9);
    expect(dayStart(localDay(Date.UTC(2026, 10, 16, 2)))).toBe(Date.UTC(2026, 10, 15, 3));
    // A past begins with a whole day, unless it is shorter than one.
    expect(pastStart(Date.UTC(2026, 10, 20, 11), 7)).toBe(Date.UTC(2026, 10, 13, 3));
    expect(pastStart(Date.UTC(2026, 10, 20, 11), 0.5)).toBe(Date.UTC(2026, 10, 19, 23));
  });

  it('has rush hours on weekdays only', () => {
    const monday = dayStart(DAY);
    expect(trafficPace(monday + 18 * 3_600_000)).toBeLessThan(0.75);
    expect(trafficPace(monday + 3 * 3_600_000)).toBeGreaterThan(0.95);
    expect(trafficPace(monday + 5 * DAY_MS + 18 * 3_600_000)).toBeGreaterThan(0.9);
  });
});

describe('Movement', () => {
  it('is a pure function of time: another object asked in another order gives the same', () => {
    const times = Array.from({ length: 200 }, (_, i) => dayStart(DAY) + ((i * 7919) % 5000) * 34_567);
    const forward = movementOf(3);
    const backward = movementOf(3);
    const first = times.map((ms) => forward.truthAt(ms));
    const second = times.toReversed().map((ms) => backward.truthAt(ms));
    expect(second.toReversed()).toEqual(first);
  });

  it('moves like a vehicle: no jumps, plausible speeds and accelerations', () => {
    for (const index of [0, 3, 6]) {
      const movement = movementOf(index);
      const start = dayStart(DAY) + (fleet[index]?.shift.startMinute ?? 0) * 60_000;
      let before = movement.truthAt(start - 1000);
      const most = { jumpM: 0, acceleration: 0, speedKph: 0, speedWhileStandingKph: 0 };
      for (let ms = start; ms < start + 6 * 3_600_000; ms += 1000) {
        const now = movement.truthAt(ms);
        const moved = distanceM(before.lat, before.lon, now.lat, now.lon);
        const explained = Math.max(before.speedKph, now.speedKph) / 3.6;
        most.jumpM = Math.max(most.jumpM, moved - explained);
        most.acceleration = Math.max(most.acceleration, Math.abs(now.speedKph - before.speedKph) / 3.6);
        most.speedKph = Math.max(most.speedKph, now.speedKph);
        if (now.state !== 'driving') most.speedWhileStandingKph = Math.max(most.speedWhileStandingKph, now.speedKph);
        before = now;
      }
      expect(most.jumpM).toBeLessThan(1.3);
      expect(most.acceleration).toBeLessThan(2.3);
      expect(most.speedKph).toBeGreaterThan(40);
      expect(most.speedKph).toBeLessThan(100);
      expect(most.speedWhileStandingKph).toBe(0);
    }
  });

  it('has an odometer that is the integral of the path', () => {
    const movement = movementOf(0);
    const from = dayStart(DAY);
    let sum = 0;
    let backwards = 0;
    let before = movement.truthAt(from);
    const first = before.odometerM;
    for (let ms = from; ms <= from + 2 * DAY_MS; ms += 1000) {
      const now = movement.truthAt(ms);
      backwards = Math.max(backwards, before.odometerM - now.odometerM);
      sum += distanceM(before.lat, before.lon, now.lat, now.lon);
      before = now;
    }
    const driven = before.odometerM - first;
    expect(backwards).toBeLessThan(1e-6);
    expect(driven).toBeGreaterThan(300_000);
    // One-second chords cut the corners slightly.
    expect(sum).toBeGreaterThan(driven * 0.985);
    expect(sum).toBeLessThan(driven * 1.001);
  });

  it('reads the same odometer whenever counting began', () => {
    const anchor = movementOf(5).truthAt(dayStart(DAY)).odometerM;
    const movement = movementOf(5);
    const later = movement.truthAt(dayStart(DAY + 3)).odometerM;
    expect(movement.truthAt(dayStart(DAY)).odometerM).toBe(anchor);
    const other = movementOf(5);
    expect(other.truthAt(dayStart(DAY + 3)).odometerM - other.truthAt(dayStart(DAY)).odometerM).toBeCloseTo(
      later - anchor,
      3,
    );
    expect(movement.truthAt(dayStart(DAY - 2)).odometerM).toBeLessThan(anchor);
  });

  it('plans days of 4 to 25 minute stops and a lunch break, with trips between them', () => {
    const { trips, stops } = movementOf(2).dayTruth(DAY);
    expect(trips.length).toBe(stops.length - 1);
    expect(trips.length).toBeGreaterThan(20);
    for (const [i, trip] of trips.entries()) {
      expect(trip.startMs).toBe(stops[i]?.endMs);
      expect(trip.endMs).toBe(stops[i + 1]?.startMs);
      expect(trip.lengthM / (trip.endMs - trip.startMs)).toBeLessThan(0.025);
    }
    const minutes = stops.slice(1, -1).map((stop) => (stop.endMs - stop.startMs) / 60_000);
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(4);
    const [lunch = 0, next = 0] = minutes.toSorted((a, b) => b - a);
    expect(next).toBeLessThanOrEqual(25.1);
    expect(lunch).toBeGreaterThanOrEqual(40);
    expect(lunch).toBeLessThanOrEqual(55);
    const long = trips.reduce((sum, trip) => sum + trip.endMs - trip.startMs, 0);
    expect(long / 3_600_000).toBeGreaterThan(6);
  });

  it('has a good part of the fleet driving at every hour of a week', { timeout: 120_000 }, () => {
    const reporting = fleet.flatMap((vehicle, index) => (vehicle.connectivity === 'normal' ? [index] : []));
    const drivingMs = Array.from({ length: 168 }, () => 0);
    for (const index of reporting) {
      const movement = movementOf(index);
      for (let day = DAY - 1; day < DAY + 7; day += 1) {
        for (const trip of movement.dayTruth(day).trips) {
          const [from, to] = [trip.startMs - dayStart(DAY), trip.endMs - dayStart(DAY)];
          for (let hour = Math.floor(from / HOUR_MS); hour * HOUR_MS < to; hour += 1) {
            const ms = Math.min(to, (hour + 1) * HOUR_MS) - Math.max(from, hour * HOUR_MS);
            if (hour >= 0 && hour < 168) drivingMs[hour] = (drivingMs[hour] ?? 0) + ms;
          }
        }
      }
    }
    const hours = drivingMs.map((ms) => ms / HOUR_MS / fleet.length);
    for (const share of hours) {
      expect(share).toBeGreaterThan(0.12);
      expect(share).toBeLessThan(0.5);
    }
  });
});

describe('days of rest', () => {
  it('are spent at the depot, unlike other days', () => {
    const index = fleet.findIndex(({ restWeekday, connectivity }) => restWeekday === 0 && connectivity === 'normal');
    const movement = movementOf(index);
    // DAY is a Monday.
    expect(movement.dayTruth(DAY + 6)).toEqual({ trips: [], stops: [] });
    expect(movement.dayTruth(DAY + 5).trips.length).toBeGreaterThan(10);
    const noon = dayStart(DAY + 6) + (fleet[index]?.shift.startMinute ?? 0) * 60_000 + HOUR_MS;
    expect(movement.truthAt(noon)).toMatchObject({ state: 'stopped', ignition: false, speedKph: 0 });
    expect(movement.nextChange(noon)).toBeGreaterThan(dayStart(DAY + 7));
    const before = movement.truthAt(dayStart(DAY + 6)).odometerM;
    expect(movement.truthAt(dayStart(DAY + 7)).odometerM).toBeGreaterThanOrEqual(before);
  });
});

/** Returns the records of the device with a trouble in the week from DAY on. */
function weekOf(trouble: 'loosePlug' | 'callsForHelp') {
  const index = fleet.findIndex((vehicle) => vehicle.trouble === trouble);
  const vehicle = fleet[index];
  if (!vehicle) throw new Error('no such vehicle');
  return [...pastReports(new Recorder(vehicle, index, movementOf(index)), dayStart(DAY), dayStart(DAY + 7))];
}

const eventsOf = (vehicle: DemoVehicle, index: number) =>
  [...pastReports(new Recorder(vehicle, index, movementOf(index)), dayStart(DAY), dayStart(DAY + 7))].filter(
    ({ harsh }) => harsh !== null,
  );

describe('harsh driving', () => {
  it('is reported by phones and Teltonika devices, more for drivers in a hurry, never while standing', () => {
    const working = fleet.flatMap((vehicle, index) =>
      vehicle.connectivity === 'normal' && vehicle.trouble === null ? [{ vehicle, index }] : [],
    );
    const of = (wanted: (vehicle: DemoVehicle) => boolean) =>
      working.filter(({ vehicle }) => wanted(vehicle)).slice(0, 5);
    const count = (some: typeof working) =>
      some.reduce((sum, { vehicle, index }) => sum + eventsOf(vehicle, index).length, 0) / some.length;
    const calm = of(({ hurries, protocol }) => !hurries && protocol !== 'gt06');
    const hurried = of(({ hurries, protocol }) => hurries && protocol !== 'gt06');
    expect(hurried.length).toBeGreaterThan(0);
    expect(count(of(({ protocol }) => protocol === 'gt06'))).toBe(0);
    expect(count(calm)).toBeGreaterThan(0);
    expect(count(hurried)).toBeGreaterThan(2 * count(calm));
    for (const { vehicle, index } of hurried) {
      for (const { speedKph } of eventsOf(vehicle, index)) expect(speedKph).toBeGreaterThan(10);
    }
  });
});

describe('emergencies and device failures', () => {
  it('sends an SOS about once a week', () => {
    expect(weekOf('callsForHelp').filter(({ sos }) => sos)).toHaveLength(1);
  });

  it('silences a device with a loose plug for forty minutes and more', () => {
    const reports = weekOf('loosePlug');
    const gaps = reports.slice(1).map((report, k) => (report.timeMs - (reports[k]?.timeMs ?? 0)) / 60_000);
    const long = gaps.filter((minutes) => minutes > 6);
    expect(long.length).toBeGreaterThan(0);
    for (const minutes of long) expect([minutes >= 40, minutes <= 51]).toEqual([true, true]);
  });
});

/** A report without its supply, to eight digits: enough to detect any change, and the same on every machine. */
function withoutSupply(report: Report): string {
  return JSON.stringify({ ...report, powerV: 0 }, (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(8)) : value,
  );
}

/** Returns the records on DAY of the device of a vehicle with such a wire. */
function dayOf(wire: 'live' | 'dead') {
  const index = fleet.findIndex((vehicle) => vehicle.wire === wire);
  const vehicle = fleet[index];
  if (!vehicle) throw new Error('no such vehicle');
  const movement = movementOf(index);
  return {
    movement,
    reports: [...pastReports(new Recorder(vehicle, index, movement), dayStart(DAY), dayStart(DAY + 1))],
  };
}

describe('wrongly connected ignition wires', () => {
  it('are on all day in a truck and off all day in a van, while the supply voltage follows the engine', () => {
    for (const [wire, limitV] of [
      ['live', 26.4],
      ['dead', 13.2],
    ] as const) {
      const { movement, reports } = dayOf(wire);
      expect(reports.filter(({ ignition }) => ignition !== (wire === 'live'))).toEqual([]);
      const wrong = reports.filter(({ timeMs, powerV }) => {
        const starts = timeMs - movement.engineSince(timeMs) < 3000;
        return !starts && (powerV ?? 0) > limitV !== movement.truthAt(timeMs).ignition;
      });
      expect(wrong).toEqual([]);
      expect(reports.some(({ timeMs }) => !movement.truthAt(timeMs).ignition)).toBe(true);
    }
  });
});

describe('Recorder', () => {
  it('records the same as before, apart from the supply voltage', () => {
    const hash = createHash('sha256');
    for (const index of [0, 1, 3, 52]) {
      const vehicle = fleet[index];
      if (!vehicle) throw new Error('no such vehicle');
      const recorder = new Recorder(vehicle, index, movementOf(index));
      for (const report of pastReports(recorder, dayStart(DAY), dayStart(DAY + 2))) hash.update(withoutSupply(report));
    }
    expect(hash.digest('hex')).toBe('8d0170998cef5c72baa6a8ef94066a1f3f7b040deffc7ba395eda62bdc760466');
  });

  it('reports within metres of the truth, at whole seconds, at most five minutes apart', () => {
    const movement = movementOf(0);
    const vehicle = fleet[0];
    if (!vehicle) throw new Error('no vehicle');
    const recorder = new Recorder(vehicle, 0, movement);
    const from = dayStart(DAY) + 12 * 3_600_000;
    const reports = [...pastReports(recorder, from, from + DAY_MS)];
    const fixes = reports.filter((report) => report.valid);
    const gaps = reports.slice(1).map((report, k) => report.timeMs - (reports[k]?.timeMs ?? 0));
    const errors = fixes.map((report) => {
      const truth = movement.truthAt(report.timeMs);
      return distanceM(report.lat, report.lon, truth.lat, truth.lon);
    });
    expect(reports.filter((report) => report.timeMs % 1000 !== 0)).toEqual([]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(300_000);
    expect(Math.max(...errors)).toBeLessThan(40);
    expect(Math.max(...errors)).toBeGreaterThan(1);
    const lost = reports.filter((report) => !report.valid && report.satellites === 0).length;
    expect(lost).toBe(reports.length - fixes.length);
    expect(reports.length).toBeGreaterThan(1000);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(reports.length * 0.03);
  });

  it('reports each ignition change within two seconds', () => {
    const movement = movementOf(4);
    const vehicle = fleet[4];
    if (!vehicle) throw new Error('no vehicle');
    const recorder = new Recorder(vehicle, 4, movement);
    const from = dayStart(DAY) + 12 * 3_600_000;
    const reports = [...pastReports(recorder, from, from + 6 * 3_600_000)];
    const changes = reports.filter((report, i) => i > 0 && report.ignition !== reports[i - 1]?.ignition);
    expect(changes.length).toBeGreaterThan(6);
    for (const change of changes) expect(movement.truthAt(change.timeMs - 2000).ignition).toBe(!change.ignition);
  });
});

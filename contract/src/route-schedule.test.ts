import { expect, test } from 'vitest';
import { dayWindows, scheduleOf } from './route-schedule.ts';

// On the sphere of 6,371,008.8 m a degree of longitude at the equator is 111,195.08 m.
const DEGREE_M = 111_195.08;
const at = (lon: number) => ({ lat: 0, lon });
// 36 km/h are 10 m/s.
const driving = { factor: 1.2, speedKph: 36 };
const stop = (lon: number, more = {}) => ({ place: at(lon), serviceS: 600, spans: null, ...more });
const run = { startS: 0, begin: at(0), end: at(0), driving };

test('a run drives from depot to stop to stop and back', () => {
  const schedule = scheduleOf({ ...run, stops: [stop(0.1), stop(0.2)] });
  const leg = DEGREE_M * 0.1 * 1.2;
  const [first, second] = schedule.stops;
  expect(first?.legM).toBeCloseTo(leg, 0);
  expect(first?.arrivalS).toBeCloseTo(leg / 10, 0);
  expect(first?.departureS).toBeCloseTo(leg / 10 + 600, 0);
  expect(second?.arrivalS).toBeCloseTo((2 * leg) / 10 + 600, 0);
  expect(schedule.drivingM).toBeCloseTo(4 * leg, 0);
  expect(schedule.drivingS).toBeCloseTo((4 * leg) / 10, 0);
  expect(schedule.serviceS).toBe(1200);
  expect(schedule.endS).toBeCloseTo((4 * leg) / 10 + 1200, 0);
});

test('a vehicle that is early waits; arrivals after closing and on closed days are marked', () => {
  const arrivesS = (DEGREE_M * 0.1 * 1.2) / 10;
  const early = scheduleOf({ ...run, stops: [stop(0.1, { spans: [{ fromS: 3600, toS: 7200 }] })] });
  expect(early.stops[0]?.waitS).toBeCloseTo(3600 - arrivesS, 0);
  expect(early.stops[0]?.departureS).toBeCloseTo(4200, 3);
  expect(early.stops[0]?.outside).toBeNull();
  const spans = [
    { fromS: 0, toS: 600 },
    { fromS: 1200, toS: 1300 },
  ];
  const late = scheduleOf({ ...run, stops: [stop(0.1, { spans }), stop(0.1, { spans: [] })] });
  expect(late.stops.map((one) => one?.outside)).toEqual(['late', 'closed']);
  expect(late.stops[0]?.span).toEqual({ fromS: 1200, toS: 1300 });
  expect(late.waitS).toBe(0);
  expect(late.outside).toBe(2);
});

test('a skipped stop takes no time, and one without coordinates only its service time', () => {
  const schedule = scheduleOf({ ...run, stops: [stop(0.5, { skipped: true }), stop(0.1), stop(0, { place: null })] });
  expect(schedule.stops[0]).toBeNull();
  expect(schedule.drivingM).toBeCloseTo(DEGREE_M * 0.2 * 1.2, 0);
  expect(schedule.serviceS).toBe(1200);
});

test('without depots it begins at the first stop and ends at the last', () => {
  const schedule = scheduleOf({ ...run, begin: null, end: null, stops: [stop(0.1), stop(0.2)] });
  expect(schedule.stops[0]?.arrivalS).toBe(0);
  expect(schedule.drivingM).toBeCloseTo(DEGREE_M * 0.1 * 1.2, 0);
});

test('a stop’s own window takes precedence over the opening hours of the weekday', () => {
  const hours = [[{ fromMin: 480, toMin: 720 }], [], [], [], [], [], []];
  expect(dayWindows(null, null, 1)).toBeNull();
  expect(dayWindows(null, hours, 1)).toEqual([{ fromMin: 480, toMin: 720 }]);
  expect(dayWindows(null, hours, 2)).toEqual([]);
  expect(dayWindows({ fromMin: 600, toMin: 660 }, hours, 2)).toEqual([{ fromMin: 600, toMin: 660 }]);
});

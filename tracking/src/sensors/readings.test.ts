import { describe, expect, it } from 'vitest';
import { at, contextOf, factsOf, ofKind, statusAt, T0 } from '../testing/journey.fixture.ts';
import { compileSensor, type SensorKind } from './sensor.ts';

const sensor = (id: number, kind: SensorKind, attribute: string, max: number | null = null) =>
  compileSensor({
    id,
    name: kind,
    kind,
    versions: [
      { from: null, source: { attribute }, calibration: null, min: null, max, inverse: false, capacityL: null },
    ],
    until: null,
  });
const context = contextOf({ sensors: [sensor(1, 'temperature', 'temperature1C', 50), sensor(2, 'door', 'input2')] });

/** Pieces of a sensor's readings: start and end in seconds, steps as seconds and values, value times seconds. */
const pieces = (reports: Parameters<typeof factsOf>[0], sensorId = 1) =>
  ofKind(factsOf(reports, context), 'readings')
    .filter((one) => one.sensorId === sensorId)
    .map(({ start, end, durationS, offsets, values, valueS }) => ({
      from: (start - T0) / 1000,
      to: end === null ? null : (end - T0) / 1000,
      durationS,
      steps: offsets.map((offset, index) => [offset / 1000, values[index]]),
      valueS,
    }));
const cold = (second: number, temperature1C?: number) => at(second, second, 0, { temperature1C });

describe('the readings of a sensor', () => {
  it('hold until the next value; a repeated value adds no step', () => {
    expect(pieces([cold(0, 4), cold(60, 4), cold(120, 6), cold(300, 5)])).toEqual([
      // 120 s of 4 and 180 s of 6 degrees.
      {
        from: 0,
        to: null,
        durationS: 300,
        steps: [
          [0, 4],
          [120, 6],
          [300, 5],
        ],
        valueS: 120 * 4 + 180 * 6,
      },
    ]);
  });

  it('are unknown a quarter of an hour after the last value, until the next', () => {
    expect(pieces([cold(0, 4), cold(900, 5), cold(1801, 6)])).toEqual([
      {
        from: 0,
        to: 1800,
        durationS: 1800,
        steps: [
          [0, 4],
          [900, 5],
        ],
        valueS: 900 * 4 + 900 * 5,
      },
      { from: 1801, to: null, durationS: 0, steps: [[0, 6]], valueS: 0 },
    ]);
    // An impossible value does not count, and neither does a report without one.
    expect(pieces([cold(0, 4), cold(600, 60), cold(1200)])).toMatchObject([{ durationS: 0 }]);
  });

  it('are cut into consecutive pieces of an hour', () => {
    const all = pieces(Array.from({ length: 13 }, (_, index) => cold(index * 600, 4)));
    expect(all.map(({ from, to, durationS }) => [from, to, durationS])).toEqual([
      [0, 3600, 3600],
      [3600, 7200, 3600],
      [7200, null, 0],
    ]);
    const many = pieces(Array.from({ length: 100 }, (_, index) => cold(index, index % 7)));
    expect(many.map(({ steps }) => steps.length)).toEqual([40, 40, 20]);
    expect(many.map(({ from, to }) => [from, to])).toEqual([
      [0, 40],
      [40, 80],
      [80, null],
    ]);
  });

  it("contain the vehicle's coordinates at each step", () => {
    const [piece] = ofKind(factsOf([cold(0, 4), cold(60, 5)], context), 'readings');
    expect([piece?.lats, piece?.lons.map((lon) => lon && lon - 10_000_000)]).toEqual([
      [0, 0],
      [0, 540],
    ]);
  });

  it('of a door remain while the device reports, for a day at most', () => {
    const reports = [
      at(0, 0, 0, { input2: true }),
      ...[600, 1200, 1800].map((second) => statusAt(second, { gear: 1 })),
    ];
    expect(pieces([...reports, at(1860, 0, 0, { input2: false })], 2)).toEqual([
      {
        from: 0,
        to: null,
        durationS: 1860,
        steps: [
          [0, 1],
          [1860, 0],
        ],
        valueS: 1860,
      },
    ]);
    // The sensor is silent for an hour: its value is unknown from a quarter of an hour after the last report on.
    expect(pieces([...reports, at(5400, 0, 0, { input2: false })], 2)).toMatchObject([
      { from: 0, to: 2700, valueS: 2700 },
      { from: 5400 },
    ]);
  });

  it('of a door that is reported only when it changes are also cut into pieces of an hour, and end after a day', () => {
    const silent = Array.from({ length: 160 }, (_, index) => statusAt(600 + index * 600, { gear: 1 }));
    const all = pieces([at(0, 0, 0, { input2: true }), ...silent], 2);
    expect(all.slice(0, 2).map(({ from, to, steps }) => [from, to, steps])).toEqual([
      [0, 3600, [[0, 1]]],
      [3600, 7200, [[0, 1]]],
    ]);
    // The value was read at second 0; a value that is a day old is no longer known.
    expect(all.at(-1)).toMatchObject({ from: 86_400, durationS: 0 });
    expect(all).toHaveLength(25);
  });
});

/** Metres of a drive of 3 km in 300 s, a halt of 90 s, which is not a stop, and the drive on. */
const placeM = (second: number) => (second <= 300 ? second * 10 : second <= 390 ? 3000 : 3000 + (second - 390) * 10);

const drive = (doorAt: (second: number) => boolean) =>
  Array.from({ length: 70 }, (_, index) => {
    const second = index * 10;
    const halts = second >= 300 && second <= 390;
    return at(second, placeM(second), halts ? 0 : 36, { input2: doorAt(second) });
  });

const drivenOf = (reports: Parameters<typeof factsOf>[0]) =>
  ofKind(factsOf(reports, context), 'readings')
    .filter(({ sensorId }) => sensorId === 2)
    .flatMap(({ offsets, values, moving }) =>
      offsets.map((offset, index) => [offset / 1000, values[index], moving?.[index]]),
    );

describe('a door while driving', () => {
  it('that opens at a halt of 90 seconds is not open while driving', () => {
    expect(drivenOf(drive((second) => second >= 320 && second < 380))).toEqual([
      [0, 0, false],
      [320, 1, false],
      [380, 0, false],
    ]);
  });

  it('that stays open drives from the report that shows it moving to the one at the halt', () => {
    expect(drivenOf(drive((second) => second >= 200 && second < 450))).toEqual([
      [0, 0, false],
      [200, 1, true],
      [300, 1, false],
      [400, 1, true],
      [450, 0, false],
    ]);
  });

  it('is not evaluated for a numeric sensor', () => {
    const [piece] = ofKind(factsOf([cold(0, 4), cold(60, 5)], context), 'readings');
    expect(piece?.moving).toBeNull();
  });
});

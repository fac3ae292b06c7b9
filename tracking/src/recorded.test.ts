import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from './advance.ts';
import { between } from './geo.ts';
import { positionHash } from './report-hash.ts';
import { factsOf, ofKind } from './testing/journey.fixture.ts';

/**
 * Recorded tracks lie beside the project, if at all; they contain time and coordinates, but neither speed nor ignition.
 */
const FOLDER = path.join(import.meta.dirname, '../../../shared/data/tracks');

function rows(file: string): string[][] | null {
  const name = path.join(FOLDER, file);
  if (!existsSync(name)) {
    process.stdout.write(`skipped: ${name} is not there\n`);
    return null;
  }
  const lines = readFileSync(name, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => line.replaceAll('"', '').split(','));
}

function report(time: string, lat: string | undefined, lon: string | undefined): Report {
  const position = {
    fixTime: new Date(time),
    lat: Number(lat),
    lon: Number(lon),
    altitudeM: null,
    speedKph: 0,
    courseDeg: 0,
    valid: true,
    attributes: {},
  };
  return { position, hash: positionHash(position) };
}

it('a car at 1 Hz drove the distance of its own points, to half a percent, and through a tunnel', ({ skip }) => {
  const lines = rows('munich-car-1hz.csv');
  if (!lines) {
    skip();
    return;
  }
  const reports = lines.map(([time = '', lat, lon]) => report(time, lat, lon));
  const own = reports.reduce((sum, { position }, index) => {
    const before = reports[index - 1];
    return before ? sum + between(before.position, position) : 0;
  }, 0);
  const [trip, ...others] = ofKind(factsOf(reports), 'trip');
  expect(others).toEqual([]);
  // The recorded distance excludes the metre or two by which the receiver drifts at lights.
  expect(trip?.distanceM).toBeGreaterThan(own * 0.995);
  expect(trip?.distanceM).toBeLessThanOrEqual(own);
  // 470 m in one second, after half a minute with unchanged coordinates.
  expect(trip).toMatchObject({ holes: 1 });
  expect(trip?.bridgedM).toBeCloseTo(470.4, 0);
});

it('buses end their trips where the operator ends them', ({ skip }) => {
  const lines = rows('liverpool-bus-route14.csv');
  if (!lines) {
    skip();
    return;
  }
  const buses = Map.groupBy(lines, (columns) => columns[1] ?? '');
  for (const columns of buses.values()) {
    const seen = columns
      .map((each) => ({ trip: each[2], ...report(`${each[3]?.replace(' ', 'T')}Z`, each[4], each[5]) }))
      .toSorted((a, b) => a.position.fixTime.getTime() - b.position.fixTime.getTime());
    const change = seen.findIndex((each, index) => index > 0 && each.trip !== seen[index - 1]?.trip);
    const lastOfFirst = seen[change - 1]?.position.fixTime.getTime() ?? 0;
    const firstOfNext = seen[change]?.position.fixTime.getTime() ?? 0;
    // Between the two trips the bus drives back without reports, which is recorded as a trip of its own, wholly
    // bridged.
    const facts = factsOf(seen.map(({ position, hash }) => ({ position, hash })));
    const written = ofKind(facts, 'trip');
    const unknown = written.filter(({ bridgedM, distanceM }) => bridgedM === distanceM);
    expect(unknown).toHaveLength(1);
    expect(unknown[0]?.end).toBe(firstOfNext);
    expect(Math.abs((unknown[0]?.start ?? 0) - lastOfFirst)).toBeLessThanOrEqual(60_000);
    const seenTrips = written.filter((trip) => trip !== unknown[0]);
    for (const trip of seenTrips)
      expect([trip.holes, trip.start >= firstOfNext || (trip.end ?? 0) <= lastOfFirst]).toEqual([0, true]);
  }
});

/** Drives of private cars with 5 s between fixes: time, lat, lon, speed, course, the car's own speed, revolutions. */
function drives(): string[][][] {
  const folder = path.join(FOLDER, 'envirocar');
  if (!existsSync(folder)) {
    process.stdout.write(`skipped: ${folder} is not there\n`);
    return [];
  }
  return readdirSync(folder).map((file) => rows(`envirocar/${file}`) ?? []);
}

/** Picks fixes at least the given seconds apart. */
function every(seconds: number, reports: readonly Report[]): Report[] {
  let next = -Infinity;
  return reports.filter(({ position }) => {
    const ms = position.fixTime.getTime();
    // The receiver's seconds are rounded.
    if (ms < next - 500) return false;
    next = ms + seconds * 1000;
    return true;
  });
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

const withoutCourse = (reports: readonly Report[]): Report[] =>
  reports.map(({ position }) => {
    const written = { ...position, courseDeg: 0 };
    return { position: written, hash: positionHash(written) };
  });

describe('drives of cars that reported their own speed and revolutions', () => {
  const recorded = drives().map((lines) =>
    lines.map(([time = '', lat, lon, kph, course, , rpm]) => {
      const { position } = report(time, lat, lon);
      const engineRpm = rpm ? { engineRpm: Number(rpm) } : {};
      const written = { ...position, speedKph: Number(kph), courseDeg: Number(course) % 360, attributes: engineRpm };
      return { position: written, hash: positionHash(written) };
    }),
  );
  const ownM = sum(
    recorded.flatMap((reports) =>
      reports.map(({ position }, index) => {
        const before = reports[index - 1];
        return before ? between(before.position, position) : 0;
      }),
    ),
  );

  for (const seconds of [5, 30, 60]) {
    for (const [what, change] of [
      ['with course', (reports: readonly Report[]) => [...reports]],
      ['without course', withoutCourse],
    ] as const) {
      it(`are one trip each, as long as their fixes show to 1.5%: a fix every ${seconds} s, ${what}`, ({ skip }) => {
        if (recorded.length === 0) {
          skip();
          return;
        }
        const facts = recorded.map((reports) => factsOf(every(seconds, change(reports))));
        expect(facts.map((written) => ofKind(written, 'trip').length)).toEqual(recorded.map(() => 1));
        const metres = sum(facts.flatMap((written) => ofKind(written, 'trip').map(({ distanceM }) => distanceM)));
        expect(Math.abs(metres / ownM - 1)).toBeLessThan(0.015);
      });
    }
  }

  it('idle for as long as the engine ran and the car stood, a minute or more at a time, to 5%', ({ skip }) => {
    if (recorded.length === 0) {
      skip();
      return;
    }
    const writtenS = sum(
      recorded.flatMap((reports) => ofKind(factsOf(reports), 'idle').map(({ durationS }) => durationS)),
    );
    expect(Math.abs(writtenS / standingWithEngineS() - 1)).toBeLessThan(0.05);
  });
});

/** Returns the seconds of spans of a minute or more in which the car's own speed is 0 and its engine runs. */
function standingWithEngineS(): number {
  let total = 0;
  for (const lines of drives()) {
    let span = 0;
    for (const [index, [time = '', , , , , ownKph, rpm]] of lines.entries()) {
      const [before = '', , , , , kphBefore, rpmBefore] = lines[index - 1] ?? [];
      const stood = before !== '' && Number(kphBefore) < 1 && Number(rpmBefore) > 0;
      if (stood) span += (Date.parse(time) - Date.parse(before)) / 1000;
      if (stood && Number(ownKph) < 1 && Number(rpm) > 0) continue;
      if (span >= 60) total += span;
      span = 0;
    }
  }
  return total;
}

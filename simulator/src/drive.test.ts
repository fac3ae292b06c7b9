import { describe, expect, it } from 'vitest';
import { driveAt, planDrive } from './drive.ts';
import type { Path } from './streets.ts';

/** Metres per degree on the equator: 6,371,008.8 x pi / 180. */
const DEGREE_M = 111_195;

/** A straight main road to the east along the equator, with points at these metres. */
function eastward(metres: number[], more: Partial<Path> = {}): Path {
  const sections = metres.length - 1;
  return {
    lats: metres.map(() => 0),
    lons: metres.map((m) => m / DEGREE_M),
    along: metres,
    limitsKph: Array<number>(sections).fill(72),
    classes: Array<'primary'>(sections).fill('primary'),
    tunnels: Array<boolean>(sections).fill(false),
    signals: metres.map(() => false),
    ...more,
  };
}

const manner = { acceleration: 1, braking: 2, pace: 1 };
const never = (): number => 0.999;

describe('planDrive', () => {
  it('accelerates, drives at the limit and brakes', () => {
    // To 20 m/s at 1 m/s²: 20 s and 200 m; from it at 2 m/s²: 10 s and 100 m; the 700 m between: 35 s.
    const drive = planDrive(eastward([0, 1000]), manner, never);
    expect(drive.durationS).toBeCloseTo(65, 6);
    expect(driveAt(drive, 10)).toMatchObject({ alongM: 50, speedMps: 10 });
    expect(driveAt(drive, 40).alongM).toBeCloseTo(600, 6);
    expect(driveAt(drive, 40).speedMps).toBeCloseTo(20, 6);
    expect(driveAt(drive, 60).speedMps).toBeCloseTo(10, 6);
    expect(driveAt(drive, 60).alongM).toBeCloseTo(975, 6);
    expect(driveAt(drive, 65).alongM).toBeCloseTo(1000, 6);
    expect(driveAt(drive, 65).courseDeg).toBeCloseTo(90, 6);
  });

  it('does not reach the limit on a short distance', () => {
    // Peak v with v²/2 + v²/4 = 75: 10 m/s; 10 s up, 5 s down.
    expect(planDrive(eastward([0, 75]), manner, never).durationS).toBeCloseTo(15, 6);
  });

  it('waits at a red light and drives through a green one', () => {
    const path = eastward([0, 500, 1000], { signals: [false, true, false] });
    expect(planDrive(path, manner, never).durationS).toBeCloseTo(65, 6);
    const drive = planDrive(path, manner, () => 0);
    // Twice 500 m from rest to rest (20 s, 200 m in 10 s, 10 s) and the shortest wait of 4 s.
    expect(drive.durationS).toBeCloseTo(84, 6);
    expect(driveAt(drive, 42)).toMatchObject({ alongM: 500, speedMps: 0 });
  });

  it('slows down before a slower street and before a corner', () => {
    const slower = planDrive(eastward([0, 1000, 2000], { limitsKph: [72, 36] }), manner, never);
    expect(slower.speeds[1]).toBeCloseTo(10, 6);
    const corner = eastward([0, 1000, 2000], {
      lats: [0, 0, 1000 / DEGREE_M],
      lons: [0, 1000 / DEGREE_M, 1000 / DEGREE_M],
    });
    // A right angle is taken at 4.2 m/s.
    expect(planDrive(corner, manner, never).speeds[1]).toBeCloseTo(4.2, 6);
  });
});

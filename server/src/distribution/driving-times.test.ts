import { describe, expect, it } from 'vitest';
import { drivingIn, learnDriving, straightTable } from './driving-times.ts';

const hour = (of: number, km: number, straightKm: number, h: number) => ({
  hour: of,
  drivenM: km * 1000,
  straightM: straightKm * 1000,
  seconds: h * 3600,
});

describe('the experience from trips', () => {
  it('is the default for towns without any', () => {
    const { factor, speedKph } = learnDriving([]);
    expect(factor).toBeCloseTo(1.35, 9);
    expect(speedKph).toHaveLength(24);
    for (const speed of speedKph) expect(speed).toBeCloseTo(25, 9);
  });

  it('counts the default as 50 km of straight line and 2 h', () => {
    // (100 + 67.5) / (50 + 50) km; the day (100 + 50) km in (3 + 2) h; 8:00 (100 + 60) km in (3 + 2) h; otherwise the
    // day's.
    const { factor, speedKph } = learnDriving([hour(8, 100, 50, 3)]);
    expect(factor).toBeCloseTo(1.675, 9);
    expect(speedKph[8]).toBeCloseTo(32, 9);
    expect(speedKph[9]).toBeCloseTo(30, 9);
  });

  it('is the fleet’s own with many trips', () => {
    const { factor, speedKph } = learnDriving([hour(3, 100_000, 80_000, 2000), hour(17, 50_000, 40_000, 2500)]);
    expect(factor).toBeCloseTo(1.25, 3);
    expect(speedKph[3]).toBeCloseTo(50, 1);
    expect(speedKph[17]).toBeCloseTo(20, 1);
  });

  it('ignores the speed of an aeroplane and a way shorter than the straight one', () => {
    const { factor, speedKph } = learnDriving([hour(3, 1_000_000, 2_000_000, 1000)]);
    expect([factor, speedKph[3]]).toEqual([1, 110]);
  });

  it('is a mean over the hours of a run, past midnight too', () => {
    const speedKph = Array.from({ length: 24 }, (_, index) => (index === 23 ? 60 : index === 0 ? 90 : 30));
    expect(drivingIn({ factor: 1.3, speedKph }, 22, 2.5)).toEqual({ factor: 1.3, speedKph: 60 });
    expect(drivingIn({ factor: 1.3, speedKph }, 23, 0)).toEqual({ factor: 1.3, speedKph: 60 });
  });
});

it('uses straight lines for tables, and nothing from and to missing coordinates', () => {
  // A degree of latitude is 111.195 km on the sphere of 6,371,008.8 m.
  const { metres, seconds } = straightTable([null, { lat: 0, lon: 10 }, { lat: 1, lon: 10 }], {
    factor: 2,
    speedKph: 60,
  });
  expect([...metres].map(Math.round)).toEqual([0, 0, 0, 0, 0, 222_390, 0, 222_390, 0]);
  expect(Math.round(seconds[5] ?? 0)).toBe(13_343);
});

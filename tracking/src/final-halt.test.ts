import { describe, expect, it } from 'vitest';
import type { Report } from './report.ts';
import { at, factsOf, normal, ofKind, seeded, T0 } from './testing/journey.fixture.ts';

/** Drives east at 10 m/s for 100 s, with a fix every 10 s from a standstill: at 1,000 m it is slow. */
const drive = (ignition?: boolean) =>
  Array.from({ length: 10 }, (_, n) => at(n * 10, n * 100, n === 0 ? 0 : 36, { ignition }));
/** Returns the second at which the trip ends when these fixes follow. */
function endOf(...rest: Report[]) {
  const [trip, ...others] = ofKind(factsOf([...drive(rest[0]?.position.attributes.ignition), ...rest]), 'trip');
  expect(others).toEqual([]);
  return trip?.end == null ? null : (trip.end - T0) / 1000;
}
/** Slow fixes every 30 s from 100 s on, at the given metres east of 1,000 m. */
const slow = (...metres: number[]) => metres.map((east, n) => at(100 + n * 30, 1000 + east, 0));
const repeated = (metres: number, times: number) => Array.from({ length: times }, () => metres);

describe('the last halt', () => {
  it('is the first at which it stands for good', () => {
    expect(endOf(...slow(...repeated(0, 7)))).toBe(100);
  });

  it('is the kerb, not the light before it, although no fix between reported a speed', () => {
    expect(endOf(...slow(0, 0, ...repeated(60, 7)))).toBe(160);
    expect(endOf(...slow(0, 0, 95, ...repeated(120, 7)))).toBe(190);
  });

  it('is the end of a queue that crawls on', () => {
    expect(endOf(...slow(0, 22, 35, 35, 80, ...repeated(105, 7)))).toBe(250);
  });

  it('is where it stands, although one fix of six or more strays', () => {
    expect(endOf(...slow(0, 0, 60, 0, 0, 0, 0))).toBe(100);
    expect(endOf(...slow(0, 0, 60, 0, 60, 0, 0))).not.toBe(100);
  });

  it('comes after a U-turn in which it was reported fast, however near', () => {
    const uTurn = [at(100, 1000, 0), at(130, 1000, 0), at(160, 1030, 28)];
    const parked = repeated(1010, 8).map((east, n) => at(190 + n * 30, east, 0));
    expect(endOf(...uTurn, ...parked)).toBe(190);
    // Slower movement still counts in the first minutes; later a bad receiver could report such a speed for a waiting
    // vehicle.
    expect(endOf(...uTurn.with(2, at(160, 1030, 14)), ...parked)).toBe(190);
    const waits = [100, 130, 160, 190, 220].map((second) => at(second, 1000, 0, { ignition: true }));
    const leaves = [280, 310].map((second) => at(second, 1010, 0, { ignition: false }));
    const off = at(490, 1010, 0, { ignition: false });
    expect(endOf(...waits, at(250, 1030, 14, { ignition: true }), ...leaves, off)).toBe(100);
    expect(endOf(...waits, at(250, 1030, 15, { ignition: true }), ...leaves, off)).toBe(280);
  });

  it('with ignition on, is the next light, if that is 100 m further', () => {
    const on = { ignition: true };
    const off = [190, 220, 400].map((second) => at(second, 1100, 0, { ignition: false }));
    expect(endOf(at(100, 1000, 0, on), at(130, 1100, 0, on), ...off)).toBe(130);
  });

  it('is never later than the first fix with ignition off, whatever the receiver reports', () => {
    const random = seeded(5);
    const noisy = Array.from({ length: 20 }, (_, n) => {
      const [east, northM] = normal(random, 40);
      return at(130 + n * 30, 1000 + east, 0, { northM, ignition: n > 18 });
    });
    expect(endOf(at(100, 1000, 0, { ignition: true }), ...noisy)).toBeLessThanOrEqual(130);
  });
});

import { describe, expect, it } from 'vitest';
import { advanceMotion, NEVER_SEEN, type Observation } from './motion.ts';

const seen = (second: number, speedKph: number | null, ignition?: boolean): Observation => ({
  time: second * 1000,
  speedKph,
  ignition,
});
const after = (...observations: Observation[]) =>
  observations.reduce((state, observation) => advanceMotion(state, observation), NEVER_SEEN);

describe('motion with ignition wired', () => {
  it('runs from 5 km/h on and not below', () => {
    expect(after(seen(0, 5, true))).toMatchObject({ motion: 'running', since: 0 });
    expect(after(seen(0, 4.9, true)).motion).toBe('unknown');
  });

  it('idles after one minute of ignition on and slow, since it became slow', () => {
    const slow = [seen(0, 40, true), seen(10, 0, true)];
    expect(after(...slow, seen(69, 0, true))).toMatchObject({ motion: 'running', since: 0 });
    expect(after(...slow, seen(70, 0, true))).toMatchObject({ motion: 'idle', since: 10_000 });
  });

  it('stops at once when ignition goes off, and keeps since when', () => {
    const off = [seen(0, 40, true), seen(10, 3, false)];
    expect(after(...off)).toMatchObject({ motion: 'stopped', since: 10_000 });
    expect(after(...off, seen(600, 0, false))).toMatchObject({ motion: 'stopped', since: 10_000 });
  });

  it('is stopped with ignition off whatever the speed, as on a ferry or a tow truck', () => {
    expect(after(seen(0, 60, false)).motion).toBe('stopped');
  });

  it('does not idle before a full minute since the ignition was switched on', () => {
    const parked = [seen(0, 0, false), seen(1000, 0, false), seen(1010, 0, true)];
    expect(after(...parked, seen(1069, 0, true)).motion).toBe('stopped');
    expect(after(...parked, seen(1070, 0, true))).toMatchObject({ motion: 'idle', since: 1_010_000 });
  });

  it('takes ignition from a status report without a fix, and lets movement go on through one', () => {
    expect(after(seen(0, 40, true), seen(5, null, true))).toMatchObject({ motion: 'running', since: 0 });
    expect(after(seen(0, 40, true), seen(5, null, false))).toMatchObject({ motion: 'stopped', since: 5000 });
    expect(after(seen(0, 40, true), seen(5, null, false), seen(6, null, true)).motion).toBe('stopped');
  });
});

describe('motion without ignition wired', () => {
  it('stands after three minutes without movement, since the last movement', () => {
    const slow = [seen(0, 30), seen(20, 1)];
    expect(after(...slow, seen(199, 1))).toMatchObject({ motion: 'running', since: 0 });
    expect(after(...slow, seen(200, 1))).toMatchObject({ motion: 'stopped', since: 20_000 });
  });

  it('starts the three minutes again when it moves in between', () => {
    expect(after(seen(0, 30), seen(20, 1), seen(100, 20), seen(110, 0), seen(289, 0)).motion).toBe('running');
  });
});

describe('a hole in the data', () => {
  it('ends what is known of a vehicle on its way after more than ten minutes', () => {
    expect(after(seen(0, 40, true), seen(600, 40, true))).toMatchObject({ motion: 'running', since: 0 });
    expect(after(seen(0, 40, true), seen(601, 40, true))).toMatchObject({ motion: 'running', since: 601_000 });
    expect(after(seen(0, 40, true), seen(601, 0, true)).motion).toBe('unknown');
  });

  it('does not end standing', () => {
    expect(after(seen(0, 0, false), seen(7200, 0, false))).toMatchObject({ motion: 'stopped', since: 0 });
  });
});

it('ignores an observation older than the newest seen', () => {
  const now = after(seen(100, 40, true));
  expect(advanceMotion(now, seen(99, 0, false))).toBe(now);
});

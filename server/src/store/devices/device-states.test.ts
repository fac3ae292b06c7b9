import { assert, boolean, constantFrom, double, integer, option, property, record } from 'fast-check';
import { newMotion } from '@milepost/tracking/motion';
import { expect, it } from 'vitest';
import { motionOf, trackingJson } from './device-states.ts';

const time = integer({ min: 0, max: 2_000_000_000_000 });
const seconds = double({ min: 0, max: 1e9, noNaN: true });
const perhaps = option;
const maybe = option(boolean());

const motion = record({
  motion: constantFrom('unknown', 'running', 'idle', 'stopped'),
  since: perhaps(time),
  ignition: maybe,
  place: perhaps(
    record({
      lat: double({ min: -90, max: 90, noNaN: true }),
      lon: double({ min: -180, max: 180, noNaN: true }),
      since: time,
    }),
  ),
  slowSince: perhaps(time),
  at: perhaps(time),
  movedAt: perhaps(time),
  intervalS: perhaps(seconds),
  engine: record({
    on: maybe,
    since: time,
    source: constantFrom('wire', 'voltage', 'movement', 'engineRpm'),
    at: perhaps(time),
    wire: record(
      {
        on: boolean(),
        since: time,
        believed: boolean(),
        proven: boolean(),
        doubt: perhaps(record({ since: time, reason: constantFrom('onAtRest', 'offDriving'), seconds })),
        evidence: record({
          onAtRestS: seconds,
          onStandingS: seconds,
          offStandingS: seconds,
          offDrivingS: seconds,
          onDrivingS: seconds,
        }),
        offWays: record({ count: integer(), seconds, lastAt: time, from: time }),
        drivenAt: time,
        offOnWayS: seconds,
      },
      { requiredKeys: ['on', 'since', 'believed', 'proven', 'doubt', 'evidence'] },
    ),
    voltage: record({
      driveV: seconds,
      driveN: integer({ min: 1 }),
      restV: seconds,
      restN: integer({ min: 0 }),
      aboveShare: seconds,
      running: maybe,
      since: time,
      at: time,
      turnedAt: perhaps(time),
    }),
    revolutions: record({ rpm: integer({ min: 0 }), at: time, changedAt: time, proven: boolean() }),
  }),
});

it('stores every field of the motion, and what the clock said', () => {
  const said = record({
    clockSays: perhaps(time),
    clockFaults: constantFrom<Record<string, number>>({}, { '2026-11-22': 3, '2026-11-23': 1 }),
    fixByReceipt: boolean(),
  });
  assert(
    property(motion, said, (moved, { clockSays, clockFaults, fixByReceipt }) => {
      const stored: unknown = JSON.parse(trackingJson({ motion: moved, clockSays, clockFaults, fixByReceipt }));
      // As `JSON.stringify` has it, which writes whatever fields there are.
      const whole: unknown = JSON.parse(
        JSON.stringify({
          motion: moved,
          clockSays,
          ...(Object.keys(clockFaults).length > 0 && { clockFaults }),
          ...(fixByReceipt && { fixByReceipt }),
        }),
      );
      expect(stored).toEqual(whole);
    }),
  );
});

it('leaves out what was never heard of an engine, and reads the same motion again', () => {
  const never = { motion: newMotion(), clockSays: null, clockFaults: {}, fixByReceipt: false };
  const stored = JSON.parse(trackingJson(never));
  expect(stored.motion.engine).toEqual({ on: null, since: 0, source: 'movement', at: null });
  expect(motionOf(stored.motion)).toEqual(newMotion());
});

it('writes what is not a finite number as null', () => {
  const odd = { ...newMotion(), intervalS: Number.NaN, at: Infinity };
  const stored = JSON.parse(trackingJson({ motion: odd, clockSays: null, clockFaults: {}, fixByReceipt: false }));
  expect(stored.motion).toMatchObject({ intervalS: null, at: null });
});

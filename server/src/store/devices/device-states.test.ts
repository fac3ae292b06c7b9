import { assert, boolean, constant, constantFrom, double, integer, oneof, option, property, record } from 'fast-check';
import { type MotionState, newMotion } from '@milepost/tracking/motion';
import { expect, it } from 'vitest';
import { JsonBytes } from '../json-bytes.ts';
import { motionOf, writeTracking } from './device-states.ts';

const time = oneof(constant(0), integer({ min: 0, max: 2_000_000_000_000 }));
const seconds = oneof(constant(0), constant(1), double({ min: 0, max: 1e9, noNaN: true }));
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

function stored(state: Parameters<typeof writeTracking>[1]) {
  const json = new JsonBytes();
  writeTracking(json, state);
  return JSON.parse(json.toString());
}

it('restores every field of a stored motion, and the impossible time of the clock', () => {
  const clock = record({
    clockSays: perhaps(time),
    clockFaults: constantFrom<Record<string, number>>({}, { '2026-11-22': 3, '2026-11-23': 1 }),
    fixByReceipt: boolean(),
  });
  assert(
    property(motion, clock, (moved, { clockSays, clockFaults, fixByReceipt }) => {
      const tracking = stored({ motion: moved, clockSays, clockFaults, fixByReceipt });
      // JSON has no -0.
      expect(motionOf(tracking.motion)).toEqual(JSON.parse(JSON.stringify(moved)));
      expect(tracking.clockSays ?? null).toBe(clockSays);
      expect(tracking.clockFaults ?? {}).toEqual(clockFaults);
      expect(tracking.fixByReceipt ?? false).toBe(fixByReceipt);
    }),
  );
});

const NO_CLOCK = { clockSays: null, clockFaults: {}, fixByReceipt: false };

it('omits values equal to the initial state', () => {
  const tracking = stored({ motion: newMotion(), ...NO_CLOCK });
  expect(tracking).toEqual({ motion: { motion: 'unknown', engine: { source: 'movement' } } });
  expect(motionOf(tracking.motion)).toEqual(newMotion());
  expect(motionOf(undefined)).toEqual(newMotion());
});

it('reads the form of an older version, which omitted less', () => {
  const driving: MotionState = { ...newMotion(), motion: 'running', at: 1000, place: { lat: 1, lon: 2, since: 500 } };
  driving.engine.wire = { ...driving.engine.wire, on: true, since: 400 };
  driving.engine.wire.evidence.onDrivingS = 12.5;
  expect(motionOf(JSON.parse(JSON.stringify(driving)))).toEqual(driving);
});

it('writes non-finite numbers as null', () => {
  const odd = { ...newMotion(), intervalS: Number.NaN, at: Infinity };
  expect(stored({ motion: odd, ...NO_CLOCK }).motion).toMatchObject({ intervalS: null, at: null });
});

it('shares nothing between the motions of two devices', () => {
  const [one, other] = [motionOf(undefined), motionOf({ motion: 'idle' })];
  one.engine.wire.evidence.onDrivingS = 7;
  one.engine.voltage.driveN = 7;
  one.engine.revolutions.rpm = 7;
  expect(other).toEqual({ ...newMotion(), motion: 'idle' });
});

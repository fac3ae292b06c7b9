import { STATE_FLAG } from '@milepost/contract/live-constants';
import { newMotion } from '@milepost/tracking/motion';
import { describe, expect, it } from 'vitest';
import { newDeviceState } from '../ingest/device-state.ts';
import { liveState, paidStatus, vehicleStatus } from './vehicle-status.ts';

const MINUTE = 60_000;
const running = {
  ...newDeviceState(7),
  heardAt: 0,
  fixTime: 0,
  lat: -34.9,
  lon: -56.2,
  speedKph: 38.04,
  courseDeg: 359.7,
  powerMv: 12_400,
  flags: 1,
  motion: { ...newMotion(), motion: 'running' as const, since: -5000, ignition: true, slowSince: null, at: 0 },
};

const every = (intervalS: number) => ({ ...running, motion: { ...running.motion, intervalS } });

describe('the status of a vehicle', () => {
  it('is `never` before a device was received', () => {
    expect(vehicleStatus(null, 0)).toEqual({ status: 'never', since: null });
  });

  it('is its motion while the device reports, and inactive after an hour of silence, since its last report', () => {
    expect(vehicleStatus(running, 10 * MINUTE)).toEqual({ status: 'running', since: -5000 });
    expect(vehicleStatus(running, 59 * MINUTE)).toEqual({ status: 'silent', since: 0 });
    expect(vehicleStatus(running, 60 * MINUTE)).toEqual({ status: 'inactive', since: 0 });
  });

  it('is silent after twice the reporting interval while moving, two minutes at least', () => {
    expect(vehicleStatus(every(300), 10 * MINUTE).status).toBe('running');
    expect(vehicleStatus(every(300), 10 * MINUTE + 1)).toEqual({ status: 'silent', since: 0 });
    expect(vehicleStatus(every(10), 2 * MINUTE).status).toBe('running');
    expect(vehicleStatus(every(10), 2 * MINUTE + 1).status).toBe('silent');
  });

  it('is silent when only heartbeats follow the last position of a moving vehicle', () => {
    const beating = { ...running, heardAt: 33 * MINUTE, motion: { ...running.motion, at: 33 * MINUTE } };
    expect(vehicleStatus(beating, 33 * MINUTE)).toEqual({ status: 'silent', since: 0 });
  });

  it('stays stopped during silence: a parked device reports rarely', () => {
    const parked = { ...running, motion: { ...running.motion, motion: 'stopped' as const, intervalS: 10 } };
    expect(vehicleStatus(parked, 59 * MINUTE)).toEqual({ status: 'stopped', since: -5000 });
  });

  it('is stopped since the begin of its stop, when one is known', () => {
    const parked = { ...running, motion: { ...running.motion, motion: 'stopped' as const } };
    const fresh = { ...running, motion: { ...running.motion, motion: 'unknown' as const, since: null, at: 3 } };
    for (const state of [parked, fresh]) {
      expect(vehicleStatus(state, MINUTE, -15 * 60 * MINUTE)).toEqual({ status: 'stopped', since: -15 * 60 * MINUTE });
    }
    // Every other status has a beginning of its own.
    expect(vehicleStatus(running, MINUTE, -15 * 60 * MINUTE)).toEqual({ status: 'running', since: -5000 });
    expect(vehicleStatus(parked, 61 * MINUTE, -15 * 60 * MINUTE)).toEqual({ status: 'inactive', since: 0 });
  });

  it('is inactive while the device sends data recorded yesterday, however recently it was received', () => {
    const catchingUp = { ...running, heardAt: 24 * 60 * MINUTE };
    expect(vehicleStatus(catchingUp, 24 * 60 * MINUTE)).toEqual({ status: 'inactive', since: 0 });
  });

  it('is stopped when data was received but not long enough for a decision', () => {
    const fresh = { ...running, motion: { ...running.motion, motion: 'unknown' as const, since: null, at: 3 } };
    expect(vehicleStatus(fresh, 0)).toEqual({ status: 'stopped', since: 3 });
  });

  it('is expired from the end of its subscription until the next one begins, whatever its device reports', () => {
    const gaps = [
      [MINUTE, 5 * MINUTE],
      [9 * MINUTE, null],
    ] as const;
    const at = (minute: number) => paidStatus(running, minute * MINUTE, gaps);
    expect([0.9, 5, 8.9].map((minute) => at(minute).status)).toEqual(['running', 'running', 'running']);
    for (const minute of [1, 4.9]) expect(at(minute)).toEqual({ status: 'expired', since: MINUTE });
    for (const minute of [9, 9000]) expect(at(minute)).toEqual({ status: 'expired', since: 9 * MINUTE });
    expect(paidStatus(null, 10 * MINUTE, gaps).status).toBe('expired');
  });
});

it('is sent in the order of the contract, with a course below 360', () => {
  const online = STATE_FLAG.ignitionKnown | STATE_FLAG.ignitionOn | STATE_FLAG.fixValid | STATE_FLAG.online;
  expect(liveState(42, running, MINUTE)).toEqual([
    42,
    1,
    -5000,
    -34.9,
    -56.2,
    38,
    0,
    0,
    0,
    online,
    null,
    null,
    12.4,
    null,
  ]);
  const flagsLater = liveState(42, running, 30 * MINUTE)[9];
  expect(flagsLater & STATE_FLAG.online).toBe(0);
});

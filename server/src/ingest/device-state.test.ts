import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newWialonDecoder } from '@milepost/protocols/wialon/wialon';
import type { Attributes, Message } from '@milepost/protocols/types';
import { positionOf } from '@milepost/tracking/position';
import { expect, it } from 'vitest';
import { advanceDevice, newDeviceState } from './device-state.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

it('retains texts of frames of 60 KB, and not the frames', () => {
  const state = newDeviceState(1);
  const padding = 'z'.repeat(60_000);
  const report = (index: number) => {
    const frame = `#D#NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;;NA;n${index}:3:what it says of ${index},pad:3:${padding}\r\n`;
    const [message] = newWialonDecoder().decode(Buffer.from(frame)).messages;
    if (message) advanceDevice(state, message, null, Date.now());
  };
  report(0);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 1; index < 200; index += 1) report(index);
  collect();
  expect(state.attributes).toMatchObject({ param_n1: 'what it says of 1', param_n199: 'what it says of 199' });
  // The buffers of all frames together were 12 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2_000_000);
});

const NOON = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;

/** A device that reports a latitude `lat` with the time `clock` (minutes after noon), received at `receivedAt`. */
function reporting() {
  const state = newDeviceState(1);
  const report = (receivedAt: number, clock: number, lat: number, attributes: Attributes = {}) => {
    const time = new Date(NOON + clock * MINUTE);
    const fix = { time, valid: true, lat, lon: 10, altitudeM: null, speedKph: 0, courseDeg: 0 };
    const message: Message = { kind: 'report', deviceTime: time, fix, attributes };
    advanceDevice(state, message, positionOf(message), NOON + receivedAt * MINUTE);
  };
  const shown = () => [
    ((state.fixTime ?? 0) - NOON) / MINUTE,
    state.lat,
    state.clockSays && (state.clockSays - NOON) / MINUTE,
  ];
  return { state, report, shown };
}

it('dates a device with a wrong clock by its receipt, and shows the time of its clock', () => {
  for (const off of [480, 30, -2 * 365 * 1440]) {
    const { report, shown } = reporting();
    report(0, off, 50);
    expect(shown()).toEqual([0, 50, off]);
    report(3, off + 3, 51, { batteryPercent: 7 });
    expect(shown()).toEqual([3, 51, off + 3]);
  }
});

it('replaces a wrong time by a right one immediately, and a right one by a wrong one after five minutes', () => {
  const { report, shown } = reporting();
  report(0, 480, 50);
  // One second of latency.
  report(0, -1 / 60, 51);
  expect(shown()).toEqual([-1 / 60, 51, null]);
  report(4, 484, 52);
  expect(shown()).toEqual([-1 / 60, 51, 484]);
  report(5, 485, 53);
  expect(shown()).toEqual([5, 53, 485]);
  // Archived reports do not show the current position, whatever their time.
  report(6, -60, 54, { archived: true });
  report(7, 487, 55, { archived: true });
  expect(shown()).toEqual([5, 53, 487]);
});

it("discards a receipt in the future, from when the server's clock was ahead", () => {
  const { state, report } = reporting();
  report(2 * 24 * 60, 0, 1);
  report(1, 1, 2);
  expect(state.heardAt).toBe(NOON + MINUTE);
});

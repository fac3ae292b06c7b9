import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { createClockWatch } from './clock-watch.ts';
import { newDeviceState } from './device-state.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;

/** A clock watch and the devices that report to it. */
function watched() {
  let time = START;
  const lines: unknown[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const bus = createMemoryBus(logger);
  const watch = createClockWatch(bus, logger, () => time);
  return {
    watch,
    lines,
    wait: (ms: number) => (time += ms),
    /** Makes these devices report, with their clocks this far ahead of ours. */
    report: (deviceIds: readonly number[], aheadMs: number) => {
      const isUsable = aheadMs <= 2 * MINUTE;
      const states = deviceIds.map((deviceId) => ({
        ...newDeviceState(deviceId),
        heardAt: time,
        clockSays: isUsable ? null : time + aheadMs,
        fixTime: isUsable ? time + aheadMs : time - 3_600_000,
        receivedAt: isUsable ? time : time - 3_600_000,
      }));
      bus.publish('stored', { states });
      time += 1000;
    },
  };
}

it('reports a late clock when most devices have a later time, logs it once, and until it is right', () => {
  const { watch, report, wait, lines } = watched();
  report([1, 2, 3], -1000);
  expect(watch.found()).toBeNull();
  report([1, 2], 5 * MINUTE);
  expect(watch.found()).toMatchObject({ devices: 2, received: 3, lateMs: 5 * MINUTE });
  for (let round = 0; round < 10; round++) report([1, 2, 3], 5 * MINUTE);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 40, lateS: 300, devices: 2, of: 3 });
  report([1, 2, 3], -1000);
  expect(watch.found()).toBeNull();
  // Devices that stay silent are not counted.
  report([1, 2, 3], 5 * MINUTE);
  wait(6 * MINUTE);
  expect(watch.found()).toBeNull();
});

it('trusts no single device, nor half of them', () => {
  const { watch, report } = watched();
  report([1, 2], 5 * MINUTE);
  expect(watch.found()).toBeNull();
  report([3, 4], -500);
  expect(watch.found()).toBeNull();
});

it('does not alternate when clocks with whole seconds are just at the border', () => {
  const { watch, report, lines } = watched();
  const states: boolean[] = [];
  // A clock that is two minutes late: each report deviates by up to a second because of the network.
  for (const aheadMs of [119_400, 120_300, 119_100, 120_600, 119_800, 120_900, 119_000]) {
    report([1, 2, 3, 4, 5], aheadMs);
    states.push(watch.found() !== null);
  }
  expect(states).toEqual([false, true, true, true, true, true, true]);
  expect(lines).toHaveLength(1);
  report([1, 2, 3, 4, 5], 110_000);
  expect(watch.found()).toBeNull();
});

it('takes a fleet with wrong clocks, each differently or all by a zone, as no evidence against its own', () => {
  const { watch, report } = watched();
  for (const [index, aheadMs] of [7, 33, 95, 400, 1001].entries()) report([index + 1], aheadMs * MINUTE);
  expect(watch.found()).toBeNull();
  for (const zone of [30, 330, 345, 480]) {
    const fleet = watched();
    fleet.report([1, 2, 3, 4], zone * MINUTE - 12_000);
    expect(fleet.watch.found()).toBeNull();
  }
});

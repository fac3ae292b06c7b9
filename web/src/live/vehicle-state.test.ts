import { expect, test } from 'vitest';
import { applyState } from './apply-state.ts';
import { createFleetTable, slotFor } from './fleet-table.ts';
import { signalBars, vehicleState } from './vehicle-state.ts';

test('a state is read as it was sent', () => {
  const table = createFleetTable();
  applyState(table, [5, 2, 100, 1.5, 2.5, 40, 90, 200, 300, 1 | 2 | 4, 9, 80, 12.5, -70], 0, 300);
  expect(vehicleState(table, 0)).toEqual({
    status: 'idle',
    since: 100,
    place: { lat: 1.5, lon: 2.5 },
    speedKph: 40,
    courseDeg: 90,
    fixTime: 200,
    heardAt: 300,
    ignition: true,
    fixValid: true,
    isPrivate: false,
    satellites: 9,
    batteryPercent: 80,
    powerV: 12.5,
    rssi: -70,
  });
});

test('an unknown value is null, and ignition that is not wired is not "off"', () => {
  const table = createFleetTable();
  slotFor(table, 5);
  expect(vehicleState(table, 0)).toMatchObject({ status: 'never', place: null, heardAt: null, ignition: null });
  applyState(table, [5, 3, null, 1, 1, 0, 0, 200, 300, 1, null, null, null, null], 0, 300);
  expect(vehicleState(table, 0).ignition).toBe(false);
});

test('signal of each scale', () => {
  expect([-60, -80, -90, -100, -113].map(signalBars)).toEqual([4, 3, 2, 1, 0]);
  expect([0, 1, 4, 5].map(signalBars)).toEqual([0, 1, 4, 4]);
  expect([8, 16, 31].map(signalBars)).toEqual([2, 3, 4]);
  expect([40, 76, 100].map(signalBars)).toEqual([2, 4, 4]);
});

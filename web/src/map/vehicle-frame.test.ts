import type { LiveState } from '@milepost/contract/live';
import { expect, test } from 'vitest';
import { VEHICLE_STATUSES } from '@milepost/contract/live-constants';
import { applyState } from '../live/apply-state.ts';
import { createFleetTable, MARK } from '../live/fleet-table.ts';
import { pictureOf, PICTURES } from './vehicle-pictures.ts';
import { createVehicleFrame, fillVehicleFrame, frameLifeMs, type FrameQuery } from './vehicle-frame.ts';

const T = 1_800_000_000_000;
const state = (id: number, status: number, lat: number | null, lon: number | null, course = 0, time = T): LiveState => [
  id,
  status,
  null,
  lat,
  lon,
  30,
  course,
  time,
  time,
  0,
  null,
  null,
  null,
  null,
];
const WORLD: FrameQuery = {
  now: 0,
  west: -180,
  south: -85,
  east: 180,
  north: 85,
  isDrawn: () => true,
  selectedSlot: -1,
  glide: true,
};

function tableOf(...states: LiveState[]) {
  const table = createFleetTable();
  for (const each of states) applyState(table, each, 0, T);
  return table;
}
const fill = (table: ReturnType<typeof tableOf>, query: Partial<FrameQuery>) =>
  fillVehicleFrame(createVehicleFrame(), table, { ...WORLD, ...query });

test('a running vehicle is turned by its course, clockwise; a standing one is upright', () => {
  const frame = fill(tableOf(state(1, 1, 10, 20, 90), state(2, 3, 11, 21, 90)), {});
  expect(Array.from(frame.angles.slice(0, 2))).toEqual([-90, 0]);
  expect(Array.from(frame.icons.slice(0, 2))).toEqual([1, 3]);
  expect(Array.from(frame.positions.slice(0, 4))).toEqual([20, 10, 21, 11]);
});

test('only vehicles in the area with coordinates that pass the filter are drawn', () => {
  const table = tableOf(
    state(1, 1, 0, 0),
    state(2, 1, 50, 0),
    state(3, 1, 0, 50),
    state(4, 0, null, null),
    state(5, 1, 1, 1),
  );
  const frame = fill(table, { west: -5, east: 5, south: -5, north: 5, isDrawn: (slot) => table.ids[slot] !== 5 });
  expect(frame.count).toBe(1);
  expect(table.ids[frame.slots[0] ?? -1]).toBe(1);
});

test('an area across the 180th meridian shows both sides', () => {
  const frame = fill(tableOf(state(1, 1, 0, 179), state(2, 1, 0, -179), state(3, 1, 0, 0)), { west: 178, east: 182 });
  expect(frame.count).toBe(2);
});

test('the selected vehicle comes last, larger, whatever the filter', () => {
  const table = tableOf(state(1, 1, 0, 0), state(2, 1, 1, 1));
  const frame = fill(table, { selectedSlot: 0, isDrawn: (slot) => slot !== 0 });
  expect(Array.from(frame.slots.slice(0, 2))).toEqual([1, 0]);
  expect(frame.sizes[1]).toBe(1.25);
});

test('a vehicle with a critical alarm comes over the others, larger, with a picture of its own', () => {
  const table = tableOf(state(1, 1, 0, 0), state(2, 3, 1, 1), state(3, 3, 2, 2));
  table.marks[0] = MARK.criticalAlarm;
  table.marks[1] = MARK.outOfService;
  const frame = fill(table, {});
  expect(Array.from(frame.slots.slice(0, 3))).toEqual([1, 2, 0]);
  expect(Array.from(frame.sizes.slice(0, 3))).toEqual([1, 1, 1.25]);
  expect(new Set(frame.icons.slice(0, 3)).size).toBe(3);
});

test('each status has a picture for each combination of marks', () => {
  const marks = [0, MARK.criticalAlarm, MARK.outOfService, MARK.criticalAlarm | MARK.outOfService];
  const pictures = marks.flatMap((each) => VEHICLE_STATUSES.map((_, status) => pictureOf(status, each)));
  expect(pictures.toSorted((a, b) => a - b)).toEqual(Array.from({ length: PICTURES }, (_, picture) => picture));
});

test('half way through a glide it is half way, and without gliding at the newest fix', () => {
  const table = tableOf(state(1, 1, 0, 0));
  applyState(table, state(1, 1, 0.002, 0.004, 0, T + 4000), 1000, T + 4000);
  const { positions } = fill(table, { now: 3000 });
  expect(positions[0]).toBeCloseTo(0.002, 9);
  expect(positions[1]).toBeCloseTo(0.001, 9);
  expect(Array.from(fill(table, { now: 3000, glide: false }).positions.slice(0, 2))).toEqual([0.004, 0.002]);
});

test('a frame stays valid until the fastest vehicle has moved 0.35 px', () => {
  const table = tableOf(state(1, 1, 0, 0));
  applyState(table, state(1, 1, 0, 0.0036, 0, T + 4000), 0, T + 4000);
  // 0.0036 degrees in 4 s on a world of 100,000 px: 0.00025 px/ms.
  expect(frameLifeMs(fill(table, { now: 2000 }), 100_000)).toBeCloseTo(0.35 / 0.000_25, 1);
  expect(frameLifeMs(fill(table, { now: 9000 }), 100_000)).toBe(Infinity);
});

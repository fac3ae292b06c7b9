import type { LiveState, LiveVehicle } from '@milepost/contract/live';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { shownPlace } from './apply-state.ts';
import { MARK } from './fleet-table.ts';
import { createLiveStore, type LiveStore } from './live-store.ts';

const AT = 1_800_000_000_000;
let steady = 0;
let store: LiveStore;

const vehicle = (id: number, registration = `SBA ${id}`): LiveVehicle => ({
  id,
  registration,
  type: 'truck',
  makeModel: null,
  groupId: null,
  groupName: null,
  driverName: null,
  driverObstacle: null,
  out: [],
  deviceIdentity: null,
  protocol: null,
});

const state = (id: number, lat: number, lon: number, course: number, time: number, receivedAt = time): LiveState => [
  id,
  1,
  time,
  lat,
  lon,
  36,
  course,
  time,
  receivedAt,
  7,
  9,
  80,
  13.9,
  -70,
];

const shown = (id: number) => shownPlace(store.table, store.table.slotOf.get(id) ?? -1, steady);
const snapshot = (ids: number[], states: LiveState[], { begin = true, complete = true } = {}) =>
  store.apply({ t: 'snapshot', at: AT, begin, complete, vehicles: ids.map((id) => vehicle(id)), states });

beforeEach(() => {
  steady = 0;
  store = createLiveStore(() => steady);
});

test('a vehicle without a state is there, as never reported, without a place', () => {
  snapshot([7], []);
  expect(store.loaded).toBe(true);
  const slot = store.table.slotOf.get(7) ?? -1;
  expect(store.table.status[slot]).toBe(0);
  expect(shown(7).lat).toBeNaN();
});

test('a vehicle appears at its first position without animation', () => {
  snapshot([1], [state(1, -34.9, -56.1, 90, AT)]);
  expect(shown(1)).toEqual({ lat: -34.9, lon: -56.1, course: 90 });
});

test('between two fixes 5 s apart the vehicle is half way after 2.5 s, and never past the newest', () => {
  snapshot([1], [state(1, 0, 0, 350, AT)]);
  store.apply({ t: 'states', at: AT + 5000, states: [state(1, 0.001, 0.002, 10, AT + 5000)] });
  expect(shown(1)).toEqual({ lat: 0, lon: 0, course: 350 });
  steady = 2500;
  expect(shown(1).lat).toBeCloseTo(0.0005, 9);
  expect(shown(1).lon).toBeCloseTo(0.001, 9);
  steady = 60_000;
  expect(shown(1)).toEqual({ lat: 0.001, lon: 0.002, course: 10 });
});

test('the course turns the short way over north within 0.7 s', () => {
  snapshot([1], [state(1, 0, 0, 350, AT)]);
  store.apply({ t: 'states', at: AT + 5000, states: [state(1, 0.001, 0, 10, AT + 5000)] });
  steady = 350;
  expect(shown(1).course).toBeCloseTo(360, 3);
});

test('a fix that comes during a glide starts from the place that is shown', () => {
  snapshot([1], [state(1, 0, 0, 0, AT)]);
  store.apply({ t: 'states', at: AT + 4000, states: [state(1, 0.004, 0, 0, AT + 4000)] });
  steady = 1000;
  store.apply({ t: 'states', at: AT + 5000, states: [state(1, 0.005, 0, 0, AT + 5000)] });
  // A quarter of the distance to 0.004, then half of a glide of 1 s to 0.005.
  expect(shown(1).lat).toBeCloseTo(0.001, 9);
  steady = 1500;
  expect(shown(1).lat).toBeCloseTo(0.003, 9);
});

test('a way of more than 1 km is jumped', () => {
  snapshot([1], [state(1, 0, 0, 0, AT)]);
  store.apply({ t: 'states', at: AT + 5000, states: [state(1, 0.0091, 0, 0, AT + 5000)] }); // 1,012 m
  expect(shown(1).lat).toBe(0.0091);
});

test("a fix from a device's memory does not move the vehicle back, but counts as contact", () => {
  snapshot([1], [state(1, 0, 0, 0, AT)]);
  store.apply({ t: 'states', at: AT + 9000, states: [state(1, 5, 5, 0, AT - 60_000, AT + 8000)] });
  const slot = store.table.slotOf.get(1) ?? -1;
  expect(store.table.lat[slot]).toBe(0);
  expect(store.table.fixTime[slot]).toBe(AT);
  expect(store.table.heard[slot]).toBe(AT + 8000);
});

test('a state received before the stored one is dropped', () => {
  snapshot([1], [state(1, 0, 0, 0, AT, AT + 2000)]);
  store.apply({ t: 'states', at: AT + 3000, states: [state(1, 1, 1, 0, AT + 1000, AT + 1000)] });
  expect(store.table.lat[store.table.slotOf.get(1) ?? -1]).toBe(0);
});

test('a snapshot replaces everything: removed vehicles, and addresses that the server no longer has', () => {
  snapshot([1, 2, 3], [state(1, 1, 1, 0, AT), state(2, 2, 2, 0, AT), state(3, 3, 3, 0, AT)]);
  snapshot([2, 3], [state(3, 4, 4, 0, AT - 1000)]);
  expect([...store.vehicles.keys()]).toEqual([2, 3]);
  expect(store.table.size).toBe(2);
  expect(store.table.slotOf.has(1)).toBe(false);
  expect(shown(2).lat).toBeNaN();
  expect(shown(3).lat).toBe(4);
});

test('a snapshot in pieces removes no vehicle before it is complete, and then those in no piece', () => {
  const held = [1, 2, 3, 4, 5, 6];
  snapshot(
    held,
    held.map((id) => state(id, id, id, 0, AT)),
  );
  snapshot([1, 7], [state(1, 9, 9, 0, AT - 1000), state(7, 7, 7, 0, AT)], { complete: false });
  expect([...store.vehicles.keys()]).toEqual([...held, 7]);
  expect(shown(1).lat).toBe(9);
  expect(shown(2).lat).toBe(2);
  // Between two pieces of the snapshot, one vehicle is changed and one is removed.
  store.apply({ t: 'vehicles', at: AT, changed: [vehicle(5, 'NEW 5')], removed: [6] });
  snapshot([2], [state(2, 8, 8, 0, AT - 1000)], { begin: false, complete: false });
  snapshot([3], [], { begin: false });
  expect([...store.vehicles.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 5, 7]);
  expect(store.table.size).toBe(5);
  expect(shown(2).lat).toBe(8);
  expect(shown(3).lat).toBeNaN();
});

test('a snapshot that broke off is followed by a whole one', () => {
  snapshot([1, 2], []);
  snapshot([1], [], { complete: false });
  snapshot([2], []);
  expect([...store.vehicles.keys()]).toEqual([2]);
});

test('removing one vehicle leaves the others as they were', () => {
  const ids = Array.from({ length: 300 }, (_, index) => index + 1); // More than the initial capacity.
  snapshot(
    ids,
    ids.map((id) => state(id, id / 10, id / 10, 0, AT)),
  );
  store.apply({ t: 'vehicles', at: AT, changed: [vehicle(5, 'NEW 1')], removed: [1, 300, 150] });
  expect(store.table.size).toBe(297);
  expect(store.vehicles.get(5)?.registration).toBe('NEW 1');
  for (const id of ids.filter((each) => ![1, 150, 300].includes(each))) expect(shown(id).lat).toBe(id / 10);
});

test('a listener of one vehicle is called only for that vehicle', () => {
  snapshot([1, 2], []);
  const one = vi.fn();
  const off = store.onVehicle(1, one);
  store.apply({ t: 'states', at: AT, states: [state(2, 0, 0, 0, AT)] });
  expect(one).not.toHaveBeenCalled();
  store.apply({ t: 'places', at: AT, places: [[1, 'Av. Italia']] });
  expect(one).toHaveBeenCalledTimes(1);
  expect(store.places.get(1)).toBe('Av. Italia');
  off();
  store.apply({ t: 'states', at: AT, states: [state(1, 0, 0, 0, AT)] });
  expect(one).toHaveBeenCalledTimes(1);
});

test('list listeners are called immediately and then at most once a second, the last change included', () => {
  vi.useFakeTimers();
  const listener = vi.fn();
  store.onList(listener);
  snapshot([1], []);
  for (let n = 1; n <= 5; n++) store.apply({ t: 'states', at: AT, states: [state(1, n, n, 0, AT + n)] });
  expect(listener).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(listener).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(listener).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('the delay is from the receipt by the server to its frame', () => {
  snapshot([1], [state(1, 0, 0, 0, AT - 900_000)]);
  expect(store.delayMs).toBeNaN();
  store.apply({ t: 'states', at: AT + 400, states: [state(1, 0, 0, 0, AT - 2000, AT)] });
  expect(store.delayMs).toBe(400);
});

test('a repeated state of a parked vehicle does not change the delay', () => {
  snapshot([1], [state(1, 0, 0, 0, AT - 15_000)]);
  store.apply({ t: 'states', at: AT + 500, states: [state(1, 0, 0, 0, AT - 15_000)] });
  expect(store.delayMs).toBeNaN();
});

const marks = (id: number) => store.table.marks[store.table.slotOf.get(id) ?? -1];
const alarm = (vehicleId: number) => ({ vehicleId, alarmId: 70 + vehicleId, ruleName: 'SOS', start: AT, count: 1 });
const critical = (alarms: number[], gone: number[] = [], begin = false) =>
  store.apply({ t: 'critical', at: AT, begin, alarms: alarms.map(alarm), gone });

describe('marks', () => {
  test('a critical alarm marks its vehicle alone, before and after the snapshot, until it is gone', () => {
    critical([1], [], true);
    snapshot([1, 2], [state(1, 1, 1, 0, AT), state(2, 1, 1, 0, AT)]);
    expect([marks(1), marks(2)]).toEqual([MARK.criticalAlarm, 0]);
    const notified: number[] = [];
    for (const id of [1, 2]) store.onVehicle(id, () => notified.push(id));
    critical([2], [1]);
    expect([marks(1), marks(2)]).toEqual([0, MARK.criticalAlarm]);
    critical([2]);
    expect(notified).toEqual([1, 2, 2]);
    expect(store.critical.get(2)).toEqual(alarm(2));
  });

  test('an alarm from before a reconnect that is over loses its mark', () => {
    snapshot([1, 2], []);
    critical([1, 2], [], true);
    critical([2], [], true);
    expect([marks(1), marks(2)]).toEqual([0, MARK.criticalAlarm]);
  });

  test('a mark goes with its vehicle when another leaves the table, and nothing is left after a sign-out', () => {
    snapshot([1, 2, 3], []);
    critical([3], [], true);
    store.apply({ t: 'vehicles', at: AT, changed: [], removed: [1] });
    expect([marks(2), marks(3)]).toEqual([0, MARK.criticalAlarm]);
    store.clear();
    snapshot([3], []);
    expect(marks(3)).toBe(0);
  });

  test('a vehicle is marked while it is out of service, also where time alone passes', () => {
    const out = [{ kind: 'work-order' as const, from: AT + 60_000, to: AT + 120_000 }];
    const vehicles = [{ ...vehicle(1), out }, vehicle(2)];
    store.apply({ t: 'snapshot', at: AT, begin: true, complete: true, vehicles, states: [] });
    const seen = [marks(1)];
    for (const at of [AT + 61_000, AT + 121_000]) {
      store.apply({ t: 'beat', at });
      seen.push(marks(1));
    }
    expect(seen).toEqual([0, MARK.outOfService, 0]);
  });
});

import type { LiveState, LiveVehicle } from '@milepost/contract/live';
import { expect, test } from 'vitest';
import { createLiveStore } from '../../live/live-store.ts';
import { buildFleetList, type ListQuery } from './fleet-list.ts';

const ALL: ListQuery = {
  status: null,
  alarmed: false,
  q: '',
  groupId: null,
  sort: 'registration',
  grouped: false,
  collapsed: new Set(),
};

const vehicle = (id: number, registration: string, group: string | null, driverName: string | null): LiveVehicle => ({
  id,
  registration,
  type: 'van',
  makeModel: null,
  groupId: group === null ? null : group.length,
  groupName: group,
  driverName,
  driverObstacle: null,
  out: [],
  deviceIdentity: null,
  protocol: null,
});
const state = (id: number, status: number, speed: number, lastSeenAt: number): LiveState => [
  id,
  status,
  null,
  1,
  1,
  speed,
  0,
  lastSeenAt,
  lastSeenAt,
  0,
  null,
  null,
  null,
  null,
];

const store = createLiveStore(() => 0);
store.apply({
  t: 'snapshot',
  at: 100,
  begin: true,
  complete: true,
  vehicles: [
    vehicle(1, 'SBA 10', 'Cold chain', 'Lucía Fernández'),
    vehicle(2, 'SBA 9', 'Cold chain', null),
    vehicle(3, 'SBC 4821', 'Dry goods', 'Ana Silva'),
    vehicle(4, 'SBB 1', null, null),
  ],
  states: [state(1, 1, 40, 50), state(2, 3, 0, 90), state(3, 1, 60, 70)],
});
const list = (query: Partial<ListQuery>) => buildFleetList(store, { ...ALL, ...query }, store.vehiclesRevision);

test('registrations are in natural order, 9 before 10', () => {
  expect(list({}).ids).toEqual([2, 1, 4, 3]);
  expect(list({}).filtered).toBe(false);
});

test('chips count the matches of the search, whatever status is chosen', () => {
  const found = list({ q: 'sba', status: 'stopped' });
  expect(found.counts).toEqual({ never: 0, running: 1, idle: 0, silent: 0, stopped: 1, inactive: 0, expired: 0 });
  expect(found.total).toBe(2);
  expect(found.ids).toEqual([2]);
  expect(found.filtered).toBe(true);
});

test('a vehicle is found by registration with or without spaces, by driver without accents, by group, by several words', () => {
  expect(list({ q: 'sbc4821' }).ids).toEqual([3]);
  expect(list({ q: 'SBC 4821' }).ids).toEqual([3]);
  expect(list({ q: 'lucia' }).ids).toEqual([1]);
  expect(list({ q: 'dry' }).ids).toEqual([3]);
  expect(list({ q: 'cold fernandez' }).ids).toEqual([1]);
  expect(list({ q: 'cold silva' }).ids).toEqual([]);
});

test('a device that never reported is counted as such', () => {
  expect(list({ status: 'never' }).ids).toEqual([4]);
});

test('sorting by status, speed and last contact; unknown values come last', () => {
  expect(list({ sort: 'status' }).ids).toEqual([1, 3, 2, 4]);
  expect(list({ sort: 'speed' }).ids).toEqual([3, 1, 2, 4]);
  expect(list({ sort: 'heard' }).ids).toEqual([2, 3, 1, 4]);
});

test('groups have headings with counts; vehicles without a group come last; a collapsed group keeps its vehicles on the map', () => {
  const { rows, ids } = list({ grouped: true, collapsed: new Set(['Cold chain'.length]) });
  expect(rows).toEqual([
    { kind: 'group', groupId: 10, name: 'Cold chain', moving: 1, total: 2, collapsed: true },
    { kind: 'group', groupId: 9, name: 'Dry goods', moving: 1, total: 1, collapsed: false },
    { kind: 'vehicle', id: 3 },
    { kind: 'group', groupId: 0, name: null, moving: 0, total: 1, collapsed: false },
    { kind: 'vehicle', id: 4 },
  ]);
  expect(ids).toEqual([2, 1, 3, 4]);
});

test('one group alone', () => {
  expect(list({ groupId: 10 }).ids).toEqual([2, 1]);
});

const criticalAlarm = (vehicleId: number) => ({ vehicleId, alarmId: vehicleId, ruleName: 'SOS', start: 5, count: 1 });

test('vehicles with a critical alarm are counted, and shown alone on demand, whatever their status', () => {
  const alarmed = createLiveStore();
  const vehicles = [vehicle(1, 'A 1', null, null), vehicle(2, 'A 2', null, null), vehicle(3, 'A 3', null, null)];
  const states = [state(1, 1, 40, 5), state(2, 3, 0, 5)];
  alarmed.apply({ t: 'snapshot', at: 10, begin: true, complete: true, vehicles, states });
  alarmed.apply({ t: 'critical', at: 11, begin: true, alarms: [criticalAlarm(2), criticalAlarm(3)], gone: [] });
  expect(buildFleetList(alarmed, ALL, alarmed.vehiclesRevision)).toMatchObject({
    total: 3,
    alarmed: 2,
    ids: [1, 2, 3],
  });
  const only = buildFleetList(alarmed, { ...ALL, alarmed: true }, alarmed.vehiclesRevision);
  expect(only).toMatchObject({ ids: [2, 3], filtered: true });
  alarmed.apply({ t: 'critical', at: 12, begin: false, alarms: [], gone: [2] });
  expect(buildFleetList(alarmed, { ...ALL, alarmed: true }, alarmed.vehiclesRevision)).toMatchObject({
    alarmed: 1,
    ids: [3],
  });
});

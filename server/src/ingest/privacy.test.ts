import type { Attributes, Message } from '@milepost/protocols/types';
import { expect, it } from 'vitest';
import type { Installation } from '../store/fleet/installations.ts';
import { buildBatch } from './batch.ts';
import { newDeviceState } from './device-state.ts';
import { createPrivacy } from './privacy.ts';

const NONE: readonly Installation[] = [];
const message = (attributes: Attributes): Message => ({ kind: 'report', deviceTime: null, fix: null, attributes });
const installation: Installation = {
  id: 1,
  deviceId: 1,
  vehicleId: 1,
  organisationId: 1,
  groupId: null,
  vehicleType: 'van',
  ignitionSource: 'automatic',
  speedFactor: 1,
  from: 0,
  to: null,
  inWorkshop: [],
  privateTime: { marks: [], workingHours: null, zone: 'UTC', button: { attribute: 'input2', value: true } },
};

it('a late report without a value of the button has the one of the late report before it', () => {
  const isPrivate = createPrivacy({ judging: () => [installation] }, { former: () => null });
  const state = { ...newDeviceState(1), fixTime: 1000, attributes: { input2: false } };
  const at = (time: number, attributes: Attributes = {}) =>
    isPrivate({ deviceId: 1, state }, message(attributes), time);
  expect([at(100), at(200, { input2: true }), at(300), at(400, { input2: false }), at(500)]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(at(1001)).toBe(false);
  state.attributes = { input2: true };
  expect([at(1002), at(500)]).toEqual([true, false]);
});

const judging = (deviceId: number) => (deviceId === 1 ? [installation] : NONE);

it('a record in no vehicle is judged by the installation of the record before it', () => {
  const isPrivate = createPrivacy({ judging }, { former: (id) => (id > 1 ? id - 1 : null) });
  const of = (deviceId: number) =>
    isPrivate({ deviceId, state: newDeviceState(deviceId) }, message({ input2: true }), 5);
  expect([of(1), of(3)]).toEqual([true, true]);
  expect(isPrivate({ deviceId: 3, state: newDeviceState(3) }, message({}), 5)).toBe(false);
});

it('the button of a device with more attributes than are remembered holds until it reports another value', () => {
  const installations = { at: () => installation, judging: () => [installation] };
  const state = newDeviceState(1);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`value${index}`, index]));
  const fix = { valid: true, lat: -34.9, lon: -56.2, altitudeM: 20, speedKph: 0, courseDeg: 0 };
  const at = (minute: number, attributes: Attributes): Message => {
    const time = new Date(Date.now() - 3_600_000 + minute * 60_000);
    return { kind: 'report', deviceTime: time, fix: { ...fix, time }, attributes };
  };
  const messages = [at(1, many), at(2, { input2: true }), at(3, { value7: 8 }), at(4, { input2: false }), at(5, {})];
  const { positions } = buildBatch(
    [{ deviceId: 1, messages, receivedAt: Date.now(), onStored: () => {} }],
    () => state,
    installations,
  );
  expect(positions.map(({ sealed }) => sealed !== undefined)).toEqual([false, true, true, false, false]);
});

it('attributes that tell a place are not stored in private time, except of a call for help', () => {
  const installations = { at: () => installation, judging: () => [installation] };
  const states = [newDeviceState(1), newDeviceState(1)];
  const networks = {
    cells: ['748-1-41001-9'],
    wifi: ['aa:bb'],
    lac: '41001',
    cellId: 9,
    cell: '9',
    placeName: 'clinic',
  };
  const store = (of: number, input2: boolean, alarm: Attributes['alarm'] = []) => {
    const report = message({ ...networks, input2, powerV: 12, ...(alarm.length > 0 && { alarm }) });
    const [state = newDeviceState(1)] = states.slice(of);
    const time = new Date(Date.now() - 60_000);
    const fix = { time, valid: true, lat: -34.9, lon: -56.2, altitudeM: 20, speedKph: 0, courseDeg: 0 };
    const { positions, statuses } = buildBatch(
      [
        {
          deviceId: 1,
          messages: [report, { ...report, deviceTime: time, fix }],
          receivedAt: Date.now(),
          onStored: () => {},
        },
      ],
      () => state,
      installations,
    );
    return { text: JSON.stringify([positions, statuses, state.attributes]), hash: positions[0]?.hash };
  };
  const open = store(0, false);
  expect(open.text).toMatch(/41001.*aa:bb/);
  const sealed = store(1, true);
  expect(sealed.text).not.toMatch(/41001|aa:bb|"cell|clinic/);
  expect(sealed.text).toContain('"powerV":12');
  expect(store(1, true, ['sos']).text).toMatch(/41001.*aa:bb/);
  // What a geofence of the device reports goes, and the alarms beside it stay.
  const fence = store(1, true, ['geofenceEnter', 'powerCut']).text;
  expect(fence).toContain('"alarm":["powerCut"]');
  expect(fence).not.toContain('geofence');
  expect(store(1, true, ['geofenceExit']).text).not.toMatch(/geofence|"alarm"/);
});

import type { Attributes, Message } from '@milepost/protocols/types';
import { expect, it } from 'vitest';
import type { Installation } from '../store/fleet/installations.ts';
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

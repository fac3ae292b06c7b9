import { read } from '@milepost/protocols/cguard/cguard';
import type { Message } from '@milepost/protocols/types';
import { attributesOf } from '@milepost/tracking/report';
import { expect, it } from 'vitest';
import { buildBatch, incomingOf } from './batch.ts';
import { newDeviceState } from './device-state.ts';

const AT = new Date('2026-05-04T12:00:00Z');
const ODD = {
  ignition: true,
  powerV: NaN,
  fuelL: Infinity,
  odometerM: -Infinity,
  engineHoursS: 1e308,
  io9: -2e20,
  rssi: 0,
  driverTag: '',
};
const STORED = { ignition: true, rssi: 0, driverTag: '' };

it('attributes that are not finite, or larger than any device means, reach neither tracking, nor the store, nor the live state', () => {
  const fix = { time: AT, valid: true, lat: 1, lon: 2, altitudeM: null, speedKph: 4, courseDeg: 5 };
  const position: Message = { kind: 'report', deviceTime: AT, fix, attributes: ODD };
  const status: Message = { ...position, fix: null };
  const noValues: Message = { ...status, attributes: { powerV: NaN } };
  const submission = {
    deviceId: 1,
    messages: [position, status, noValues],
    receivedAt: AT.getTime() + 1000,
    onStored() {},
  };
  const batch = buildBatch([submission], newDeviceState);
  expect(batch.positions.map((row) => row.position.attributes)).toStrictEqual([STORED]);
  // A report without storable content is dropped.
  expect(batch.statuses.map((row) => row.attributes)).toStrictEqual([STORED]);
  expect(batch.states).toMatchObject([{ attributes: STORED, powerMv: null }]);
  const storedAttributes = incomingOf(batch).map(({ report }) => attributesOf(report));
  expect(storedAttributes).toStrictEqual([STORED, STORED]);
});

it('names and texts that PostgreSQL cannot store reach neither tracking, nor the store, nor the live state', () => {
  const attributes = {
    'param_a\0b': 1,
    'line\nend': 2,
    'half\ud800': 3,
    ['n'.repeat(101)]: 4,
    driverTag: 'a\0b\ud800',
    cells: ['x\0', 'y'],
    remark: 'r'.repeat(3000),
    param_fuel: 5,
  };
  const storable = { driverTag: 'ab\ufffd', cells: ['x', 'y'], remark: 'r'.repeat(2000), param_fuel: 5 };
  const message: Message = { kind: 'report', deviceTime: AT, fix: null, attributes };
  const submission = { deviceId: 1, messages: [message], receivedAt: AT.getTime() + 1000, onStored() {} };
  const batch = buildBatch([submission], newDeviceState);
  expect(batch.statuses.map((row) => row.attributes)).toStrictEqual([storable]);
  expect(batch.states).toMatchObject([{ attributes: storable }]);
  expect(incomingOf(batch).map(({ report }) => attributesOf(report))).toStrictEqual([storable]);
});

it("a device's attribute with one of our names and another type reaches neither of them", () => {
  // C-Guard lets its maker name the values freely.
  const { messages } = read(Buffer.from('BC:260504 115900:ALARM:64:IGNITION:5:MOTION:1:DOOR:2:BAT1:98'));
  expect(messages).toMatchObject([{ attributes: { alarm: 64, ignition: 5, motion: 1, door: 2 } }]);
  const submission = { deviceId: 1, messages, receivedAt: AT.getTime() + 1000, onStored() {} };
  const batch = buildBatch([submission], newDeviceState);
  expect(batch.statuses.map((row) => row.attributes)).toStrictEqual([{ batteryPercent: 98 }]);
  expect(batch.states).toMatchObject([{ attributes: { batteryPercent: 98 } }]);
});

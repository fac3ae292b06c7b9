import { expect, test } from 'vitest';
import { z } from 'zod';
import { englishOf, fault, faultOfIssue, issueCode, faultCode } from './fault.ts';
import { ACCOUNT_FAULTS } from './faults/account-faults.ts';
import { ALARM_FAULTS } from './faults/alarm-faults.ts';
import { CALL_FAULTS } from './faults/call-faults.ts';
import { DELIVERY_FAULTS } from './faults/delivery-faults.ts';
import { DEVICE_FAULTS } from './faults/device-faults.ts';
import { FENCE_FAULTS } from './faults/fence-faults.ts';
import { FLEET_FAULTS } from './faults/fleet-faults.ts';
import { IMPORT_FAULTS } from './faults/import-faults.ts';
import { RECORD_FAULTS } from './faults/record-faults.ts';
import { REPORT_FAULTS } from './faults/report-faults.ts';
import { ROUTE_FAULTS } from './faults/route-faults.ts';
import { UPKEEP_FAULTS } from './faults/upkeep-faults.ts';

const faultsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: issueCode }).error?.issues.map(faultOfIssue);

test('the limits of a schema become the parameters of its fault', () => {
  expect(faultsOf(z.string().max(3), 'four')).toEqual([{ code: 'at-most-characters', params: { most: 3 } }]);
  expect(faultsOf(z.number().min(5), 4)).toEqual([{ code: 'at-least', params: { least: 5 } }]);
  expect(faultsOf(z.array(z.number()).max(1, faultCode('choose-at-most')), [1, 2])).toEqual([
    { code: 'choose-at-most', params: { most: 1 } },
  ]);
  expect(faultsOf(z.enum(['a', 'b']), 'c')).toEqual([{ code: 'choose-one-of', params: { values: ['a', 'b'] } }]);
});

test('a missing value gives a fault that asks for it', () => {
  expect(faultsOf(z.number(), undefined)).toEqual([{ code: 'enter-value' }]);
  expect(faultsOf(z.number(), 'x')).toEqual([{ code: 'enter-number' }]);
});

test('a message that is not a code is never shown', () => {
  expect(faultsOf(z.string('Some English.'), 1)).toEqual([{ code: 'not-valid' }]);
});

test('English texts have grouped digits, metric units and coordinates to a metre', () => {
  expect(englishOf(fault('at-most', { most: 604_800 }))).toBe('Use at most 604,800.');
  expect(englishOf(fault('at-least', { least: 0.25 }))).toBe('Use 0.25 or more.');
  expect(englishOf(fault('busy', { wait: 5 }))).toBe('The server is busy. Try again in 5 s.');
  expect(englishOf(fault('shape-radius', { least: 10, most: 500_000 }))).toBe('The radius must be 10 m to 500 km.');
  expect(englishOf(fault('choose-one-of', { values: ['a', 'b'] }))).toBe('Choose one of: a, b.');
  expect(englishOf(fault('shape-hole-outside', { at: { lat: -34.9, lon: 56 } }))).toBe(
    'A hole lies outside the outline at -34.90000, 56.00000.',
  );
});

test('a name that looks like a placeholder stays unchanged', () => {
  expect(englishOf(fault('most-tags', { name: '{{most, number}}', most: 12 }))).toBe(
    '“{{most, number}}” would have more than 12 tags.',
  );
});

test('each fault has a code of its own', () => {
  const codes = [
    ACCOUNT_FAULTS,
    ALARM_FAULTS,
    CALL_FAULTS,
    DELIVERY_FAULTS,
    DEVICE_FAULTS,
    FENCE_FAULTS,
    FLEET_FAULTS,
    IMPORT_FAULTS,
    RECORD_FAULTS,
    REPORT_FAULTS,
    ROUTE_FAULTS,
    UPKEEP_FAULTS,
  ].flatMap(Object.keys);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

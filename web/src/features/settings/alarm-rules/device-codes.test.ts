import { ALARM_CODES } from '@milepost/protocols/types';
import { HARSH_CODES as TRACKED } from '@milepost/tracking/alarm-rule';
import { expect, test } from 'vitest';
import { DEVICE_CODES, HARSH_CODES } from './device-codes.ts';

/** The codes for which a kind of rule measures itself. */
const MEASURED = ['overspeed', 'idle', 'geofence', 'geofenceEnter', 'geofenceExit'];

test('a rule can be about every code that a device may raise and no kind of rule measures', () => {
  expect([...DEVICE_CODES, ...MEASURED].toSorted()).toEqual([...ALARM_CODES].toSorted());
});

test('harsh driving is the same in a template as in the tracking', () => {
  expect(HARSH_CODES).toEqual(TRACKED);
});

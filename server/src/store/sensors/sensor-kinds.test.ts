/** The kinds are listed both in the contract and in tracking, since neither of the two packages imports the other. */
import { isSignalKind, SENSOR_KINDS } from '@milepost/contract/sensor-kinds';
import { isSignal } from '@milepost/tracking/sensors/sensor';
import { expect, test } from 'vitest';

test.each(SENSOR_KINDS)('%s is numeric or a switch equally in both', (kind) => {
  expect(isSignal(kind)).toBe(isSignalKind(kind));
});

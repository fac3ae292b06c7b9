/** The browser's list of kinds and that of the tracking are two, since neither room imports the other. */
import { isSignalKind, SENSOR_KINDS } from '@milepost/contract/sensor-kinds';
import { isSignal } from '@milepost/tracking/sensors/sensor';
import { expect, test } from 'vitest';

test.each(SENSOR_KINDS)('%s tells the same, figures or yes and no, in both', (kind) => {
  expect(isSignal(kind)).toBe(isSignalKind(kind));
});

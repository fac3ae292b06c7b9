import type { DeviceContact } from '@milepost/contract/device-operations';

/** An unknown device, with the changes of a test. */
export const makeContact = (change: Partial<DeviceContact>): DeviceContact => ({
  key: 'gt06:1',
  protocol: 'gt06',
  transport: 'tcp',
  identity: '1',
  address: '10.0.0.1:4000',
  connected: true,
  firstSeenAt: '2026-03-01T10:00:00.000Z',
  lastSeenAt: '2026-03-01T10:00:00.000Z',
  frames: 1,
  faults: 0,
  lastFrame: null,
  decoded: null,
  looksLike: [],
  unknownMessages: [],
  deviceId: null,
  vehicleId: null,
  registration: null,
  ...change,
});

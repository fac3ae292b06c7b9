import type { DeviceContact } from '@milepost/contract/device-operations';
import { expect, test } from 'vitest';
import { visibleContacts } from './visible-contacts.ts';

const contact = (identity: string | null): DeviceContact => ({
  key: `gt06:${identity ?? '@192.0.2.1:40000'}`,
  protocol: 'gt06',
  transport: 'tcp',
  identity,
  address: '192.0.2.1:40000',
  connected: true,
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-01-01T00:00:01.000Z',
  frames: 1,
  faults: 0,
  lastFrame: null,
  decoded: null,
  looksLike: [],
  unknownMessages: [],
  deviceId: null,
  vehicleId: null,
  registration: null,
});

const ours = { deviceId: 1, identity: '356000000000001', organisationId: 2, vehicleId: 7, registration: 'SBA 1' };
const theirs = { deviceId: 9, identity: '356000000000009', organisationId: 3, vehicleId: 8, registration: 'SBA 9' };
const contacts = [contact(ours.identity), contact(theirs.identity), contact('356000000000005'), contact(null)];
const branch = { organisationId: 2, organisationIds: [2], root: false, limit: null };
const root = { organisationId: 1, organisationIds: [1, 2, 3], root: true, limit: null };
const seen = (list: DeviceContact[]) => list.map((one) => one.identity);

test('a branch sees its own devices only, with the vehicle each is in', () => {
  const visible = visibleContacts(contacts, [ours, theirs], branch, undefined);
  expect(visible).toEqual([{ ...contact(ours.identity), deviceId: 1, vehicleId: 7, registration: 'SBA 1' }]);
});

test('the root organisation sees everything', () => {
  expect(visibleContacts(contacts, [ours, theirs], root, undefined)).toHaveLength(4);
});

test("a person who enters an unknown device's full identity sees it besides their own, with or without the leading zero", () => {
  const both = [ours.identity, '356000000000005'];
  expect(seen(visibleContacts(contacts, [ours, theirs], branch, '356000000000005'))).toEqual(both);
  expect(seen(visibleContacts(contacts, [ours, theirs], branch, '0356000000000005'))).toEqual(both);
  expect(seen(visibleContacts(contacts, [ours, theirs], branch, '35600000000000'))).toEqual([ours.identity]);
});

test("entering the identity of another organisation's device does not show it", () => {
  expect(seen(visibleContacts(contacts, [ours, theirs], branch, theirs.identity))).toEqual([ours.identity]);
});

test('an identity with a leading zero is the same device', () => {
  expect(visibleContacts([contact('0356000000000001')], [ours], branch, undefined)[0]?.vehicleId).toBe(7);
});

test('a device that came from another organisation shows what it sent since', () => {
  const moved = { ...ours, beginsAt: new Date('2026-01-01T00:00:00.500Z') };
  const before = { ...contact(ours.identity), lastSeenAt: '2026-01-01T00:00:00.400Z' };
  expect(visibleContacts([before], [moved], branch)).toEqual([]);
  const types = ['2026-01-01T00:00:00.400Z', '2026-01-01T00:00:00.900Z'].map((lastAt) => ({
    type: '0x99',
    count: 1,
    lastAt,
    frame: null,
  }));
  const since = { ...contact(ours.identity), unknownMessages: types };
  expect(visibleContacts([since], [moved], branch)).toMatchObject([
    { firstSeenAt: '2026-01-01T00:00:00.500Z', lastSeenAt: '2026-01-01T00:00:01.000Z', unknownMessages: [types[1]] },
  ]);
});

import { expect, test } from 'vitest';
import { makeContact } from './device-contact.fixture.ts';
import { mergeContacts, newestContacts, sortContacts } from './device-contact-list.ts';

test('a newer contact replaces the one with its key', () => {
  const merged = mergeContacts([makeContact({}), makeContact({ key: 'gt06:2' })], [makeContact({ frames: 7 })]);
  expect(merged.map(({ key, frames }) => [key, frames])).toEqual([
    ['gt06:1', 7],
    ['gt06:2', 1],
  ]);
});

test('a device that identifies itself removes its anonymous entry, and no other', () => {
  const nameless = makeContact({ key: 'gt06:@10.0.0.1:4000', identity: null });
  const other = makeContact({ key: 'gt06:@10.0.0.1:4001', identity: null, address: '10.0.0.1:4001' });
  expect(mergeContacts([nameless, other], [makeContact({})]).map(({ key }) => key)).toEqual([other.key, 'gt06:1']);
});

test('an anonymous contact stays while the device is not identified', () => {
  const nameless = makeContact({ key: 'gt06:@10.0.0.1:4000', identity: null });
  expect(mergeContacts([], [nameless])).toEqual([nameless]);
});

test('the order is by first contact, newest first, whatever the last contact', () => {
  const old = makeContact({
    key: 'a',
    firstSeenAt: '2026-03-01T09:00:00.000Z',
    lastSeenAt: '2026-03-01T12:00:00.000Z',
  });
  const fresh = makeContact({ key: 'b', firstSeenAt: '2026-03-01T11:00:00.000Z' });
  expect(sortContacts([old, fresh]).map(({ key }) => key)).toEqual(['b', 'a']);
});

const at = (index: number) => new Date(Date.UTC(2026, 2, 1) + index * 1000).toISOString();

test('a flood leaves the hundred most recent contacts', () => {
  const rows = Array.from({ length: 5000 }, (_, index) => makeContact({ key: `gt06:${index}`, lastSeenAt: at(index) }));
  const newest = newestContacts(rows).map(({ key }) => key);
  expect(newest).toHaveLength(100);
  expect(newest).toContain('gt06:4999');
  expect(newest).not.toContain('gt06:4899');
});

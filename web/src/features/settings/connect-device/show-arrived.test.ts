import type { DeviceContact } from '@milepost/contract/device-operations';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeContact } from './device-contact.fixture.ts';
import { type DeviceContactList, showArrived } from './show-arrived.ts';

const KEY = ['get-knock-list', { known: false }];
const EMPTY: DeviceContactList = { rows: [], unknown: 0, known: 0 };
let client: QueryClient;
let arrive: (contact: DeviceContact) => void;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  client.setQueryData<DeviceContactList>(KEY, EMPTY);
  stop = showArrived(client, KEY, (take) => {
    arrive = take;
    return () => {};
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});
const shown = () => client.getQueryData<DeviceContactList>(KEY);

test('new contacts are displayed together, with the counts', () => {
  arrive(makeContact({ key: 'gt06:1' }));
  arrive(makeContact({ key: 'gt06:2' }));
  expect(shown()?.rows).toHaveLength(0);
  vi.advanceTimersByTime(500);
  expect(shown()).toMatchObject({ rows: [{ key: 'gt06:1' }, { key: 'gt06:2' }], unknown: 2, known: 0 });
});

test('contacts from before a reload of the list do not reappear after its reply', async () => {
  arrive(makeContact({ key: 'gt06:1' }));
  // The device was adopted, so it is no longer among the unknown ones.
  await client.fetchQuery({ queryKey: KEY, queryFn: async (): Promise<DeviceContactList> => ({ ...EMPTY, known: 1 }) });
  vi.advanceTimersByTime(500);
  expect(shown()).toEqual({ ...EMPTY, known: 1 });
});

test('contacts during a reload of the list are displayed after its reply', async () => {
  await client.fetchQuery({
    queryKey: KEY,
    queryFn: async () => {
      arrive(makeContact({ key: 'gt06:3' }));
      return EMPTY;
    },
  });
  vi.advanceTimersByTime(500);
  expect(shown()?.rows.map(({ key }) => key)).toEqual(['gt06:3']);
});

import type { Knock } from '@milepost/contract/device-routes';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type KnockList, showArrived } from './show-arrived.ts';

const KEY = ['get-knock-list', { known: false }];
const EMPTY: KnockList = { rows: [], unknown: 0, known: 0 };
const knock = (key: string): Knock => ({
  key,
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
  deviceId: null,
  vehicleId: null,
  registration: null,
});

let client: QueryClient;
let arrive: (knock: Knock) => void;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  client.setQueryData<KnockList>(KEY, EMPTY);
  stop = showArrived(client, KEY, (take) => {
    arrive = take;
    return () => {};
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});
const shown = () => client.getQueryData<KnockList>(KEY);

test('what arrives is shown together, with the counts', () => {
  arrive(knock('gt06:1'));
  arrive(knock('gt06:2'));
  expect(shown()?.rows).toHaveLength(0);
  vi.advanceTimersByTime(500);
  expect(shown()).toMatchObject({ rows: [{ key: 'gt06:1' }, { key: 'gt06:2' }], unknown: 2, known: 0 });
});

test('what arrived before the list was asked for again does not come back after its answer', async () => {
  arrive(knock('gt06:1'));
  // It was adopted: of the unknown ones it is none any more.
  await client.fetchQuery({ queryKey: KEY, queryFn: async (): Promise<KnockList> => ({ ...EMPTY, known: 1 }) });
  vi.advanceTimersByTime(500);
  expect(shown()).toEqual({ ...EMPTY, known: 1 });
});

test('what arrives while the list is asked for is shown after the answer', async () => {
  await client.fetchQuery({
    queryKey: KEY,
    queryFn: async () => {
      arrive(knock('gt06:3'));
      return EMPTY;
    },
  });
  vi.advanceTimersByTime(500);
  expect(shown()?.rows.map(({ key }) => key)).toEqual(['gt06:3']);
});

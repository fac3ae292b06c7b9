import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ServiceFault } from '../../ask-service.ts';
import { testRouter, type TestRouter } from '../../testing/router.ts';
import { openRouter } from './open-router.ts';
import { ROUTER_FORMS, drivingTableReader } from './router.ts';

let service: TestRouter;
beforeAll(async () => {
  service = await testRouter();
});
afterAll(() => service.close());
beforeEach(() => {
  service.requests.length = 0;
  service.mood = {};
});
const { signal } = new AbortController();

describe.each(ROUTER_FORMS)('a router in the form of %s', (form) => {
  const open = (profile = '') => openRouter({ form, url: `${service.url}/?key=abc`, profile }, 'Milepost (test)').ask;

  test('returns seconds and metres from each place to each; an island is unreachable', async () => {
    const places = [{ lat: 10, lon: 1 }, null, { lat: 10, lon: 1.5 }, { lat: 20, lon: 1 }];
    const { seconds, metres } = await drivingTableReader(open(), signal)(places);
    // Half a degree is half an hour and 50 km. The null place is at no distance from everything.
    expect([...seconds]).toEqual([0, 0, 1800, Infinity, 0, 0, 0, 0, 1800, 0, 0, Infinity, Infinity, 0, Infinity, 0]);
    expect([...metres]).toEqual([0, 0, 50_000, Infinity, 0, 0, 0, 0, 50_000, 0, 0, Infinity, Infinity, 0, Infinity, 0]);
  });

  test('is called in blocks that services allow, with its key, for the vehicle type', async () => {
    const places = Array.from({ length: 120 }, (_, index) => ({ lat: 10, lon: index / 100 }));
    const { seconds } = await drivingTableReader(open('truck'), signal)(places);
    expect(seconds).toHaveLength(14_400);
    for (const at of [0, 119, 60 * 120 + 3, 119 * 120]) {
      expect(seconds[at]).toBeCloseTo(Math.abs(Math.floor(at / 120) - (at % 120)) * 36, 6);
    }
    expect(service.requests.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual(
      ['20 20', '20 50', '20 50', '50 20', '50 20', '50 50', '50 50', '50 50', '50 50'].toSorted(),
    );
    expect(new Set(service.requests.map(({ profile }) => profile))).toEqual(new Set(['truck']));
    expect(service.requests.every(({ path }) => path.includes('key=abc'))).toBe(true);
  });

  test.each([
    [{ status: 500 }, 'it answered 500'],
    [{ raw: '<html>' }, 'its answer cannot be read'],
    [{ raw: '{"code":"Ok","durations":[["x"]]}' }, 'its answer cannot be read'],
  ])('reports its fault: %o', async (mood, message) => {
    service.mood = mood;
    const fault = await open()([{ lat: 1, lon: 1 }], [{ lat: 1, lon: 2 }], signal).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ServiceFault);
    expect(fault).toMatchObject({ message });
  });

  test('is not trusted when it omits places: they do not count as unreachable', async () => {
    service.mood = { raw: '{"code":"Ok","durations":[[0]],"distances":[[0]],"sources_to_targets":[[null]]}' };
    const places = [
      { lat: 1, lon: 1 },
      { lat: 1, lon: 2 },
    ];
    await expect(drivingTableReader(open(), signal)(places)).rejects.toThrow(ServiceFault);
  });

  test('is cancelled when nobody waits any more', async () => {
    service.mood = { hangs: true };
    const gone = new AbortController();
    const table = drivingTableReader(
      open(),
      gone.signal,
    )([
      { lat: 1, lon: 1 },
      { lat: 1, lon: 2 },
    ]);
    gone.abort();
    await expect(table).rejects.toThrow(ServiceFault);
  });
});

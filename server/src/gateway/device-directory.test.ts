import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMemoryBus } from '../bus/memory-bus.ts';
import type { Queryable } from '../store/database.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice } from '../testing/test-gateway.ts';
import { createDeviceDirectory } from './device-directory.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test?.close());

const bus = createMemoryBus(pino({ level: 'silent' }));

/** Wraps each query of the database in `run`. */
const around = (database: Queryable, run: (query: () => Promise<unknown>) => Promise<unknown>): Queryable =>
  new Proxy(database, {
    get: (target, name): unknown =>
      name === 'query'
        ? (...args: unknown[]) => run(async () => Reflect.apply(target.query, target, args))
        : Reflect.get(target, name),
  });

/** A database that counts its queries: in total, and the largest number running concurrently. */
function counted() {
  const seen = { all: 0, most: 0 };
  let now = 0;
  const database = around(test.database, async (query) => {
    seen.all++;
    seen.most = Math.max(seen.most, ++now);
    try {
      return await query();
    } finally {
      now--;
    }
  });
  return { database, seen };
}

it('looks unknown devices up together, however many connect concurrently', async () => {
  const { deviceId } = await addDevice(test.database, 'registered');
  const { database, seen } = counted();
  const directory = createDeviceDirectory({ database, bus, adopt: null });
  const names = Array.from({ length: 500 }, (_, index) => `stranger-${index}`);
  const found = await Promise.all([...names, 'registered'].map((name) => directory.lookUp([name], 'gt06')));
  expect(found.filter((device) => device !== null).map((device) => device.deviceId)).toEqual([deviceId]);
  // The first look-up runs on its own, and all that arrived meanwhile share the second.
  expect(seen).toEqual({ all: 2, most: 1 });
  expect(directory.remembered(['stranger-7'])).toBeNull();
});

it('adopts one device at a time, and each once', async () => {
  const taken: string[] = [];
  let now = 0;
  let most = 0;
  const adopt = async (identity: string) => {
    most = Math.max(most, ++now);
    const { deviceId, vehicleId } = await addDevice(test.database, identity);
    taken.push(identity);
    now--;
    return { deviceId, vehicleId, organisationId: 1 };
  };
  const directory = createDeviceDirectory({ database: test.database, bus, adopt });
  const devices = await Promise.all(['new-1', 'new-2', 'new-1'].map((name) => directory.lookUp([name], 'gt06')));
  expect(taken).toEqual(['new-1', 'new-2']);
  expect(most).toBe(1);
  // The device comes from the database or the cache, depending on which was faster.
  expect(devices[0]?.deviceId).toBe(devices[2]?.deviceId);
});

it('reports that it cannot look up while the database is unavailable, and retries later', async () => {
  let away = true;
  const database = around(test.database, async (query) => {
    if (away) throw new Error('connect ECONNREFUSED');
    return query();
  });
  const directory = createDeviceDirectory({ database, bus, adopt: null });
  await expect(directory.lookUp(['registered'], 'gt06')).rejects.toThrow('ECONNREFUSED');
  away = false;
  expect(await directory.lookUp(['registered'], 'gt06')).not.toBeNull();
});

const name = (index: number) => `stranger-${String(index).padStart(20, '0')}`;

it('evicts no known device for all identities that unknown ones send', async () => {
  const { deviceId } = await addDevice(test.database, 'remembered');
  const directory = createDeviceDirectory({ database: test.database, bus, adopt: null });
  await directory.lookUp(['remembered'], 'gt06');
  for (let start = 0; start < 60_000; start += 10_000) {
    const names = Array.from({ length: 10_000 }, (_, index) => [name(start + index)]);
    await directory.refresh(names);
  }
  expect(directory.remembered(['remembered'])).toMatchObject({ deviceId });
  expect(directory.remembered([name(0)])).toBeUndefined();
  expect(directory.remembered([name(59_999)])).toBeNull();
});

it('caches nothing that was read before the fleet changed', async () => {
  const { deviceId } = await addDevice(test.database, 'changed-meanwhile');
  let changes = 1;
  const database = around(test.database, async (query) => {
    const found = await query();
    if (changes-- > 0) bus.publish('fleet-changed', { organisationId: 1 });
    return found;
  });
  const directory = createDeviceDirectory({ database, bus, adopt: null });
  const identities = ['changed-meanwhile'];
  expect(await directory.lookUp(identities, 'gt06')).toMatchObject({ deviceId });
  expect(directory.remembered(identities)).toBeUndefined();
  await directory.lookUp(identities, 'gt06');
  expect(directory.remembered(identities)).toMatchObject({ deviceId });
});

it('looks up a device next to unknown ones whose identities PostgreSQL cannot read', async () => {
  const { deviceId } = await addDevice(test.database, 'beside-odd-names');
  const directory = createDeviceDirectory({ database: test.database, bus, adopt: null });
  const [first, odd, known] = await Promise.all([
    directory.lookUp(['nobody-first'], 'h02'),
    directory.lookUp(['81\u00006', 'a\0'], 'h02'),
    directory.lookUp(['beside-odd-names'], 'h02'),
  ]);
  expect([first, odd, known?.deviceId]).toEqual([null, null, deviceId]);
  expect(directory.remembered(['81\u00006', 'a\0'])).toBeNull();
});

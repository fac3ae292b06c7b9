import { newState } from '@milepost/tracking/track-state';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addDevice } from '../../testing/test-gateway.ts';
import { listInstallations } from '../fleet/installations.ts';
import { readCheckpoint, readStates, tidyCheckpoints } from './tracking-states.ts';

let test: TestDatabase;
let installationId: number;
beforeAll(async () => {
  test = await testDatabase();
  await addDevice(test.database, 'states');
  installationId = (await listInstallations(test.database, null))[0]?.id ?? 0;
});
afterAll(async () => {
  await test?.close();
});

const daysAgo = (days: number) => Date.now() - days * 86_400_000;

async function insertState(table: 'tracking_states' | 'tracking_checkpoints', time: number, state: object) {
  await test.database.query(`INSERT INTO ${table} (installation_id, time, state) VALUES ($1, $2, $3)`, [
    installationId,
    new Date(time),
    JSON.stringify(state),
  ]);
}

it('finds the newest checkpoint before a time, and deletes old ones except the newest of them', async () => {
  const times = [80, 60, 46, 44, 10].map(daysAgo);
  for (const time of times) await insertState('tracking_checkpoints', time, { ...newState(), time });
  const before = async (moment: number) => (await readCheckpoint(test.database, installationId, moment))?.time ?? null;
  expect(await before(Infinity)).toBe(times[4]);
  expect(await before(times[4] ?? 0)).toBe(times[3]);
  expect(await before(times[2] ?? 0)).toBe(times[1]);
  await tidyCheckpoints(test.database);
  expect(await before(times[3] ?? 0)).toBe(times[2]);
  expect(await before(times[2] ?? 0)).toBeNull();
});

it('reads no state of another version', async () => {
  await insertState('tracking_states', daysAgo(1), { ...newState(), version: 0 });
  expect(await readStates(test.database, [installationId])).toEqual(new Map());
});

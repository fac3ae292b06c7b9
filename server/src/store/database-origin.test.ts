import { expect, it } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { addDevice } from '../testing/test-gateway.ts';
import { decideOrigin } from './database-origin.ts';

it('is decided once, by the first start', async () => {
  for (const demo of [true, false]) {
    const { database, close } = await testDatabase();
    expect(await decideOrigin(database, demo)).toBe(demo);
    expect(await decideOrigin(database, !demo)).toBe(demo);
    await close();
  }
});

it('is a real fleet if it has vehicles but no decision', async () => {
  const { database, close } = await testDatabase();
  await addDevice(database, '356307042441013');
  expect(await decideOrigin(database, true)).toBe(false);
  await close();
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { journey } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { differences, settled, type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';

let test: TestDatabase;
let harness: TrackingHarness;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await harness?.close();
  await test?.close();
});

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

it('stores all reports of an organisation that has used up its share, and derives the same facts as in any other order', async () => {
  const ids = await watched(test, 'deferred');
  // Some reports of each batch are taken in one by one before the share is used up.
  let checks = 0;
  const shares = { has: () => (checks += 1) % 7 !== 0, spend: () => undefined };
  harness = await trackingHarness(test, { shares, sliceMs: 0 });
  const messages = journey(seeded(5), 900, Date.now() - 60_000);
  const receivedAt = Date.now();
  // Loads the context and the state first: a report whose context is not loaded would be deferred in any case.
  await harness.store([{ deviceId: ids.deviceId, messages: messages.slice(0, 1), receivedAt }]);
  await settled(harness);
  const part = messages.slice(1, 300);
  await harness.store([{ deviceId: ids.deviceId, messages: part, receivedAt }]);
  const { rows } = await test.database.query<{ marks: number; stored: number }>(
    `SELECT (SELECT count(*)::int FROM late_marks) AS marks,
            (SELECT count(*)::int FROM positions) + (SELECT count(*)::int FROM status_reports) AS stored`,
  );
  expect(rows[0]?.marks).toBe(1);
  expect(rows[0]?.stored).toBeGreaterThan(200);
  for (let first = 300; first < messages.length; first += 100) {
    await harness.store([{ deviceId: ids.deviceId, messages: messages.slice(first, first + 100), receivedAt }]);
  }
  await settled(harness);
  await harness.close();
  const [found, ...others] = await differences(test, ids.vehicleId);
  expect(others).toEqual([]);
  expect(found?.facts).toBeGreaterThan(10);
  expect(found).toEqual({ facts: found?.facts });
}, 90_000);

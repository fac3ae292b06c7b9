import type { Message } from '@milepost/protocols/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { journey } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { differences, settled, trackingHarness, watched } from '../testing/tracking-harness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await test?.close();
});

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

/** Splits the reports into batches: mostly in order, some late, some repeated, some reversed. */
function scrambled(random: () => number, messages: readonly Message[]): Message[][] {
  const keyed = messages.flatMap((message, index) => {
    const late = random() < 0.05 ? random() * 300 : random() * 3;
    const once = { message, at: index + late };
    return random() < 0.05 ? [once, { message, at: index + random() * 400 }] : [once];
  });
  const ordered = keyed.toSorted((a, b) => a.at - b.at).map(({ message }) => message);
  const batches: Message[][] = [];
  while (ordered.length > 0) {
    const batch = ordered.splice(0, 1 + Math.floor(random() * 25));
    batches.push(random() < 0.1 ? batch.toReversed() : batch);
  }
  return batches;
}

it.each([
  { identity: 'any-order', maxFacts: 500, seed: 20 },
  // Recomputed facts are written in pieces, with ingest in between.
  { identity: 'in-pieces', maxFacts: 10, seed: 21 },
])(
  'derives exactly the facts of the stored reports, in any order and after any number of kills, in pieces of $maxFacts',
  { timeout: 120_000 },
  async ({ identity, maxFacts, seed }) => {
    const random = seeded(seed);
    const devices = [];
    for (let index = 0; index < 12; index += 1) {
      const ids = await watched(test, `${identity}-${index}`);
      const messages = journey(random, 300 + Math.floor(random() * 500), Date.now() - 60_000);
      devices.push({ ...ids, batches: scrambled(random, messages) });
    }
    let harness = await trackingHarness(test, { maxFacts });
    while (devices.some(({ batches }) => batches.length > 0)) {
      const submissions = devices.flatMap(({ deviceId, batches }) => {
        const messages = random() < 0.6 ? batches.shift() : undefined;
        return messages ? [{ deviceId, messages, receivedAt: Date.now() }] : [];
      });
      await harness.store(submissions);
      if (random() < 0.06) {
        await harness.kill();
        harness = await trackingHarness(test, { maxFacts });
      }
    }
    await settled(harness);
    await harness.close();
    for (const { vehicleId } of devices) {
      const [found] = await differences(test, vehicleId);
      expect(found).toEqual({ facts: found?.facts });
      expect(found?.facts).toBeGreaterThan(10);
    }
  },
);

import type { Message } from '@milepost/protocols/types';
import { Timeline } from '@milepost/tracking/timeline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareFacts } from '../store/facts/compare-facts.ts';
import { readReports } from '../store/reports.ts';
import { DEPOT, journey } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice } from '../testing/test-gateway.ts';
import { installedIn, type TrackingHarness, trackingHarness } from '../testing/tracking-harness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await test?.close();
});

const RULES = [
  { kind: 'overspeed', limitKph: 60 },
  { kind: 'overStay', afterS: 600 },
  { kind: 'idling', afterS: 120 },
  { kind: 'geofenceEnter', fenceIds: null },
  { kind: 'noData', afterS: 1800 },
  { kind: 'device', codes: ['sos', 'powerCut'], clearCodes: [], clearAfterS: 900 },
];

/** A device in a vehicle of an organisation with fences and rules. */
async function watched(identity: string) {
  const ids = await addDevice(test.database, identity);
  await test.database.query(
    `WITH o AS (SELECT organisation_id AS id FROM vehicles WHERE id = $1),
          zone AS (UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = (SELECT id FROM o)),
          fence AS (
            INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2, speed_limit_kph)
            SELECT o.id, 'f' || radius, jsonb_build_object('kind', 'circle', 'centre', $2::jsonb, 'radiusM', radius),
                   0, 0, 0, 0, 0, 40 FROM o, unnest('{100,400,5000}'::int[]) AS radius)
     INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
     SELECT o.id, 'r', rule, 'major', true FROM o, jsonb_array_elements($3::jsonb) AS rule`,
    [ids.vehicleId, JSON.stringify(DEPOT), JSON.stringify(RULES)],
  );
  return ids;
}

/** What the tables hold of a vehicle against what Timeline makes of its stored reports. */
async function differences(vehicleId: number) {
  const { installations, contextOf } = await installedIn(test, vehicleId);
  const found = [];
  for (const installation of installations) {
    const timeline = new Timeline(await contextOf(installation));
    const to = new Date(installation.to ?? Date.now() + 86_400_000);
    timeline.receive(await readReports(test.database, installation.deviceId, new Date(installation.from), to));
    if (installation.to !== null) timeline.end();
    found.push({ told: timeline.told().length, ...(await compareFacts(test.database, installation, timeline.told())) });
  }
  return found;
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

/** Batches of the reports: mostly in order, some late, some twice, some backwards. */
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

const settled = (harness: TrackingHarness) =>
  expect.poll(harness.settled, { timeout: 60_000, interval: 50 }).toBe(true);

it(
  'has exactly the facts of the stored reports, whatever the order, however often it is killed',
  { timeout: 120_000 },
  async () => {
    const random = seeded(20);
    const devices = [];
    for (let index = 0; index < 12; index += 1) {
      const ids = await watched(`any-order-${index}`);
      const messages = journey(random, 300 + Math.floor(random() * 500), Date.now() - 60_000);
      devices.push({ ...ids, batches: scrambled(random, messages) });
    }
    let harness = await trackingHarness(test);
    while (devices.some(({ batches }) => batches.length > 0)) {
      const submissions = devices.flatMap(({ deviceId, batches }) => {
        const messages = random() < 0.6 ? batches.shift() : undefined;
        return messages ? [{ deviceId, messages, receivedAt: Date.now() }] : [];
      });
      await harness.store(submissions);
      if (random() < 0.06) {
        await harness.kill();
        harness = await trackingHarness(test);
      }
    }
    await settled(harness);
    await harness.close();
    for (const { vehicleId } of devices) {
      const [found] = await differences(vehicleId);
      expect(found).toEqual({ told: found?.told });
      expect(found?.told).toBeGreaterThan(10);
    }
  },
);

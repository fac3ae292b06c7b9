import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OrderInput, saveWorkOrder } from '../store/work-orders/change-work-orders.ts';
import { closeWorkOrder } from '../store/work-orders/close-work-orders.ts';
import { journey } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { differences, settled, type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';

let test: TestDatabase;
let harness: TrackingHarness | undefined;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await harness?.close();
  await test?.close();
});

const ACTOR = { userId: null, username: null, address: null };
const NEVER = Array.from({ length: 7 }, () => []);
const ORDER: OrderInput = {
  title: 'Clutch',
  state: 'inProgress',
  vehicleId: null,
  vendorId: null,
  tasks: [],
  parts: [],
  labourHours: null,
  labourCost: null,
  currency: null,
  outFrom: null,
  outTo: null,
  note: null,
};

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

const alarmsIn = async (from: Date, to = new Date('2100-01-01')) =>
  (await test.database.query('SELECT FROM alarms WHERE started_at >= $1 AND started_at < $2', [from, to])).rowCount;

it('while a work order keeps a vehicle out of service, movement raises no alarm, and its earlier alarms are removed', async () => {
  const { vehicleId, deviceId, organisationId } = await watched(test, 'out of service');
  const condition = { kind: 'unauthorisedMovement', workingHours: NEVER };
  await test.database.query('DELETE FROM alarm_rules');
  await test.database.query(
    `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles, holds_since)
     VALUES ($1, 'never', $2, 'major', true, '2020-01-01')`,
    [organisationId, condition],
  );
  harness = await trackingHarness(test);
  const messages = journey(seeded(3), 2500, Date.now() - 60_000);
  await harness.store([{ deviceId, messages, receivedAt: Date.now() }]);
  await settled(harness);
  const { rows } = await test.database.query<{ at: Date }>('SELECT started_at AS at FROM alarms ORDER BY started_at');
  expect(rows.length).toBeGreaterThan(5);
  const [, second, , fourth] = rows;
  if (!second || !fourth) throw new Error('too few alarms');

  const scope = { organisationId, organisationIds: [organisationId], root: false, limit: null };
  const out = { ...ORDER, vehicleId, outFrom: second.at.toISOString(), outTo: fourth.at.toISOString() };
  // The change is not announced to tracking, because the process is killed.
  await harness.kill();
  const id = await saveWorkOrder(test.database, scope, ACTOR, out);
  harness = await trackingHarness(test);
  await settled(harness);
  expect(await alarmsIn(second.at, fourth.at)).toBe(0);
  expect(await alarmsIn(new Date(0), second.at)).toBe(1);
  // Movement that continues at the end of the period, or begins later, is an alarm.
  expect(await alarmsIn(fourth.at)).toBe(rows.length - 3);

  // First the order has no end yet; finally it is as if it had never existed.
  await saveWorkOrder(test.database, scope, ACTOR, { ...out, id, outTo: null });
  harness.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => alarmsIn(second.at), { timeout: 30_000, interval: 50 }).toBe(0);
  await settled(harness);
  await saveWorkOrder(test.database, scope, ACTOR, { ...out, id, state: 'cancelled' });
  harness.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => alarmsIn(new Date(0)), { timeout: 30_000, interval: 50 }).toBe(rows.length);
  await settled(harness);
  for (const found of await differences(test, vehicleId)) expect(found).toEqual({ facts: found.facts });

  // After the work is done, the period until then remains out of service.
  await saveWorkOrder(test.database, scope, ACTOR, { ...out, id, outTo: null });
  const today = new Date().toISOString().slice(0, 10);
  await closeWorkOrder(test.database, scope, ACTOR, { id, day: today, odometerM: null, billNumber: null });
  harness.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => alarmsIn(second.at), { timeout: 30_000, interval: 50 }).toBe(0);
}, 120_000);

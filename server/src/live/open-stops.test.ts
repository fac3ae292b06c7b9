import { newMotion } from '@milepost/tracking/motion';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDeviceState } from '../ingest/device-state.ts';
import { insertStop } from '../testing/insert-facts.ts';
import { liveFixture, type LiveFixture } from '../testing/live-fixture.ts';

let fixture: LiveFixture;
beforeAll(async () => {
  fixture = await liveFixture();
});
afterAll(() => fixture.close());

const MINUTE = 60_000;

it('reports how long a vehicle has been standing by its stop, also after late data moved its begin, until it drives', async () => {
  const { database, fleet, mine, gateway } = fixture;
  const { bus } = gateway;
  const now = Date.now();
  const { rows } = await database.query<{ id: number }>('SELECT id FROM installations WHERE vehicle_id = $1', [
    mine.vehicleId,
  ]);
  const of = { vehicleId: mine.vehicleId, installationId: rows[0]?.id ?? 0 };
  const since = () => fleet.get(mine.vehicleId)?.live[2];
  const state = (motion: 'stopped' | 'running', sinceMs: number) => ({
    ...newDeviceState(mine.deviceId),
    heardAt: now,
    fixTime: now,
    motion: { ...newMotion(), motion, since: sinceMs, at: now },
  });
  bus.publish('stored', { states: [state('stopped', now - 47 * MINUTE)] });
  expect(since()).toBe(now - 47 * MINUTE);

  // Late data: the vehicle has been standing since much earlier.
  const start = now - 769 * MINUTE;
  await insertStop(database, of, { start: new Date(start).toISOString(), end: null });
  bus.publish('facts-recomputed', { vehicleId: mine.vehicleId, organisationId: 1 });
  await expect.poll(since).toBe(start);
  // The engine was switched on and off in between: it is still the same stop.
  bus.publish('stored', { states: [state('stopped', now)] });
  expect(since()).toBe(start);

  bus.publish('stored', { states: [state('running', now)] });
  expect(since()).toBe(now);
  await database.query('UPDATE stops SET ended_at = now() WHERE vehicle_id = $1', [mine.vehicleId]);
  bus.publish('stored', { states: [state('stopped', now)] });
  expect(since()).toBe(now);
});

import type { Message } from '@milepost/protocols/types';
import { expect, it } from 'vitest';
import { readSilences } from '../store/facts/silence.ts';
import { DEPOT } from '../testing/journeys.ts';
import { testDatabase } from '../testing/test-database.ts';
import { trackingHarness, watched } from '../testing/tracking-harness.ts';

const MINUTE_MS = 60_000;

it('a backlog that a device sends ends the silence together with the facts derived from it', async () => {
  const test = await testDatabase();
  try {
    const { deviceId, vehicleId, organisationId } = await watched(test, 'seen');
    const scope = { organisationId, organisationIds: [organisationId], root: false, limit: null };
    const silence = async () => (await readSilences(test.database, scope, [vehicleId])).get(vehicleId)?.[0];
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const parked = (minutesAgo: number): Message => ({
      kind: 'report',
      deviceTime: null,
      fix: {
        time: new Date(now - minutesAgo * MINUTE_MS),
        valid: true,
        ...DEPOT,
        altitudeM: null,
        speedKph: 0,
        courseDeg: 0,
      },
      attributes: { ignition: false },
    });
    let harness = await trackingHarness(test);
    await harness.store([{ deviceId, messages: [parked(310), parked(300)], receivedAt: Date.now() }]);
    // The state is stored when the process ends.
    await harness.close();
    expect(await silence()).toBe(now - 300 * MINUTE_MS);

    harness = await trackingHarness(test);
    const parkedReports = Array.from({ length: 19 }, (_, index) => parked(285 - index * 15));
    await harness.store([{ deviceId, messages: parkedReports, receivedAt: Date.now() }]);
    expect(await silence()).toBeUndefined();
    const { rows } = await test.database.query(
      'SELECT sum(stop_s)::int AS stood, sum(unseen_s)::int AS unseen FROM day_totals WHERE vehicle_id = $1',
      [vehicleId],
    );
    expect(rows).toEqual([{ stood: (310 - 15) * 60, unseen: 0 }]);
    await harness.kill();
  } finally {
    await test.close();
  }
});

import type { Message } from '@milepost/protocols/types';
import { expect, it } from 'vitest';
import { DEPOT } from '../testing/journeys.ts';
import { testDatabase } from '../testing/test-database.ts';
import { differences, settled, trackingHarness, watched } from '../testing/tracking-harness.ts';

/** The number of reports after which the state is stored. */
const STORED_AFTER = 300;
const T0 = Math.floor(Date.now() / 1000) * 1000 - 12 * 3_600_000;

/** Drives north at 36 km/h, with a report every 100 m. */
function drive(from: number, count: number): Message[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const place = { lat: DEPOT.lat + (number * 100) / 111_195, lon: DEPOT.lon };
    const time = new Date(T0 + number * 10_000);
    const fix = { time, valid: true, ...place, altitudeM: null, speedKph: 36, courseDeg: 0 };
    return { kind: 'report', deviceTime: null, fix, attributes: { ignition: true } };
  });
}

it('has written the open trip and the day contained in a stored state, whenever it is killed', async () => {
  const test = await testDatabase();
  try {
    const { deviceId, vehicleId } = await watched(test, 'kept');
    let harness = await trackingHarness(test);
    await harness.store([{ deviceId, messages: drive(0, 10), receivedAt: Date.now() }]);
    // Before the clock writes the open facts again.
    await harness.store([{ deviceId, messages: drive(10, STORED_AFTER), receivedAt: Date.now() }]);
    await harness.kill();
    harness = await trackingHarness(test);
    await settled(harness);
    await harness.close();
    const [found] = await differences(test, vehicleId);
    expect(found).toEqual({ facts: found?.facts });
    const { rows } = await test.database.query(
      'SELECT sum(positions)::int AS positions FROM day_totals WHERE vehicle_id = $1',
      [vehicleId],
    );
    expect(rows).toEqual([{ positions: 10 + STORED_AFTER }]);
  } finally {
    await test.close();
  }
});

import { expect, it } from 'vitest';
import { addDevice, testGateway } from '../testing/test-gateway.ts';
import { testDatabase } from '../testing/test-database.ts';

it('reports that the database has no space, acknowledges nothing, and stores everything once there is some', async () => {
  const test = await testDatabase();
  const gateway = await testGateway(test);
  const { database } = test;
  const { deviceId } = await addDevice(database, 'no-space');
  await database.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
  await database.query('CREATE TRIGGER full_disk BEFORE INSERT ON positions FOR EACH ROW EXECUTE FUNCTION full_disk()');
  let notices = 0;
  let stored = false;
  gateway.bus.subscribe('no-space', () => notices++);
  const time = new Date(Math.floor(Date.now() / 1000) * 1000);
  const fix = { valid: true, lat: -34.9, lon: -56.2, altitudeM: 20, speedKph: 30, courseDeg: 10, time };
  gateway.ingest.submit({
    deviceId,
    messages: [{ kind: 'report', deviceTime: time, fix, attributes: {} }],
    receivedAt: Date.now(),
    onStored: () => (stored = true),
  });
  await expect.poll(() => notices, { timeout: 10_000 }).toBeGreaterThan(2);
  expect(stored).toBe(false);
  await database.query('DROP TRIGGER full_disk ON positions');
  await expect.poll(() => stored, { timeout: 10_000 }).toBe(true);
  const { rowCount } = await database.query('SELECT FROM positions WHERE device_id = $1', [deviceId]);
  expect(rowCount).toBe(1);
  await gateway.close();
  await test.close();
});

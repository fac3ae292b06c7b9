import { newMotion } from '@milepost/tracking/motion';
import { newState } from '@milepost/tracking/track-state';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FACTS_RULE } from '../../store/facts/older-facts.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let vehicleId: number;
let installationId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  const made = await addTracked(fixture.database, { registration: 'SBA 1001' });
  ({ vehicleId, installationId } = made);
});
afterAll(() => fixture.close());

const known = async () => (await admin.call('get-vehicle-engine', { vehicleId })).engine?.known;
const AT = Date.parse('2026-11-20T10:00:00Z');
const ISO = '2026-11-20T10:00:00.000Z';

test('for a device that was never received nothing is known but what was chosen', async () => {
  const { engine } = await admin.call('get-vehicle-engine', { vehicleId });
  expect(engine).toMatchObject({
    vehicleId,
    ignitionSource: 'automatic',
    speedFactor: 1,
    remaking: false,
    known: null,
  });
});

test('shows the source in use, why the wire is not trusted, and the learned levels', async () => {
  const state = newState();
  state.engine.on = false;
  state.engine.since = AT;
  state.engine.source = 'voltage';
  state.engine.wire.on = true;
  state.engine.wire.since = AT;
  state.engine.wire.believed = false;
  state.engine.wire.doubt = { since: AT, reason: 'onAtRest', seconds: 5400 };
  Object.assign(state.engine.voltage, { driveV: 28.2, driveN: 400, restV: 25.2, restN: 90, running: false });
  await fixture.database.query(
    'INSERT INTO tracking_states (installation_id, time, hash, state, rule) VALUES ($1, $2, 0, $3, $4)',
    [installationId, ISO, JSON.stringify(state), FACTS_RULE],
  );
  const { engine } = await admin.call('get-vehicle-engine', { vehicleId });
  expect(engine?.known).toEqual({
    source: 'voltage',
    on: false,
    since: ISO,
    wire: { on: true, since: ISO, believed: false, doubt: { reason: 'onAtRest', seconds: 5400, since: ISO } },
    // `borderV` is halfway between `driveV` and `restV`.
    voltage: { driveV: 28.2, restV: 25.2, borderV: 26.7, running: false, driveReadings: 400, restReadings: 90 },
    revolutions: false,
  });
});

test('its present state is that of the live state, minutes newer than the state of tracking', async () => {
  const { database } = fixture;
  const motion = newMotion();
  motion.motion = 'stopped';
  motion.at = AT + 600_000;
  const { engine: live } = motion;
  Object.assign(live, { on: true, since: AT + 60_000, source: 'wire', at: motion.at });
  Object.assign(live.wire, { on: true, since: AT + 60_000 });
  Object.assign(live.voltage, { driveV: 28.2, driveN: 400, restV: 25.2, restN: 90, running: true, at: motion.at });
  const store = () =>
    database.query(
      `INSERT INTO device_states (device_id, heard_at, tracking)
       SELECT device_id, now(), $2 FROM installations WHERE id = $1
       ON CONFLICT (device_id) DO UPDATE SET tracking = excluded.tracking`,
      [installationId, JSON.stringify({ motion })],
    );
  await store();
  expect(await known()).toMatchObject({
    source: 'wire',
    on: true,
    since: '2026-11-20T10:01:00.000Z',
    // The source on which facts are based.
    wire: { believed: false, doubt: { reason: 'onAtRest' } },
    voltage: { running: true, driveReadings: 400 },
  });
  // While parked it reported one low voltage, and nothing since.
  motion.slowSince = AT + 300_000;
  live.voltage.turnedAt = AT + 540_000;
  await store();
  expect(await known()).toMatchObject({ source: 'voltage', on: false, since: '2026-11-20T10:09:00.000Z' });
  await database.query('DELETE FROM device_states');
});

test('a choice is stored, in the audit log, and recomputes the facts; the same choice again changes nothing', async () => {
  const { database } = fixture;
  const rule = async () =>
    (await database.query('SELECT rule FROM tracking_states WHERE installation_id = $1', [installationId])).rows[0];
  const choice = { vehicleId, ignitionSource: 'voltage', speedFactor: 1.852 };
  const { engine } = await admin.call('save-vehicle-engine', choice);
  expect(engine).toMatchObject({ ignitionSource: 'voltage', speedFactor: 1.852, remaking: true });
  expect(await rule()).toEqual({ rule: 0 });
  const log = await database.query(
    `SELECT before, after FROM audit_log WHERE subject = 'vehicle' AND subject_id = $1`,
    [String(vehicleId)],
  );
  expect(log.rows).toEqual([
    {
      before: { ignitionSource: null, speedFactor: null },
      after: { ignitionSource: 'voltage', speedFactor: 1.852 },
    },
  ]);
  await database.query('UPDATE tracking_states SET rule = $1', [FACTS_RULE]);
  await admin.call('save-vehicle-engine', choice);
  expect(await rule()).toEqual({ rule: FACTS_RULE });
});

test('progress of the recomputation is shown by organisation', async () => {
  await fixture.database.query('UPDATE tracking_states SET rule = 1');
  const answer = await admin.call('get-facts-progress', {});
  expect(answer).toMatchObject({ done: 0, total: 1, rows: [{ id: 1, done: 0, total: 1 }] });
  // Vehicles are counted, not the devices that were in them; a vehicle is done with its last device.
  const [former] = (
    await fixture.database.query<{ id: number }>(
      `WITH d AS (INSERT INTO devices (organisation_id, identity) VALUES (1, 'former') RETURNING id)
       INSERT INTO installations (device_id, vehicle_id, installed_at, removed_at)
       SELECT d.id, $1, '2025-01-01', '2025-02-01' FROM d RETURNING id`,
      [vehicleId],
    )
  ).rows;
  await fixture.database.query(
    `INSERT INTO tracking_states (installation_id, time, hash, state, rule) VALUES ($1, now(), 0, '{}', 1)`,
    [former?.id],
  );
  await fixture.database.query('UPDATE tracking_states SET rule = $1 WHERE installation_id = $2', [
    FACTS_RULE,
    installationId,
  ]);
  expect(await admin.call('get-facts-progress', {})).toMatchObject({ done: 0, total: 1 });
  await fixture.database.query('UPDATE tracking_states SET rule = $1', [FACTS_RULE]);
  expect(await admin.call('get-facts-progress', {})).toMatchObject({ done: 1, total: 1 });
});

test('the root organisation sees what an upgrade leaves to recompute, and paces it', async () => {
  const { database } = fixture;
  await database.query('UPDATE tracking_states SET rule = 1');
  await database.query(
    `UPDATE day_totals SET positions = 1000 WHERE key = (SELECT min(key) FROM day_totals WHERE installation_id = $1)`,
    [installationId],
  );
  const upgrade = async () => (await admin.call('get-facts-progress', {})).upgrade;
  const before = await upgrade();
  expect(before).toMatchObject({ vehicles: 1, paused: false, pace: 'normal', remainingS: null });
  expect((await admin.call('save-recompute-choice', { paused: true, pace: 'gentle' })).status).toBe(200);
  // A fifth of the time: 50 µs of work and 200 µs of pause for each position.
  await database.query('UPDATE recompute_choices SET position_us = 50');
  expect(await upgrade()).toMatchObject({
    paused: true,
    pace: 'gentle',
    remainingS: Math.ceil(((before?.positions ?? NaN) * 250) / 1e6),
  });
  // A changed setting is no upgrade: it is recomputed in any case.
  await database.query('UPDATE tracking_states SET rule = 0');
  expect(await upgrade()).toBeNull();
  await database.query('UPDATE tracking_states SET rule = $1', [FACTS_RULE]);
  // What an operator requests on the command line is shown and paced likewise.
  await database.query(`INSERT INTO recompute_requests (installation_id, since) VALUES ($1, '-infinity')`, [
    installationId,
  ]);
  expect(await upgrade()).toMatchObject({ vehicles: 1, requested: 1, paused: true, positions: before?.positions });
  await database.query('DELETE FROM recompute_requests');
  expect((await admin.call('save-recompute-choice', { paused: true, pace: 'hasty' })).status).toBe(422);
});

test('a factor out of bounds is refused, and so is a vehicle without a device', async () => {
  for (const speedFactor of [0, 0.09, 10.1]) {
    const answer = await admin.call('save-vehicle-engine', { vehicleId, ignitionSource: 'wire', speedFactor });
    expect(answer.status).toBe(422);
  }
  const { vehicle } = await admin.call('save-vehicle', { registration: 'SBA 2' });
  const bare = { vehicleId: vehicle?.id, ignitionSource: 'wire', speedFactor: 1 };
  expect((await admin.call('save-vehicle-engine', bare)).status).toBe(409);
  expect((await admin.call('get-vehicle-engine', { vehicleId: vehicle?.id })).engine).toBeNull();
});

test('nobody of another organisation sees or chooses it, nor without the permission to edit vehicles', async () => {
  const { database } = fixture;
  const organisationId = await addOrganisation(database, 'West');
  const grants = { vehicles: ['view', 'edit'], organisations: ['view', 'edit'] } as const;
  await addUser(database, { username: 'west', password: 'pass-word', organisationId, grants });
  const west = await fixture.signedIn('west', 'pass-word');
  expect((await west.call('get-vehicle-engine', { vehicleId })).status).toBe(404);
  const choice = { vehicleId, ignitionSource: 'wire', speedFactor: 1 };
  expect((await west.call('save-vehicle-engine', choice)).status).toBe(404);
  expect(await west.call('get-facts-progress', {})).toMatchObject({ total: 0, rows: [], upgrade: null });
  expect((await west.call('save-recompute-choice', { paused: true, pace: 'fast' })).status).toBe(403);
  await addUser(database, {
    username: 'looks',
    password: 'pass-word',
    organisationId: 1,
    grants: { vehicles: ['view'] },
  });
  const looks = await fixture.signedIn('looks', 'pass-word');
  expect((await looks.call('get-vehicle-engine', { vehicleId })).status).toBe(200);
  expect((await looks.call('save-vehicle-engine', choice)).status).toBe(403);
});

test('a device keeps its speed factor in another vehicle', async () => {
  const { device } = await admin.call('save-device', { identity: '356000000000001' });
  const { vehicle } = await admin.call('save-vehicle', { registration: 'SBA 3', deviceId: device?.id });
  await admin.call('save-vehicle-engine', { vehicleId: vehicle?.id, ignitionSource: 'wire', speedFactor: 3.6 });
  const other = await admin.call('save-vehicle', { registration: 'SBA 4', deviceId: device?.id });
  const { engine } = await admin.call('get-vehicle-engine', { vehicleId: other.vehicle?.id });
  // The wire belongs to the vehicle.
  expect(engine).toMatchObject({ speedFactor: 3.6, ignitionSource: 'automatic' });
});

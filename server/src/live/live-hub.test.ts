import { once } from 'node:events';
import { ServerFrame } from '@milepost/contract/live';
import { VEHICLE_STATUSES } from '@milepost/contract/live-constants';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { liveFixture, type LiveFixture } from '../testing/live-fixture.ts';
import { moveNow } from '../testing/move-now.ts';
import { moveVehicles } from '../store/moves/move-vehicles.ts';
import { WorkBudget } from './work-budget.ts';
import { LiveConnection } from './live-connection.ts';
import { fakePlaces } from '../testing/fake-places.ts';

let fixture: LiveFixture;
const watch: LiveFixture['watch'] = (...given) => fixture.watch(...given);

beforeAll(async () => {
  fixture = await liveFixture();
});
afterEach(() => fixture.closeSockets());
afterAll(() => fixture.close());

let second = 0;
function drive(deviceId: number, lat: number) {
  const time = new Date(Date.now() - 60_000 + ++second * 1000);
  const fix = { time, valid: true, lat, lon: -56.2, altitudeM: null, speedKph: 40, courseDeg: 90 };
  const message = { kind: 'report', deviceTime: time, fix, attributes: {} } as const;
  return new Promise<void>((onStored) =>
    fixture.gateway.ingest.submit({ deviceId, messages: [message], receivedAt: Date.now(), onStored }),
  );
}

function comeBy(identity: string) {
  const entry = fixture.gateway.contacts.open('gt06', 'tcp', '192.0.2.1:4000');
  entry.identify(identity);
  entry.frame(Buffer.of(1), { identities: [identity], messages: [] }, Date.now());
  entry.close();
}

it('announces recomputed vehicles together, and none of another organisation', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  for (const { vehicleId } of [fixture.foreign, fixture.mine, fixture.mine]) {
    fixture.gateway.bus.publish('facts-recomputed', {
      vehicleId,
      organisationId: await fixture.organisationOf(vehicleId),
    });
  }
  await expect.poll(() => live.of('facts')).toMatchObject([{ vehicles: [fixture.mine.vehicleId] }]);
});

it('notifies the sessions that wait for addresses', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  fixture.gateway.bus.publish('addresses-known', { sessionIds: [99] });
  fixture.gateway.bus.publish('addresses-known', { sessionIds: [1, 2] });
  await expect.poll(() => live.of('addresses')).toMatchObject([{ t: 'addresses' }]);
});

it('sends everything that the session may see and nothing of another organisation', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  expect(live.of('snapshot')).toMatchObject([{ vehicles: [{ id: fixture.mine.vehicleId }] }]);
  live.socket.send(JSON.stringify({ t: 'view', bounds: [-180, -90, 180, 90], watch: [] }));
  await drive(fixture.foreign.deviceId, -34);
  await drive(fixture.mine.deviceId, -35);
  await expect.poll(() => live.of('states').length).toBeGreaterThan(0);
  const ids = live.of('states').flatMap((frame) => (frame.t === 'states' ? frame.states.map((state) => state[0]) : []));
  expect(new Set(ids)).toEqual(new Set([fixture.mine.vehicleId]));
});

it('sends the device contacts that a browser subscribed to, in any flood, and no unknown device whose identity is not given in full', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  const filterContacts = (identity: string) =>
    live.socket.send(
      JSON.stringify({ t: 'knocks', on: true, filter: { identity, protocol: null, address: null, known: false } }),
    );
  const received = () => live.of('knock').map((frame) => (frame.t === 'knock' ? frame.knock.identity : null));
  filterContacts('867500000000033');
  await expect
    .poll(() => {
      comeBy('867500000000033');
      comeBy('mine');
      for (let index = 0; index < 3000; index++) comeBy(`flood-${index}`);
      return received();
    })
    .toContain('867500000000033');
  expect(new Set(received())).toEqual(new Set(['867500000000033']));
});

it('sends only the newest of several positions, and the address of a watched vehicle', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  live.socket.send(JSON.stringify({ t: 'view', bounds: null, watch: [fixture.mine.vehicleId] }));
  await expect.poll(() => live.of('states').length).toBe(1);
  for (let step = 1; step <= 20; step++) await drive(fixture.mine.deviceId, -30 - step / 100);
  const lats = () =>
    live.of('states').flatMap((frame) => (frame.t === 'states' ? frame.states.map((state) => state[3]) : []));
  await expect.poll(() => lats().at(-1)).toBe(-30.2);
  expect(lats().length).toBeLessThan(10);
  await expect.poll(() => live.of('places')).toMatchObject([{ places: [[fixture.mine.vehicleId, 'Av. Italia']] }]);
});

it('sends a change immediately after a quiet half second, and then every half second', async () => {
  const accepting = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  try {
    await once(accepting, 'listening');
    const address = accepting.address();
    const connected = once(accepting, 'connection');
    const browser = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    await connected;
    const [accepted] = accepting.clients;
    const caller = fixture.callers.get('milepost_session=mine');
    const entry = fixture.fleet.get(fixture.mine.vehicleId);
    if (!accepted || !caller || !entry) throw new Error('nobody is connected');
    const sent: number[] = [];
    browser.on('message', (data) => {
      const frame = ServerFrame.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''));
      if (frame.t === 'states') sent.push(frame.at);
    });
    const connection = new LiveConnection(accepted, caller, {
      fleet: fixture.fleet,
      critical: { get: () => undefined, vehicleIds: () => [] },
      places: fakePlaces(() => null),
      budget: new WorkBudget(),
    });
    // A vehicle that moves all the time from the first second on; its browser is flushed every 100 ms.
    const start = 1_000_000;
    for (let ms = 1000; ms <= 2600; ms += 100) {
      connection.moved(entry, true);
      connection.flush(start + ms);
    }
    await expect.poll(() => sent.length).toBe(4);
    expect(sent.map((at) => at - start)).toEqual([1000, 1500, 2000, 2500]);
    browser.terminate();
  } finally {
    accepting.close();
  }
});

it('announces added and removed vehicles', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  const organisationId = await fixture.organisationOf(fixture.mine.vehicleId);
  const { rows } = await fixture.database.query<{ id: number }>(
    "INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, 'NEW 1', 'car') RETURNING id",
    [organisationId],
  );
  const id = rows[0]?.id ?? 0;
  fixture.gateway.bus.publish('fleet-changed', { organisationId });
  await expect
    .poll(() => live.of('vehicles'))
    .toMatchObject([{ changed: [{ id, registration: 'NEW 1' }], removed: [] }]);
  await fixture.database.query('UPDATE vehicles SET deleted_at = now() WHERE id = $1', [id]);
  fixture.gateway.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => live.of('vehicles').at(-1)).toMatchObject({ changed: [], removed: [id] });
});

it('updates the bell of the person, and of nobody else', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  fixture.gateway.bus.publish('notified', { userId: 999, unread: 5 });
  fixture.gateway.bus.publish('notified', { userId: 1, unread: 3 });
  await expect.poll(() => live.of('notification')).toMatchObject([{ unread: 3 }]);
});

it('shows a vehicle as expired once its subscription ends, and keeps sending its position', async () => {
  const { database, gateway, mine } = fixture;
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  live.socket.send(JSON.stringify({ t: 'view', bounds: [-180, -90, 180, 90], watch: [mine.vehicleId] }));
  const organisationId = await fixture.organisationOf(mine.vehicleId);
  const shown = () => {
    const { live: state } = fixture.fleet.get(mine.vehicleId) ?? {};
    return state && [VEHICLE_STATUSES[state[1]], state[3]];
  };
  await drive(mine.deviceId, -36);
  await expect.poll(shown).toEqual(['running', -36]);
  await database.query(
    `WITH plan AS (INSERT INTO plans (organisation_id, name, price, currency, months)
                   VALUES ($1, 'Fleet', 0, 'INR', 1) RETURNING id)
     INSERT INTO subscriptions (organisation_id, plan_id, seller_id, price, currency, months, all_vehicles, from_day, until_day)
     SELECT $1, id, $1, 0, 'INR', 1, true, '2026-01-01', '2026-01-31' FROM plan`,
    [organisationId],
  );
  gateway.bus.publish('fleet-changed', { organisationId });
  await expect.poll(shown).toEqual(['expired', -36]);
  await drive(mine.deviceId, -37);
  await expect.poll(shown).toEqual(['expired', -37]);
  const expired = VEHICLE_STATUSES.indexOf('expired');
  const received = () => live.of('states').flatMap((frame) => (frame.t === 'states' ? frame.states : []));
  await expect
    .poll(() => received().at(-1)?.slice(0, 4))
    .toEqual([mine.vehicleId, expired, Date.parse('2026-02-01'), -37]);
  await database.query('UPDATE subscriptions SET until_day = NULL');
  gateway.bus.publish('fleet-changed', { organisationId });
  await expect.poll(shown).toEqual(['running', -37]);
});

it('moves a vehicle from the live map of its organisation to that of another one immediately', async () => {
  const { database, gateway, mine, foreign, callers } = fixture;
  const [north, south] = [
    await fixture.organisationOf(mine.vehicleId),
    await fixture.organisationOf(foreign.vehicleId),
  ];
  const caller = callers.get('milepost_session=mine');
  if (!caller) throw new Error('nobody is signed in');
  const scope = { organisationId: south, organisationIds: [south], root: false, limit: null };
  callers.set('milepost_session=theirs', { ...caller, sessionId: 77, scope });
  const [here, there] = [watch('milepost_session=mine'), watch('milepost_session=theirs')];
  for (const live of [here, there]) {
    await expect.poll(() => live.of('snapshot').length).toBe(1);
    live.socket.send(JSON.stringify({ t: 'view', bounds: [-180, -90, 180, 90], watch: [] }));
  }
  const { moved, devices, organisationIds } = await moveNow(
    moveVehicles(
      database,
      { ...scope, organisationIds: [north, south] },
      { userId: null, username: null, address: null },
      { vehicleIds: [mine.vehicleId], organisationId: south, withDevice: true, history: 'stays' },
    ),
  );
  const to = moved[0]?.to;
  gateway.bus.publish('devices-moved', { devices });
  for (const organisationId of organisationIds) gateway.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => here.of('vehicles').at(-1)).toMatchObject({ changed: [], removed: [mine.vehicleId] });
  await expect.poll(() => there.of('vehicles').at(-1)).toMatchObject({ changed: [{ id: to }], removed: [] });
  // The device's connection may still use the former record.
  const time = new Date();
  const fix = { time, valid: true, lat: -33, lon: -56.2, altitudeM: null, speedKph: 40, courseDeg: 90 };
  await new Promise<void>((onStored) =>
    gateway.ingest.submit({
      deviceId: mine.deviceId,
      messages: [{ kind: 'report', deviceTime: time, fix, attributes: {} }],
      receivedAt: Date.now(),
      onStored,
    }),
  );
  const at = (live: typeof here) =>
    live
      .of('states')
      .flatMap((frame) => (frame.t === 'states' ? frame.states.map((state) => [state[0], state[3]]) : []));
  await expect.poll(() => at(there)).toContainEqual([to, -33]);
  expect(at(here).map(([, lat]) => lat)).not.toContain(-33);
});

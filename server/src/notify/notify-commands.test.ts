import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { addTrackedVehicle } from '../testing/alarm-fixture.ts';
import { emptyTables } from '../testing/empty-tables.ts';
import { addUser } from '../testing/organisations.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { NotifyServices } from './notify.ts';
import { notifyCommands } from './notify-commands.ts';

let db: TestDatabase;
let services: NotifyServices;
let sender: number;
const unread: unknown[] = [];

beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
  const logger = pino({ level: 'silent' });
  const bus = createMemoryBus(logger);
  bus.subscribe('notified', (event) => unread.push(event));
  services = { database: db.database, bus, logger };
  const grants = { commands: ['view', 'create'] } as const;
  sender = await addUser(db.database, { username: 'ana', password: 'p', organisationId: 1, grants, priority: 500 });
});
afterAll(() => db.close());
beforeEach(async () => {
  await emptyTables(db.database, 'notifications', 'vehicles', 'devices');
  unread.length = 0;
});

interface Seed {
  state: string;
  answer?: string;
  batch?: number;
  sentSecondsAgo?: number;
  by?: number | null;
}
let plates = 0;
async function add({ state, answer, batch, sentSecondsAgo, by = sender }: Seed) {
  const { deviceId, vehicleId } = await addTrackedVehicle(db.database, 1, `SBA ${++plates}`);
  await db.database.query(
    `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, state, answer, batch, made_by, sent_at, expires_at)
     VALUES (1, $1, $2, 'locate', $3, $4, $5, $6, now() - make_interval(secs => $7), now() + interval '1 h')`,
    [deviceId, vehicleId, state, answer, batch, by, sentSecondsAgo ?? null],
  );
  return { vehicleId, registration: `SBA ${plates}` };
}
const notices = async () => {
  await notifyCommands(services);
  const { rows } = await db.database.query('SELECT title, text, path FROM notifications ORDER BY id');
  return rows;
};

test('the sender of a command is notified of its outcome once', async () => {
  const { vehicleId, registration } = await add({ state: 'answered', answer: 'Lat:N22.5' });
  const notice = {
    title: `${registration} replied: Position now`,
    text: 'Lat:N22.5',
    path: `vehicle-info/${vehicleId}?tab=commands`,
  };
  expect(await notices()).toEqual([notice]);
  expect(await notices()).toEqual([notice]);
  expect(unread).toEqual([{ userId: sender, unread: 1 }]);
});

test('expired, unsent and unanswered ones are notified, and nothing else', async () => {
  const expired = await add({ state: 'expired' });
  const failed = await add({ state: 'failed' });
  const silent = await add({ state: 'sent', sentSecondsAgo: 601 });
  await add({ state: 'sent', sentSecondsAgo: 590 });
  await add({ state: 'waiting' });
  await add({ state: 'cancelled' });
  await add({ state: 'answered', by: null });
  expect((await notices()).map(({ title }: { title: string }) => title)).toEqual([
    `${expired.registration}: Position now expired before the device connected`,
    `${failed.registration}: Position now was not sent`,
    `${silent.registration} did not reply: Position now`,
  ]);
});

test('a command to many vehicles is notified once, when all are over', async () => {
  for (const state of ['answered', 'answered', 'failed']) await add({ state, batch: 7 });
  await add({ state: 'waiting', batch: 7 });
  expect(await notices()).toEqual([]);
  await db.database.query(`UPDATE device_commands SET state = 'expired' WHERE state = 'waiting'`);
  expect(await notices()).toEqual([
    {
      title: 'Position now: all 4 commands are done',
      text: 'answered: 2 · not sent: 1 · expired: 1',
      path: 'vehicle-info/commands?batch=7',
    },
  ]);
});

test('no batch is notified in parts, however many end together', async () => {
  const { vehicleId } = await add({ state: 'waiting' });
  await db.database.query(
    `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, state, batch, made_by, expires_at)
     SELECT organisation_id, device_id, vehicle_id, kind, 'expired', 8 + n / 600, made_by, expires_at
     FROM device_commands, generate_series(0, 1199) n WHERE vehicle_id = $1`,
    [vehicleId],
  );
  expect((await notices()).map(({ title }: { title: string }) => title)).toEqual([
    'Position now: all 600 commands are done',
    'Position now: all 600 commands are done',
  ]);
});

test('a person who may not see commands any more is not notified', async () => {
  await add({ state: 'answered' });
  await db.database.query(
    `UPDATE role_permissions SET can_view = false WHERE role_id = (SELECT role_id FROM users WHERE id = $1)`,
    [sender],
  );
  expect(await notices()).toEqual([]);
});

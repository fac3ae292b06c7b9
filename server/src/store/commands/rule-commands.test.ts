import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBasics } from '../../auth/bootstrap.ts';
import { addAlarm, addRule, addTrackedVehicle } from '../../testing/alarm-fixture.ts';
import { emptyTables } from '../../testing/empty-tables.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { takeDueAlarms } from '../alarm-delivery/take-due-alarms.ts';

let db: TestDatabase;
let ruleId: number;

beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
});
afterAll(() => db.close());
beforeEach(async () => {
  await emptyTables(db.database, 'alarm_rules', 'vehicles', 'devices', 'audit_log');
  const condition = { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null };
  ruleId = await addRule(db.database, 1, { name: 'Help', severity: 'critical', condition });
  await setRuleCommand('interval', 10);
});

const setRuleCommand = (kind: string | null, seconds: number | null) =>
  db.database.query('UPDATE alarm_rules SET command_kind = $1, command_seconds = $2', [kind, seconds]);
async function vehicleWith(protocol: string | null, registration = 'SBA 1') {
  const vehicle = await addTrackedVehicle(db.database, 1, registration);
  await db.database.query('UPDATE devices SET spoken = $1 WHERE id = $2', [protocol, vehicle.deviceId]);
  return vehicle;
}
const raise = (vehicle: Awaited<ReturnType<typeof vehicleWith>>, minutesAgo = 0) => {
  const startedAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  return addAlarm(db.database, { ...vehicle, ruleId, severity: 'critical', startedAt });
};
const take = () => takeDueAlarms(db.database, () => '{}');
const commands = async () => {
  const { rows } = await db.database.query(
    `SELECT kind, seconds, content, state, fault, rule_id AS "ruleId", made_by AS "by" FROM device_commands ORDER BY id`,
  );
  return rows;
};

test('an alarm sends the command of its rule to the device, in the name of the rule', async () => {
  const vehicle = await vehicleWith('gt06');
  await raise(vehicle);
  expect(await take()).toEqual({ taken: 1, deviceIds: [vehicle.deviceId] });
  const expected = { kind: 'interval', seconds: 10, content: 'TIMER,10,10#', state: 'waiting', fault: null };
  expect(await commands()).toEqual([{ ...expected, ruleId, by: null }]);
  const { rows } = await db.database.query(
    `SELECT user_id AS "by", after->>'rule' AS rule FROM audit_log WHERE subject = 'command'`,
  );
  expect(rows).toEqual([{ by: null, rule: 'Help' }]);
});

test('a waiting command is not repeated; a sent one is, after a minute', async () => {
  const vehicle = await vehicleWith('gt06');
  await raise(vehicle, 2);
  await take();
  await raise(vehicle, 1);
  expect((await take()).deviceIds).toEqual([]);
  await db.database.query(`UPDATE device_commands SET state = 'sent', sent_at = now()`);
  await raise(vehicle);
  await take();
  // Within a minute: an alarm that recurs each second would flood the device.
  expect((await commands()).map(({ state }) => state)).toEqual(['sent']);
  await db.database.query(`UPDATE device_commands SET made_at = now() - interval '61 s'`);
  await raise(vehicle);
  await take();
  expect((await commands()).map(({ state }) => state)).toEqual(['sent', 'waiting']);
});

test('an unsupported command is stored as failed, and an old alarm sends none', async () => {
  await raise(await vehicleWith('osmand'));
  await raise(await vehicleWith('gt06', 'SBA 2'), 61);
  expect(await take()).toEqual({ taken: 2, deviceIds: [] });
  expect(await commands()).toMatchObject([{ state: 'failed', fault: 'not-taken' }]);
});

test('an alarm from before the device was installed, as in a past copied by a move, sends no command', async () => {
  const vehicle = await vehicleWith('gt06');
  await db.database.query(`UPDATE installations SET installed_at = now() - interval '5 minutes'`);
  await raise(vehicle, 6);
  expect(await take()).toEqual({ taken: 1, deviceIds: [] });
  await raise(vehicle, 4);
  expect(await take()).toEqual({ taken: 1, deviceIds: [vehicle.deviceId] });
});

test('no rule can stop an engine or send a text, whoever writes it', async () => {
  for (const kind of ['engineStop', 'engineResume', 'text'])
    await expect(setRuleCommand(kind, null)).rejects.toThrow('alarm_rules_command_kind_check');
  await expect(setRuleCommand('interval', null)).rejects.toThrow('check');
  const { deviceId, vehicleId } = await vehicleWith('gt06');
  for (const kind of ['engineStop', 'engineResume', 'text']) {
    const made = db.database.query(
      `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, rule_id, expires_at)
       VALUES (1, $1, $2, $3, $4, now())`,
      [deviceId, vehicleId, kind, ruleId],
    );
    await expect(made).rejects.toThrow('device_commands_check');
  }
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BusEvents } from '../../bus/bus.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { addAlarm } from '../../testing/alarm-fixture.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked } from '../../testing/insert-facts.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let tracked: Awaited<ReturnType<typeof addTracked>>;
let userId: number;
let published: (keyof BusEvents)[] = [];
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  for (const name of ['tracking-changed', 'alarm-cleared', 'alarms-changed'] as const) {
    fixture.services.bus.subscribe(name, () => published.push(name));
  }
  tracked = await addTracked(fixture.database, { registration: 'SBA 1' });
  const { grants } = ADMINISTRATOR;
  userId = await addUser(fixture.database, { username: 'ana', password: 'pass-word', organisationId: 1, grants });
});
afterAll(() => fixture.close());
beforeEach(() => emptyTables(fixture.database, 'alarm_rules', 'geofences', 'alarms', 'bulk_changes', 'audit_log'));

const shape = { kind: 'circle', centre: { lat: 0, lon: 0 }, radiusM: 100 } as const;
async function addRule(name: string, more: Record<string, unknown> = {}): Promise<number> {
  const condition = { kind: 'overspeed', limitKph: 90 };
  return (await admin.call('save-alarm-rule', { name, condition, allVehicles: true, ...more })).rule?.id ?? 0;
}
const ruleOf = async (id: number | undefined) => (await admin.call('get-alarm-rule-by-id', { id })).rule;
const fenceOf = async (id: number | undefined) => (await admin.call('get-fence-by-id', { id })).fence;

test('rules that are switched off clear their alarms, tracking is notified, and the undo switches them on again', async () => {
  const ids = [await addRule('Fast'), await addRule('Faster'), await addRule('Off', { enabled: false })];
  const of = { ...tracked, ruleId: ids[0] ?? 0, severity: 'major' } as const;
  await addAlarm(fixture.database, { ...of, startedAt: '2026-02-01T10:00:00Z' });
  const off = { ids, field: 'enabled', value: false };
  await admin.call('preview-alarm-rule-change', off);
  expect((await ruleOf(ids[0]))?.activeAlarms).toBe(1);
  published = [];
  const { id, ...done } = await admin.call('change-alarm-rules', off);
  expect(done).toMatchObject({ changed: 2, same: 1 });
  expect((await ruleOf(ids[0]))?.activeAlarms).toBe(0);
  expect(published).toEqual(['tracking-changed', 'alarm-cleared', 'alarms-changed']);
  expect(await admin.call('undo-alarm-rule-change', { id })).toMatchObject({ restored: 2, kept: [] });
  expect(await Promise.all(ids.map(async (one) => (await ruleOf(one))?.enabled))).toEqual([true, true, false]);
});

test('recipients are added to rules and removed, others stay; only their channels change', async () => {
  const ids = [await addRule('Fast', { channels: { userIds: [userId], bell: true } }), await addRule('Faster')];
  const people = async () =>
    Promise.all(ids.map(async (id) => (await ruleOf(id))?.people.map((person) => person.id) ?? []));
  const added = await admin.call('change-alarm-rules', { ids, field: 'addPerson', value: userId });
  expect([added.changed, added.same, await people()]).toEqual([1, 1, [[userId], [userId]]]);
  const mailed = await admin.call('change-alarm-rules', { ids, field: 'mail', value: true });
  expect(mailed.changed).toBe(2);
  expect((await ruleOf(ids[0]))?.channels).toEqual({
    userIds: [userId],
    everyone: false,
    bell: true,
    push: false,
    mail: true,
  });
  expect((await admin.call('change-alarm-rules', { ids, field: 'removePerson', value: userId })).changed).toBe(2);
  expect(await people()).toEqual([[], []]);
  expect(await admin.call('undo-alarm-rule-change', { id: mailed.id })).toMatchObject({ restored: 0, keptTotal: 2 });
});

test('another colour of geofences leaves a rule switched off; a removed alarm clears what it raised', async () => {
  const made = await admin.call('save-fence', { name: 'Yard', shape, alarmEnter: true, alarmExit: true });
  const id = made.fence?.id;
  const { rows = [] } = await admin.call('get-alarm-rule-list');
  const enters = rows.find(({ condition }) => condition.kind === 'geofenceEnter')?.id ?? 0;
  const exits = rows.find(({ condition }) => condition.kind === 'geofenceExit')?.id ?? 0;
  await admin.call('set-alarm-rule-enabled', { id: enters, enabled: false });
  await addAlarm(fixture.database, { ...tracked, ruleId: exits, severity: 'minor', startedAt: '2026-02-01T10:00:00Z' });

  const painted = await admin.call('change-fences', { ids: [id], field: 'colour', value: '#c2255c' });
  expect(painted.changed).toBe(1);
  expect(await fenceOf(id)).toMatchObject({ colour: '#c2255c', alarmExit: true, shape });
  expect((await ruleOf(enters))?.enabled).toBe(false);

  published = [];
  expect((await admin.call('change-fences', { ids: [id], field: 'alarmExit', value: false })).changed).toBe(1);
  expect(published).toEqual(['tracking-changed', 'alarm-cleared', 'alarms-changed']);
  expect((await fenceOf(id))?.alarmExit).toBe(false);
  // Later changes are kept.
  expect(await admin.call('undo-fence-change', { id: painted.id })).toMatchObject({ kept: [{ name: 'Yard' }] });
});

test('a geofence whose only vehicle was deleted keeps it, and does not apply to all', async () => {
  const gone = (await admin.call('save-vehicle', { registration: 'GONE' })).vehicle?.id ?? 0;
  const id = (await admin.call('save-fence', { name: 'Yard', shape, vehicleIds: [gone] })).fence?.id;
  await admin.call('delete-vehicle', { id: gone });
  expect((await admin.call('change-fences', { ids: [id], field: 'alarmEnter', value: true })).changed).toBe(1);
  const { rows } = await fixture.database.query('SELECT vehicle_ids FROM geofences');
  expect(rows).toEqual([{ vehicle_ids: [gone] }]);
  const rules = await fixture.database.query('SELECT all_vehicles FROM alarm_rules');
  expect(rules.rows).toEqual([{ all_vehicles: false }]);
});

test('the severity of a geofence without alarms is no change', async () => {
  const [alarmed, silent] = [
    (await admin.call('save-fence', { name: 'Yard', shape, alarmEnter: true })).fence?.id,
    (await admin.call('save-fence', { name: 'Port', shape })).fence?.id,
  ];
  const change = { ids: [alarmed, silent], field: 'alarmSeverity', value: 'critical' };
  expect(await admin.call('change-fences', change)).toMatchObject({ changed: 1, same: 1, refused: [] });
  const { rows = [] } = await admin.call('get-audit-list');
  expect(rows.map(({ subjectName, action }) => [subjectName, action])).toContainEqual(['Yard', 'change']);
  expect(rows.map(({ subjectName, action }) => [subjectName, action])).not.toContainEqual(['Port', 'change']);
});

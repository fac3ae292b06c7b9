import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FenceFixture, fenceFixture } from '../../testing/fence-fixture.ts';

let fixture: FenceFixture;
let admin: FenceFixture['admin'];
let published: FenceFixture['published'];
let save: FenceFixture['save'];
let rulesOf: FenceFixture['rulesOf'];
let putInside: FenceFixture['putInside'];
let raiseAlarm: FenceFixture['raiseAlarm'];

beforeAll(async () => {
  fixture = await fenceFixture();
  ({ admin, published, save, rulesOf, putInside, raiseAlarm } = fixture);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.clear());

describe('deleting geofences', () => {
  test('ends visits and alarms about them in sight, stops their rules; undoing restores geofence and rules', async () => {
    const id = await save({ alarmEnter: true });
    const other = await save({ name: 'Other', alarmExit: true });
    const inside = await putInside(id);
    await fixture.database.query(
      `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
       VALUES (1, 'Any fence', '{"kind": "geofenceEnter", "fenceIds": null}', 'major', true)`,
    );
    const { rows: rules } = await fixture.database.query<{ id: number; fence_id: number | null }>(
      'SELECT id, fence_id FROM alarm_rules',
    );
    const own = rules.find((rule) => rule.fence_id === id)?.id ?? 0;
    const any = rules.find((rule) => rule.fence_id === null)?.id ?? 0;
    const alarms = [await raiseAlarm(own, String(id), inside), await raiseAlarm(any, String(id), inside)];

    expect(await admin.call('delete-fences', { ids: [id] })).toEqual({ status: 200, deleted: 1 });
    expect((await admin.call('get-fence-by-id', { id })).status).toBe(404);
    expect(await rulesOf(id)).toEqual([]);
    expect(await rulesOf(other)).toHaveLength(1);
    const visits = await fixture.database.query<{ ended: boolean; duration_s: number }>(
      'SELECT ended_at IS NOT NULL AS ended, duration_s FROM visits',
    );
    expect(visits.rows[0]?.ended).toBe(true);
    expect(visits.rows[0]?.duration_s).toBeGreaterThanOrEqual(600);
    const handled = await fixture.database.query<{ alarm_id: number; why: string }>(
      `SELECT alarm_id, h.reason_code AS why FROM alarm_handling h JOIN alarms a ON a.id = alarm_id AND a.cleared_at IS NOT NULL
       ORDER BY alarm_id`,
    );
    expect(handled.rows).toEqual(alarms.map((alarm_id) => ({ alarm_id, why: 'geofenceDeleted' })));
    expect(published[0]).toEqual({ name: 'tracking-changed', event: { organisationId: 1 } });
    expect(published).toContainEqual({ name: 'alarm-cleared', event: { installationId: inside.installationId } });

    expect(await admin.call('restore-fences', { ids: [id] })).toEqual({ status: 200, restored: 1 });
    expect((await admin.call('get-fence-by-id', { id })).fence?.alarmEnter).toBe(true);
    expect((await admin.call('restore-fences', { ids: [id] })).status).toBe(404);
  });

  test('several geofences are deleted in one call, each with an audit entry', async () => {
    const ids = [await save({ name: 'A' }), await save({ name: 'B' }), await save({ name: 'C' })];
    expect((await admin.call('delete-fences', { ids: [...ids.slice(0, 2), 999_999] })).deleted).toBe(2);
    expect((await admin.call('get-fence-list')).rows?.map((row) => row.name)).toEqual(['C']);
    const { rows } = await fixture.database.query(
      `SELECT before ->> 'name' AS name FROM audit_log WHERE subject = 'fence' AND action = 'delete' ORDER BY id DESC LIMIT 2`,
    );
    expect(new Set(rows.map((row) => row.name))).toEqual(new Set(['A', 'B']));
  });
});

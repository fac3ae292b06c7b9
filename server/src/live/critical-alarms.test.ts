import type { ServerFrame } from '@milepost/contract/live';
import { afterEach, beforeAll, afterAll, expect, it } from 'vitest';
import { addAlarm, addRule } from '../testing/alarm-fixture.ts';
import { addUser } from '../testing/organisations.ts';
import { liveFixture, type LiveFixture } from '../testing/live-fixture.ts';
import { loadCriticalAlarms } from '../store/alarms/critical-alarms.ts';

const ALL = { view: true, create: true, edit: true, delete: true };
const MINE = 'milepost_session=mine';
const WATCHES = 'milepost_session=watches';
const LIMITED = 'milepost_session=limited';

let fixture: LiveFixture;
let organisationId: number;
let ruleId: number;

beforeAll(async () => {
  fixture = await liveFixture();
  organisationId = await fixture.organisationOf(fixture.mine.vehicleId);
  ruleId = await addRule(fixture.database, organisationId, {
    name: 'SOS',
    severity: 'critical',
    condition: { kind: 'device', code: 'sos' },
  });
  const caller = await fixture.callerOf(fixture.mine.vehicleId, 2);
  const permissions = new Map([...caller.permissions, ['alarm-monitor', ALL] as const]);
  fixture.callers.set(WATCHES, { ...caller, permissions });
  const limit = { groupIds: [], singleIds: [], withinGroupIds: null, common: false, vehicleIds: [] };
  fixture.callers.set(LIMITED, { ...caller, sessionId: 3, permissions, scope: { ...caller.scope, limit } });
});
afterEach(async () => {
  fixture.closeSockets();
  await fixture.database.query('DELETE FROM alarms');
  changed();
});
afterAll(() => fixture.close());

const changed = () =>
  fixture.gateway.bus.publish('alarms-changed', {
    alarms: [{ id: 1, vehicleId: fixture.mine.vehicleId, organisationId }],
  });

const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function raise(seed: { severity?: 'critical' | 'major'; minutesAgo?: number; clearedMinutesAgo?: number } = {}) {
  const { severity = 'critical', minutesAgo = 1, clearedMinutesAgo } = seed;
  const { rows } = await fixture.database.query<{ id: number }>('SELECT id FROM installations WHERE vehicle_id = $1', [
    fixture.mine.vehicleId,
  ]);
  const id = await addAlarm(fixture.database, {
    vehicleId: fixture.mine.vehicleId,
    installationId: rows[0]?.id ?? 0,
    ruleId,
    severity,
    startedAt: at(minutesAgo),
    clearedAt: clearedMinutesAgo === undefined ? null : at(clearedMinutesAgo),
  });
  changed();
  return id;
}

/** The vehicles that a browser marks, according to the frames it received. */
function marked(frames: readonly ServerFrame[]): number[] {
  const held = new Set<number>();
  for (const frame of frames) {
    if (frame.t !== 'critical') continue;
    if (frame.begin) held.clear();
    for (const id of frame.gone) held.delete(id);
    for (const { vehicleId } of frame.alarms) held.add(vehicleId);
  }
  return [...held];
}

it('adds a critical alarm when it is raised, and removes it when somebody acknowledged it', async () => {
  const live = fixture.watch(WATCHES);
  await expect.poll(() => live.of('critical')).toMatchObject([{ begin: true, alarms: [] }]);
  const alarmId = await raise();
  const { vehicleId } = fixture.mine;
  await expect
    .poll(() => live.of('critical').at(-1))
    .toMatchObject({ begin: false, alarms: [{ vehicleId, alarmId, ruleName: 'SOS', count: 1 }], gone: [] });
  const later = fixture.watch(WATCHES);
  await expect.poll(() => later.of('critical')).toMatchObject([{ begin: true, alarms: [{ vehicleId, alarmId }] }]);
  await fixture.database.query('UPDATE alarms SET acknowledged_at = now() WHERE id = $1', [alarmId]);
  changed();
  await expect.poll(() => live.of('critical').at(-1)).toMatchObject({ begin: false, alarms: [], gone: [vehicleId] });
  await expect.poll(() => marked(later.frames)).toEqual([]);
});

it('sends none to a person who may not see alarms, and to a limited person only those of their vehicles', async () => {
  const [mine, limited, watches] = [fixture.watch(MINE), fixture.watch(LIMITED), fixture.watch(WATCHES)];
  await expect.poll(() => limited.of('critical')).toMatchObject([{ begin: true, alarms: [] }]);
  await raise();
  await expect.poll(() => marked(watches.frames)).toEqual([fixture.mine.vehicleId]);
  // Frames arrive in order: after this one, a frame that these browsers should not have received would be here.
  fixture.gateway.bus.publish('notified', { userId: 1, unread: 7 });
  for (const one of [mine, limited]) await expect.poll(() => one.of('notification').length).toBe(1);
  expect([mine.of('critical'), marked(limited.frames)]).toEqual([[], []]);
});

it('counts only critical ones, the newest first, including those that ended by themselves within the hour', async () => {
  const userId = await addUser(fixture.database, {
    username: 'eva',
    password: 'pass-word',
    organisationId,
    grants: {},
  });
  await raise({ severity: 'major' });
  expect(await loadCriticalAlarms(fixture.database, null)).toEqual([]);
  await raise({ minutesAgo: 200, clearedMinutesAgo: 61 });
  expect(await loadCriticalAlarms(fixture.database, null)).toEqual([]);
  // A person disabled its rule.
  const ended = await raise({ minutesAgo: 80, clearedMinutesAgo: 2 });
  await fixture.database.query('UPDATE alarms SET cleared_by = $2 WHERE id = $1', [ended, userId]);
  expect(await loadCriticalAlarms(fixture.database, null)).toEqual([]);
  await raise({ minutesAgo: 90, clearedMinutesAgo: 59 });
  const newest = await raise({ minutesAgo: 5 });
  const { vehicleId } = fixture.mine;
  expect(await loadCriticalAlarms(fixture.database, [vehicleId])).toMatchObject([{ alarmId: newest, count: 2 }]);
  expect(await loadCriticalAlarms(fixture.database, [fixture.foreign.vehicleId])).toEqual([]);
});

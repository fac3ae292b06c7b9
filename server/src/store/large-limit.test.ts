import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addOrganisation } from '../testing/organisations.ts';
import { listAlarmRules } from './alarm-rules/list-alarm-rules.ts';
import { listAlarmChoices } from './alarms/alarm-choices.ts';
import { listFences } from './geofences/fences.ts';
import type { Scope } from './scope.ts';

/**
 * A person who sees all but one vehicle of a large fleet; geofences and rules are for that one, or for another group.
 */
const VEHICLES = 10_000;
const EACH = 500;
let database: TestDatabase['database'];
let large: TestDatabase;
let scope: Scope;

beforeAll(async () => {
  large = await testDatabase();
  database = large.database;
  const organisationId = await addOrganisation(database, 'Large');
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO vehicle_groups (organisation_id, name) VALUES ($1, 'Ours'), ($1, 'Theirs') RETURNING id`,
    [organisationId],
  );
  const [ours = 0, theirs = 0] = rows.map(({ id }) => id);
  const made = await database.query<{ id: number }>(
    `INSERT INTO vehicles (organisation_id, registration, type, group_id)
     SELECT $1, 'V ' || n, 'car', $2 FROM generate_series(0, ${VEHICLES}) n RETURNING id`,
    [organisationId, ours],
  );
  const [hidden = 0, ...vehicleIds] = made.rows.map(({ id }) => id);
  await database.query('UPDATE vehicles SET group_id = $2 WHERE id = $1', [hidden, theirs]);
  const limitIds =
    'CASE WHEN n % 2 = 0 THEN ARRAY[$2::int] ELSE $4::int[] END, CASE WHEN n % 2 = 1 THEN ARRAY[$3::int] ELSE $4::int[] END';
  await database.query(
    `INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2, vehicle_ids, group_ids)
     SELECT $1, 'F ' || n, '{"kind":"circle","centre":{"lat":0,"lon":0},"radiusM":100}', 0, 1, 0, 1, 100, ${limitIds}
     FROM generate_series(1, ${EACH}) n`,
    [organisationId, hidden, theirs, []],
  );
  await database.query(
    `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles, channels, vehicle_ids, group_ids)
     SELECT $1, 'R ' || n, '{"kind":"overspeed","limitKph":90}', 'minor', false, '{}', ${limitIds}
     FROM generate_series(1, ${EACH}) n`,
    [organisationId, hidden, theirs, []],
  );
  await database.query('ANALYZE');
  scope = {
    organisationId,
    organisationIds: [organisationId],
    root: false,
    limit: { vehicleIds, groupIds: [ours], singleIds: [], withinGroupIds: null, common: false },
  };
}, 60_000);
afterAll(() => large?.close());

const PAGE = { page: 1, pageSize: 50, search: '', sort: 'name', direction: 'asc' } as const;

test('lists for a person limited to thousands of vehicles take less than a second', async () => {
  const began = performance.now();
  const [fences, rules, choices] = [
    await listFences(database, scope, { ...PAGE, tags: [] }),
    await listAlarmRules(database, scope, PAGE),
    await listAlarmChoices(database, scope),
  ];
  expect([fences.total, rules.total, choices.rulesTotal]).toEqual([0, 0, 0]);
  expect(performance.now() - began).toBeLessThan(1500);
});

import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { Queryable } from '../database.ts';
import type { Ref } from '../fleet/groups.ts';
import { type Page, firstRows } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { andSeenFence } from '../common-records.ts';
import { andSeen, andHeldGroup, organisationOf, type Scope } from '../scope.ts';
import { watchesAlarms } from '../alarm-delivery/alarm-watchers.ts';

type Choices = Omit<OperationOutput<Operations['get-alarm-rule-choices']>, 'mailConfigured'>;

const MAX_TARGETS = 50;

/** The possible subjects of a rule of an organisation, and the people of the scope who can be notified. */
export async function ruleChoices(db: Queryable, scope: Scope, organisationId: number): Promise<Choices> {
  const [organisations, groups, people, sensors, organisation] = await Promise.all([
    firstRows<Ref>(db, 'SELECT id, name FROM organisations WHERE id = ANY($1) ORDER BY lower(name), id', [
      scope.organisationIds,
    ]),
    firstRows<Ref>(
      db,
      `SELECT id, name FROM vehicle_groups WHERE organisation_id = $1${andHeldGroup(scope, 'id')} ORDER BY lower(name), id`,
      [organisationId],
    ),
    firstRows<Choices['people'][number]>(
      db,
      `SELECT u.id, u.display_name AS name, u.email IS NOT NULL AS mail,
              (SELECT count(*)::int FROM push_browsers b WHERE b.user_id = u.id) AS browsers
       FROM users u WHERE u.organisation_id = ANY($1) AND ${watchesAlarms('u', '$2::int')}
       ORDER BY lower(u.display_name), u.id`,
      [scope.organisationIds, organisationId],
    ),
    firstRows<Choices['sensors'][number]>(
      db,
      `SELECT DISTINCT ON (lower(s.name)) s.name, s.kind, s.unit, s.normal_min AS "normalMin", s.normal_max AS "normalMax"
       FROM sensors s LEFT JOIN vehicles v ON v.id = s.vehicle_id LEFT JOIN sensor_profiles p ON p.id = s.profile_id
       WHERE s.organisation_id = $1 AND s.deleted_at IS NULL AND p.deleted_at IS NULL
         AND (v.id IS NULL OR (v.deleted_at IS NULL${andSeen(scope)}))
       ORDER BY lower(s.name), s.id`,
      [organisationId],
    ),
    db.query<{ vehicles: number; timeZone: string; speedLimitKph: number | null }>(
      `SELECT (SELECT count(*)::int FROM vehicles v WHERE v.organisation_id = o.id AND v.deleted_at IS NULL${andSeen(scope)}) AS vehicles,
              o.time_zone AS "timeZone", (o.tracking_settings->>'speedLimitKph')::float8 AS "speedLimitKph"
       FROM organisations o WHERE o.id = $1`,
      [organisationId],
    ),
  ]);
  const { vehicles = 0, timeZone = 'UTC', speedLimitKph = null } = organisation.rows[0] ?? {};
  return {
    organisationId,
    organisations: organisations.rows,
    organisationsTotal: organisations.total,
    groups: groups.rows,
    groupsTotal: groups.total,
    people: people.rows,
    peopleTotal: people.total,
    vehicles,
    sensors: sensors.rows,
    sensorsTotal: sensors.total,
    timeZone,
    speedLimitKph,
  };
}

/** The first vehicles or geofences of an organisation that are visible in the scope, by part of their name. */
export async function ruleTargets(
  db: Queryable,
  scope: Scope,
  { organisationId, kind, search }: { organisationId: number | undefined; kind: 'vehicle' | 'fence'; search: string },
): Promise<Page<Ref>> {
  const [table, name] = kind === 'vehicle' ? ['vehicles', 'registration'] : ['geofences', 'name'];
  const { rows } = await db.query<Ref & { total: number }>(
    `SELECT id, ${name} AS name, count(*) OVER ()::int AS total FROM ${table} t
     WHERE organisation_id = $1 AND deleted_at IS NULL AND ${everyWordIn('$2', kind === 'vehicle' ? registrationOf('t') : name)}
       ${kind === 'vehicle' ? ` AND t.moved_at IS NULL${andSeen(scope, 't.id')}` : andSeenFence(scope, 't')}
     ORDER BY lower(${name}), id LIMIT ${MAX_TARGETS}`,
    [organisationOf(scope, organisationId), searchPatterns(search)],
  );
  return { rows: rows.map(({ id, name: found }) => ({ id, name: found })), total: rows[0]?.total ?? 0 };
}

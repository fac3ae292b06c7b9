import type { PrivateRule } from '@milepost/contract/private-time-operations';
import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import { AppError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { firstRows, type Page } from '../page.ts';
import { onlyRow } from '../rows.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';

const SELECT = `SELECT r.id, r.organisation_id AS "organisationId", o.name AS "organisationName",
    r.vehicle_id AS "vehicleId", v.registration, r.working_hours AS "workingHours", r.time_zone AS "timeZone",
    CASE WHEN r.attribute IS NOT NULL THEN jsonb_build_object('attribute', r.attribute, 'value', r.attribute_value) END
      AS button, r.drivers_mark AS "driversMark", r.version
  FROM private_rules r JOIN organisations o ON o.id = r.organisation_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
  WHERE r.organisation_id = ANY($1) AND r.deleted_at IS NULL`;

/** The rules of the scope: those of organisations first, then those of vehicles. */
export function listPrivateRules(db: Queryable, scope: Scope): Promise<Page<PrivateRule>> {
  return firstRows<PrivateRule>(
    db,
    `${SELECT} ORDER BY r.vehicle_id IS NOT NULL, lower(coalesce(v.registration, o.name)), r.id`,
    [scope.organisationIds],
  );
}

interface RuleFields {
  id?: number | undefined;
  organisationId?: number | undefined;
  vehicleId: number | null;
  workingHours: WeeklyHours | null;
  button: PrivateRule['button'];
  driversMark: boolean;
  version?: number | undefined;
}

/**
 * Adds a rule, or changes the hours and the button of one of the scope.
 * @throws AppError `not-found` for a rule or a vehicle outside the scope, `conflict` if the vehicle or the organisation
 * has one already, or somebody else saved it meanwhile
 */
export function savePrivateRule(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: RuleFields,
): Promise<PrivateRule> {
  return inTransaction(database, async (db) => {
    if (input.id !== undefined) {
      await lockRule(db, scope, input.id);
      await checkVersion(db, 'private-rule', input.id, input.version);
    }
    const id = await audited(db, actor, saving('private-rule', input.id), () =>
      input.id === undefined ? addRule(db, scope, input) : changeRule(db, input.id, input),
    );
    return onlyRow(await db.query<PrivateRule>(`${SELECT} AND r.id = $2`, [scope.organisationIds, id]));
  });
}

/** Deletes a rule. @returns its organisation @throws AppError `not-found` outside the scope */
export function deletePrivateRule(database: Database, scope: Scope, actor: Actor, id: number): Promise<number> {
  return inTransaction(database, async (db) => {
    const organisationId = await lockRule(db, scope, id);
    await setDeleted(db, actor, 'private-rule', id, true);
    return organisationId;
  });
}

async function lockRule(db: Queryable, scope: Scope, id: number): Promise<number> {
  const { rows } = await db.query<{ organisationId: number }>(
    `SELECT organisation_id AS "organisationId" FROM private_rules
     WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL FOR UPDATE`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-private-rule');
  return rows[0].organisationId;
}

const valuesOf = ({ workingHours, button, driversMark }: RuleFields) => [
  workingHours && JSON.stringify(workingHours),
  button?.attribute ?? null,
  button && JSON.stringify(button.value),
  driversMark,
];

async function addRule(db: Queryable, scope: Scope, input: RuleFields): Promise<number> {
  const organisationId =
    input.vehicleId === null
      ? organisationOf(scope, input.organisationId)
      : await organisationOfVehicle(db, scope, input.vehicleId);
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO private_rules (organisation_id, vehicle_id, working_hours, attribute, attribute_value, drivers_mark, time_zone)
     SELECT $1, $2, $3, $4, $5, $6, time_zone FROM organisations WHERE id = $1
     ON CONFLICT (organisation_id, vehicle_id) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [organisationId, input.vehicleId, ...valuesOf(input)],
  );
  if (!rows[0]) throw new AppError('conflict', 'private-rule-exists');
  return rows[0].id;
}

async function changeRule(db: Queryable, id: number, input: RuleFields): Promise<number> {
  await db.query(
    `UPDATE private_rules r SET working_hours = $2, attribute = $3, attribute_value = $4, drivers_mark = $5, version = r.version + 1,
       updated_at = now(), time_zone = o.time_zone FROM organisations o WHERE r.id = $1 AND o.id = r.organisation_id`,
    [id, ...valuesOf(input)],
  );
  return id;
}

async function organisationOfVehicle(db: Queryable, scope: Scope, vehicleId: number): Promise<number> {
  const { rows } = await db.query<{ organisationId: number }>(
    `SELECT organisation_id AS "organisationId" FROM vehicles
     WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL FOR SHARE`,
    [vehicleId, scope.organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-vehicle');
  return rows[0].organisationId;
}

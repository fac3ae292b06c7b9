import type { Coordinates } from '@milepost/contract/common';
import { fault } from '@milepost/contract/fault';
import { ARRIVAL_M } from '@milepost/contract/outlet-kinds';
import { writeOpeningHours } from '@milepost/contract/opening-hours';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { between } from '@milepost/tracking/geo';
import { fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { writeOwnValues } from '../own-fields/own-values.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { holdTerritories, placeOutlets } from '../territories/place-outlets.ts';
import { checkVersion } from '../versions.ts';
import { lockOutlet } from './outlets.ts';

export type OutletInput = ParsedInput<Operations['save-outlet']>;
export type OutletFields = Omit<OutletInput, 'id' | 'organisationId' | 'version' | 'own'>;
type Saved = { id: number; organisationId: number };

/**
 * Adds an outlet, or changes one of the scope; its organisation cannot change.
 * @throws AppError `not-found`, `conflict` if the code is taken or somebody else saved it meanwhile
 */
export function saveOutlet(database: Database, scope: Scope, actor: Actor, input: OutletInput): Promise<Saved> {
  return withConflicts(() => inTransaction(database, (db) => saveOutletIn(db, scope, actor, input)));
}

/** The same within a transaction. @param own the custom fields to write, see `writeOwnValues` */
export async function saveOutletIn(
  db: Queryable,
  scope: Scope,
  actor: Actor,
  input: OutletInput,
  own: 'all' | 'given' = 'all',
): Promise<Saved> {
  await holdTerritories(db);
  const organisationId =
    input.id === undefined ? organisationOf(scope, input.organisationId) : await lockOutlet(db, scope, input.id);
  if (input.id !== undefined) await checkVersion(db, 'outlet', input.id, input.version);
  await checkTerritory(db, organisationId, input.handTerritoryId);
  const fields = { ...input, area: await areaOf(db, input) };
  const id = await audited(db, actor, saving('outlet', input.id), async () => {
    const outletId = input.id ?? (await insertOutlet(db, organisationId, fields));
    if (input.id !== undefined) await updateOutlet(db, outletId, fields);
    await writeOwnValues(db, { kind: 'outlet', id: outletId, organisationId }, input.own, own);
    return outletId;
  });
  if (input.id === undefined) await checkQuota(db, 'outlet', organisationId);
  await placeOutlets(db, organisationId, [id]);
  return { id, organisationId };
}

/** The chosen territory must belong to the outlet's own organisation. */
async function checkTerritory(db: Queryable, organisationId: number, id: number | null): Promise<void> {
  if (id === null) return;
  const { rowCount } = await db.query(
    'SELECT FROM territories WHERE id = $1 AND organisation_id = $2 AND deleted_at IS NULL',
    [id, organisationId],
  );
  if (!rowCount) throw fieldError('invalid', { handTerritoryId: 'no-territory' });
}

/**
 * The resulting arrival area: unchanged if none is given, and none without coordinates.
 * @throws AppError `invalid` for an area without coordinates, or too far from them
 */
async function areaOf(db: Queryable, { id, place, area }: OutletInput): Promise<Coordinates[] | null> {
  if (place === null && area) throw fieldError('invalid', { area: 'outlet-area-place' });
  if (place === null) return null;
  const { rows } = await db.query<{ area: Coordinates[] | null }>('SELECT area FROM outlets WHERE id = $1', [
    id ?? null,
  ]);
  const ring = area === undefined ? (rows[0]?.area ?? null) : area;
  const isFar = ring?.some((corner) => between(place, corner) > ARRIVAL_M.max);
  if (isFar) throw fieldError('invalid', { area: fault('outlet-area-far', { most: ARRIVAL_M.max }) });
  return ring;
}

const COLUMNS = [
  'code',
  'name',
  'address',
  'lat',
  'lon',
  'radius_m',
  'area',
  'contact_name',
  'phone',
  'hours',
  'service_min',
  'class',
  'visits_per_week',
  'state',
  'hand_territory_id',
  'note',
] as const;

/** Adds an outlet in the caller's transaction. @returns its id */
export async function insertOutlet(db: Queryable, organisationId: number, fields: OutletFields): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO outlets (organisation_id, ${COLUMNS.join(', ')})
     VALUES ($1, ${COLUMNS.map((_column, index) => `$${index + 2}`).join(', ')}) RETURNING id`,
    [organisationId, ...fieldValues(fields)],
  );
  return onlyRow(made).id;
}

async function updateOutlet(db: Queryable, id: number, fields: OutletFields): Promise<void> {
  const sets = COLUMNS.map((column, index) => `${column} = $${index + 2}`).join(', ');
  await db.query(`UPDATE outlets SET ${sets}, version = version + 1, updated_at = now() WHERE id = $1`, [
    id,
    ...fieldValues(fields),
  ]);
}

/** Hides an outlet, or restores a hidden one. @throws AppError as `saveOutlet` */
export function setOutletDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await lockOutlet(db, scope, id, !deleted);
      await setDeleted(db, actor, 'outlet', id, deleted);
    }),
  );
}

const fieldValues = (fields: OutletFields): unknown[] => [
  fields.code,
  fields.name,
  fields.address,
  fields.place?.lat ?? null,
  fields.place?.lon ?? null,
  fields.radiusM,
  fields.area && JSON.stringify(fields.area),
  fields.contactName,
  fields.phone,
  fields.hours && writeOpeningHours(fields.hours),
  fields.serviceMin,
  fields.class,
  fields.visitsPerWeek,
  fields.state,
  fields.handTerritoryId,
  fields.note,
];

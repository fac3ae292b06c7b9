import { fault } from '@milepost/contract/fault';
import type { PlaceCategory } from '@milepost/contract/place-kinds';
import type { PlaceOfInterest } from '@milepost/contract/place-operations';
import { MAX_PLACES } from '@milepost/contract/place-kinds';
import { AppError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { firstRows, type Page } from '../page.ts';
import { checkVersion } from '../versions.ts';
import { andSeenPlace } from '../common-records.ts';

const COLUMNS = `id, organisation_id AS "organisationId", name, category, colour, note, lat, lon, version`;

interface PlaceFields {
  name: string;
  category: PlaceCategory;
  colour: string;
  note: string | null;
  lat: number;
  lon: number;
}

/** The places of the scope, by name. */
export function listPlaces(db: Queryable, scope: Scope): Promise<Page<PlaceOfInterest>> {
  return firstRows<PlaceOfInterest>(
    db,
    `SELECT ${COLUMNS} FROM places WHERE organisation_id = ANY($1) AND deleted_at IS NULL${andSeenPlace(scope, 'places')}
     ORDER BY lower(name), id`,
    [scope.organisationIds],
  );
}

/**
 * Adds a place, or changes one of the scope.
 * @throws AppError `not-found` outside the scope, `invalid` for an organisation outside it, `conflict` if the limit is
 * reached, or somebody else saved it meanwhile
 */
export function savePlace(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: PlaceFields & { id?: number | undefined; organisationId?: number | undefined; version?: number | undefined },
): Promise<PlaceOfInterest> {
  return inTransaction(database, async (db) => {
    if (input.id !== undefined) {
      await requirePlaces(db, scope, [input.id], false);
      await checkVersion(db, 'place', input.id, input.version);
    }
    const id = await audited(db, actor, saving('place', input.id), async () =>
      input.id === undefined
        ? addPlace(db, organisationOf(scope, input.organisationId), input)
        : changePlace(db, input.id, input),
    );
    return onlyRow(await db.query<PlaceOfInterest>(`SELECT ${COLUMNS} FROM places WHERE id = $1`, [id]));
  });
}

/** Adds many places in one transaction. @throws AppError as `savePlace` */
export function importPlaces(
  database: Database,
  scope: Scope,
  actor: Actor,
  organisationId: number | undefined,
  rows: readonly PlaceFields[],
): Promise<number> {
  const owner = organisationOf(scope, organisationId);
  return inTransaction(database, async (db) => {
    for (const row of rows) {
      await audited(db, actor, { subject: 'place', id: null, action: 'create' }, () => addPlace(db, owner, row));
    }
    return rows.length;
  });
}

/** Hides places, or restores hidden ones. @throws AppError `not-found` if one is not in the scope */
export function setPlacesDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  ids: readonly number[],
  deleted: boolean,
): Promise<void> {
  return inTransaction(database, async (db) => {
    await requirePlaces(db, scope, ids, !deleted);
    for (const id of new Set(ids)) {
      await setDeleted(db, actor, 'place', id, deleted);
    }
  });
}

/** The places to choose from, by name. */
export function listPlaceNames(db: Queryable, scope: Scope): Promise<Page<{ id: number; name: string }>> {
  return firstRows(
    db,
    `SELECT id, name FROM places WHERE organisation_id = ANY($1) AND deleted_at IS NULL${andSeenPlace(scope, 'places')}
     ORDER BY lower(name), id`,
    [scope.organisationIds],
  );
}

/** True when a place belongs to the organisation and is visible in the scope. */
export async function isPlaceOf(db: Queryable, scope: Scope, organisationId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM places WHERE organisation_id = $1 AND id = $2 AND deleted_at IS NULL${andSeenPlace(scope, 'places')}`,
    [organisationId, id],
  );
  return rowCount === 1;
}

async function addPlace(db: Queryable, organisationId: number, place: PlaceFields): Promise<number> {
  // Serialised, so that two transactions cannot exceed the limit together.
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('places'), $1)`, [organisationId]);
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO places (organisation_id, name, category, colour, note, lat, lon)
     SELECT $1, $2, $3, $4, $5, $6, $7
     WHERE (SELECT count(*) FROM places WHERE organisation_id = $1 AND deleted_at IS NULL) < $8 RETURNING id`,
    [organisationId, place.name, place.category, place.colour, place.note, place.lat, place.lon, MAX_PLACES],
  );
  if (!rows[0]) throw new AppError('conflict', fault('most-places', { most: MAX_PLACES }));
  return rows[0].id;
}

async function changePlace(db: Queryable, id: number, place: PlaceFields): Promise<number> {
  await db.query(
    `UPDATE places SET name = $2, category = $3, colour = $4, note = $5, lat = $6, lon = $7, updated_at = now(),
       version = version + 1
     WHERE id = $1`,
    [id, place.name, place.category, place.colour, place.note, place.lat, place.lon],
  );
  return id;
}

/** Locks the rows until the transaction ends. */
async function requirePlaces(db: Queryable, scope: Scope, ids: readonly number[], deleted: boolean): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM places WHERE id = ANY($1) AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3${andSeenPlace(scope, 'places')} FOR UPDATE`,
    [ids, scope.organisationIds, deleted],
  );
  if (rowCount !== new Set(ids).size) throw new AppError('not-found', 'no-place');
}

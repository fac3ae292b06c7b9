import { metresBetween } from '@milepost/contract/fence-geometry';
import { NEAR_OUTLET_M } from '@milepost/contract/outlet-kinds';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { holdTerritories, placeOutlets } from '../territories/place-outlets.ts';

interface Unlocated {
  id: number;
  organisationId: number;
  address: string;
}

interface Point {
  lat: number;
  lon: number;
}

/** The author in the audit log: the server, by geocoding. */
const ACTOR: Actor = { userId: null, username: 'GEOCODER', address: null };

/**
 * The next outlets with an address but without coordinates, as after an import, for which geocoding has not failed yet.
 */
export async function listUnlocated(db: Queryable, after: number, most: number): Promise<Unlocated[]> {
  const { rows } = await db.query<Unlocated>(
    `SELECT id, organisation_id AS "organisationId", address FROM outlets
     WHERE lat IS NULL AND address IS NOT NULL AND deleted_at IS NULL AND unknown_address IS DISTINCT FROM address
       AND id > $1
     ORDER BY id LIMIT $2`,
    [after, most],
  );
  return rows;
}

/**
 * Sets an outlet's coordinates to those of its address, unless somebody changed it meanwhile. Coordinates shared with
 * another outlet are those of a whole street or town, and would misdirect deliveries.
 * @param place null: the geocoder found none
 * @returns true if it has coordinates now
 */
export function locateOutlet(
  database: Database,
  { id, organisationId, address }: Unlocated,
  place: Point | null,
): Promise<boolean> {
  return inTransaction(database, async (db) => {
    await holdTerritories(db);
    const { rowCount } = await db.query(
      'SELECT FROM outlets WHERE id = $1 AND address = $2 AND lat IS NULL AND deleted_at IS NULL FOR UPDATE',
      [id, address],
    );
    if (!rowCount) return false;
    if (place === null || (await isTaken(db, organisationId, place))) {
      await db.query('UPDATE outlets SET unknown_address = address WHERE id = $1', [id]);
      return false;
    }
    await audited(db, ACTOR, { subject: 'outlet', id, action: 'change' }, async () => {
      await db.query('UPDATE outlets SET lat = $2, lon = $3, version = version + 1, updated_at = now() WHERE id = $1', [
        id,
        place.lat,
        place.lon,
      ]);
      return id;
    });
    await placeOutlets(db, organisationId, [id]);
    return true;
  });
}

/** The most degrees of longitude that a few metres can be, up to the latitude of the northernmost towns. */
const NEAR_DEG = 0.005;

async function isTaken(db: Queryable, organisationId: number, place: Point): Promise<boolean> {
  const { rows } = await db.query<Point>(
    `SELECT lat, lon FROM outlets
     WHERE organisation_id = $1 AND deleted_at IS NULL
       AND lat BETWEEN $2::float8 - ${NEAR_DEG} AND $2::float8 + ${NEAR_DEG}
       AND lon BETWEEN $3::float8 - ${NEAR_DEG} AND $3::float8 + ${NEAR_DEG}`,
    [organisationId, place.lat, place.lon],
  );
  return rows.some((one) => metresBetween(one, place) < NEAR_OUTLET_M);
}

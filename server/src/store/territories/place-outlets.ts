import type { Coordinates } from '@milepost/contract/common';
import { boxOf, contains, type Box, type Shape } from '@milepost/tracking/fence';
import type { Queryable } from '../database.ts';

const FULL_CIRCLE_DEG = 360;

/**
 * Prevents changes of territories until the transaction ends. Must be called before an outlet is locked, since a change
 * of a territory writes to outlets.
 */
export async function holdTerritories(db: Queryable): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock_shared(hashtext('territories'))`);
}

/** Waits for transactions that assign outlets, and blocks new ones until this transaction ends. */
export async function changeTerritories(db: Queryable): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('territories'))`);
}

interface Area {
  territoryId: number;
  shape: Shape;
  box: Box;
}

/**
 * Determines the area of each outlet of an organisation, or of these: including hidden ones, so that they are correct
 * when restored. Territories must be held.
 */
export async function placeOutlets(db: Queryable, organisationId: number, ids?: readonly number[]): Promise<void> {
  const { rows: territories } = await db.query<{ id: number; areas: Coordinates[][] }>(
    `SELECT id, areas FROM territories WHERE organisation_id = $1 AND deleted_at IS NULL ORDER BY id`,
    [organisationId],
  );
  const areas = territories.flatMap(({ id, areas: rings }) =>
    rings.flatMap((ring): Area[] => {
      const shape: Shape = { kind: 'polygon', rings: [ring] };
      const box = boxOf(shape);
      return box ? [{ territoryId: id, shape, box }] : [];
    }),
  );
  const { rows: outlets } = await db.query<{ id: number; lat: number | null; lon: number | null; was: number | null }>(
    `SELECT id, lat, lon, area_territory_id AS was FROM outlets
     WHERE organisation_id = $1 AND ($2::int[] IS NULL OR id = ANY($2))`,
    [organisationId, ids ?? null],
  );
  const moved = outlets.flatMap(({ id, lat, lon, was }) => {
    const now = lat === null || lon === null ? null : territoryAt(areas, { lat, lon });
    return now === was ? [] : [{ id, now }];
  });
  if (moved.length === 0) return;
  await db.query(
    `UPDATE outlets u SET area_territory_id = m.now FROM unnest($1::int[], $2::int[]) AS m(id, now) WHERE u.id = m.id`,
    [moved.map(({ id }) => id), moved.map(({ now }) => now)],
  );
}

function territoryAt(areas: readonly Area[], place: Coordinates): number | null {
  const found = areas.find(({ shape, box }) => isInBox(box, place) && contains(shape, place));
  return found?.territoryId ?? null;
}

const isInBox = ({ south, north, west, east }: Box, { lat, lon }: Coordinates): boolean =>
  lat >= south &&
  lat <= north &&
  ((lon >= west && lon <= east) ||
    (lon + FULL_CIRCLE_DEG >= west && lon + FULL_CIRCLE_DEG <= east) ||
    (lon - FULL_CIRCLE_DEG >= west && lon - FULL_CIRCLE_DEG <= east));

import {
  type ComparisonBudget,
  newComparisonBudget,
  overlapOf,
  OutlineTooDetailed,
} from '@milepost/contract/areas-overlap';
import type { Coordinates } from '@milepost/contract/common';
import { fault } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { boxOf, type Box } from '@milepost/tracking/fence';
import { fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { changeTerritories, placeOutlets } from './place-outlets.ts';
import { lockTerritory } from './territories.ts';

type TerritoryInput = ParsedInput<Operations['save-territory']>;
export type TerritoryFields = Omit<TerritoryInput, 'id' | 'organisationId' | 'version'>;

/**
 * Adds a territory, or changes one of the scope, and reassigns outlets accordingly.
 * @throws AppError `not-found`, `conflict` if the name is taken or somebody else saved it meanwhile, `invalid` if an
 * area overlaps that of a neighbour, or another of its own
 * @returns its id
 */
export function saveTerritory(database: Database, scope: Scope, actor: Actor, input: TerritoryInput): Promise<number> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await changeTerritories(db);
      const { id } = input;
      const organisationId =
        id === undefined ? organisationOf(scope, input.organisationId) : await lockTerritory(db, scope, id);
      if (id !== undefined) await checkVersion(db, 'territory', id, input.version);
      await checkPeople(db, organisationId, input);
      checkParts(input.areas);
      await checkAreas(db, organisationId, id ?? null, input.areas);
      const saved = await audited(db, actor, saving('territory', id), async () => {
        if (id === undefined) return insertTerritory(db, organisationId, input);
        await db.query(
          `UPDATE territories SET name = $2, colour = $3, manager_id = $4, next_manager_id = $5, next_from = $6,
             valid_from = $7, areas = $8, version = version + 1, updated_at = now() WHERE id = $1`,
          [id, ...fieldValues(input)],
        );
        return id;
      });
      if (id === undefined) await checkQuota(db, 'territory', organisationId);
      await placeOutlets(db, organisationId);
      return saved;
    }),
  );
}

/** Adds a territory in the caller's transaction. @returns its id */
export async function insertTerritory(db: Queryable, organisationId: number, fields: TerritoryFields): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO territories (organisation_id, name, colour, manager_id, next_manager_id, next_from, valid_from, areas)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [organisationId, ...fieldValues(fields)],
  );
  return onlyRow(made).id;
}

const fieldValues = (fields: TerritoryFields): unknown[] => [
  fields.name,
  fields.colour,
  fields.managerId,
  fields.nextManagerId,
  fields.nextFrom,
  fields.validFrom,
  JSON.stringify(fields.areas),
];

/** Hides a territory, or restores a hidden one. @throws AppError as `saveTerritory` */
export function setTerritoryDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await changeTerritories(db);
      const organisationId = await lockTerritory(db, scope, id, !deleted);
      if (!deleted) {
        const { rows } = await db.query<{ areas: Coordinates[][] }>('SELECT areas FROM territories WHERE id = $1', [
          id,
        ]);
        await checkAreas(db, organisationId, id, rows[0]?.areas ?? []);
      }
      await setDeleted(db, actor, 'territory', id, deleted);
      if (!deleted) await checkQuota(db, 'territory', organisationId);
      await placeOutlets(db, organisationId);
    }),
  );
}

/** Managers must belong to the territory's own organisation. */
async function checkPeople(
  db: Queryable,
  organisationId: number,
  { managerId, nextManagerId }: TerritoryInput,
): Promise<void> {
  const { rows } = await db.query<{ id: number }>('SELECT id FROM users WHERE id = ANY($1) AND organisation_id = $2', [
    [managerId, nextManagerId].filter((id) => id !== null),
    organisationId,
  ]);
  const known = (id: number | null) => id === null || rows.some((row) => row.id === id);
  if (!known(managerId)) throw fieldError('invalid', { managerId: 'no-user' });
  if (!known(nextManagerId)) throw fieldError('invalid', { nextManagerId: 'no-user' });
}

interface Outline {
  ring: Coordinates[];
  box: Box;
}

/**
 * @throws AppError `invalid`, with the location, if two areas of one territory overlap: outlets there would be in it
 * twice
 */
function checkParts(areas: Coordinates[][]): void {
  const own = outlinesOf(areas);
  const looks = newComparisonBudget();
  for (const [index, one] of own.entries()) {
    const at = firstOverlap([one], own.slice(index + 1), looks);
    if (at) throw fieldError('invalid', { areas: fault('territory-parts-overlap', { at }) });
  }
}

/** @throws AppError `invalid`, with the neighbour and the location of an overlap */
async function checkAreas(
  db: Queryable,
  organisationId: number,
  id: number | null,
  areas: Coordinates[][],
): Promise<void> {
  const { rows } = await db.query<{ name: string; areas: Coordinates[][] }>(
    `SELECT name, areas FROM territories
     WHERE organisation_id = $1 AND deleted_at IS NULL AND id IS DISTINCT FROM $2::int ORDER BY lower(name), id`,
    [organisationId, id],
  );
  const own = outlinesOf(areas);
  const looks = newComparisonBudget();
  for (const neighbour of rows) {
    const at = firstOverlap(own, outlinesOf(neighbour.areas), looks);
    if (at) throw fieldError('invalid', { areas: fault('territory-overlaps', { name: neighbour.name, at }) });
  }
}

/** @throws AppError `invalid` if the comparison would take too long */
function firstOverlap(
  some: readonly Outline[],
  others: readonly Outline[],
  looks: ComparisonBudget,
): Coordinates | null {
  try {
    for (const one of some) {
      for (const other of others) {
        const at = meets(one.box, other.box) ? overlapOf(one.ring, other.ring, looks) : null;
        if (at) return at;
      }
    }
    return null;
  } catch (error) {
    if (error instanceof OutlineTooDetailed) throw fieldError('invalid', { areas: 'territory-detailed' });
    throw error;
  }
}

const outlinesOf = (areas: readonly Coordinates[][]): Outline[] =>
  areas.flatMap((ring) => {
    const box = boxOf({ kind: 'polygon', rings: [ring] });
    return box ? [{ ring, box }] : [];
  });

/** True when two boxes intersect, even if one is shifted by a full circle. */
const meets = (a: Box, b: Box): boolean =>
  a.south <= b.north &&
  b.south <= a.north &&
  [-360, 0, 360].some((offsetDeg) => a.west <= b.east + offsetDeg && b.west + offsetDeg <= a.east);

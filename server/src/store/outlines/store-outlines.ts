import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import { inSlices, type Slices } from '../../loop/slices.ts';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import { mapAreas, mapShape, pointsOfAreas, pointsOfShape } from './map-outline.ts';

/** The stored bytes of shapes that are read together; the first one is read whatever its size. */
const BYTES_AT_ONCE = 65_536;
const MAX_AT_ONCE = 500;

interface Outline {
  outline: string;
  points: number;
}

/** Records with an outline. `outlined` is the table of their outlines, `key` its column that refers to the record. */
interface Outlined<Row> {
  work: string;
  records: string;
  outlined: string;
  key: string;
  shape: string;
  /** SQL of the columns that `thin` needs in addition to the id. */
  columns: string;
  thin: (row: Row) => Outline;
}

interface FenceShapeRow {
  shape: FenceShape;
  south: number;
  north: number;
}

/** The outline of a geofence. */
export function outlineOfFence({ shape, ...box }: FenceShapeRow): Outline {
  const drawn = mapShape(shape, box);
  return { outline: JSON.stringify(drawn), points: pointsOfShape(drawn) };
}

/** The outlines of a territory. */
export function outlineOfAreas({ areas }: { areas: Place[][] }): Outline {
  const drawn = mapAreas(areas);
  return { outline: JSON.stringify(drawn), points: pointsOfAreas(drawn) };
}

const FENCES: Outlined<FenceShapeRow> = {
  work: 'fence-outlines',
  records: 'geofences',
  outlined: 'geofence_outlines',
  key: 'geofence_id',
  shape: 'shape',
  columns: 'r.shape, r.south, r.north',
  thin: outlineOfFence,
};
const TERRITORIES: Outlined<{ areas: Place[][] }> = {
  work: 'territory-outlines',
  records: 'territories',
  outlined: 'territory_outlines',
  key: 'territory_id',
  shape: 'areas',
  columns: 'r.areas',
  thin: outlineOfAreas,
};

/** Requests of an organisation during the computation of its outlines wait for it instead of repeating it. */
const underWay = new Map<string, Promise<void>>();

/** Computes and stores the missing outlines of geofences in the scope. */
export const storeFenceOutlines = (db: Queryable, scope: Scope): Promise<void> => storeOnce(db, scope, FENCES);

/** The same for territories. */
export const storeTerritoryOutlines = (db: Queryable, scope: Scope): Promise<void> => storeOnce(db, scope, TERRITORIES);

async function storeOnce<Row>(db: Queryable, scope: Scope, kind: Outlined<Row>): Promise<void> {
  const key = `${kind.records} ${scope.organisationId}`;
  const before = underWay.get(key);
  if (before) {
    // The earlier computation may have been interrupted: then the rest is computed now.
    await before.catch(() => {});
    return storeOnce(db, scope, kind);
  }
  const made = storeOutlines(db, scope, kind).finally(() => underWay.delete(key));
  underWay.set(key, made);
  return made;
}

async function storeOutlines<Row>(db: Queryable, { organisationId, organisationIds }: Scope, kind: Outlined<Row>) {
  const { records, outlined, key, shape, columns } = kind;
  // Each record is visited once, even if it changes continuously, so that the loop ends.
  for (let after = 0; ;) {
    const { rows } = await db.query<Row & { id: number; version: number }>(
      `SELECT r.id, o.version, ${columns} FROM ${records} r JOIN ${outlined} o ON o.${key} = r.id
       WHERE r.id IN (SELECT id FROM (
           SELECT r.id, sum(pg_column_size(r.${shape})) OVER (ORDER BY r.id) - pg_column_size(r.${shape}) AS before
           FROM (SELECT r.id, r.${shape} FROM ${records} r JOIN ${outlined} o ON o.${key} = r.id
                 WHERE o.outline IS NULL AND r.organisation_id = ANY($1) AND r.deleted_at IS NULL AND r.id > $2
                 ORDER BY r.id LIMIT ${MAX_AT_ONCE}) r) sized
         WHERE before < ${BYTES_AT_ONCE})
       ORDER BY r.id`,
      [organisationIds, after],
    );
    if (rows.length === 0) return;
    after = rows.at(-1)?.id ?? after;
    const slices = inSlices(kind.work, organisationId);
    const made = await thinAll(rows, kind, slices);
    // Without a pause, the event loop would be blocked for as long as there are shapes.
    await slices.rest();
    await store(db, kind, made);
  }
}

interface Made extends Outline {
  id: number;
  version: number;
}

async function thinAll<Row>(
  rows: readonly (Row & { id: number; version: number })[],
  { thin }: Outlined<Row>,
  slices: Slices,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const row of rows) {
    made.push({ id: row.id, version: row.version, ...thin(row) });
    if (slices.isOver()) await slices.next();
  }
  return made;
}

/** Only stored if the shape has not changed since it was read. */
async function store<Row>(db: Queryable, { outlined, key }: Outlined<Row>, made: readonly Made[]): Promise<void> {
  await db.query(
    `UPDATE ${outlined} o SET outline = m.outline, points = m.points
     FROM unnest($1::int[], $2::int[], $3::text[], $4::int[]) AS m (id, version, outline, points)
     WHERE o.${key} = m.id AND o.version = m.version`,
    [
      made.map(({ id }) => id),
      made.map(({ version }) => version),
      made.map(({ outline }) => outline),
      made.map(({ points }) => points),
    ],
  );
}

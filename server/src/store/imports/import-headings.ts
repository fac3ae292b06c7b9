import type { ImportKind } from '@milepost/contract/import-kinds';
import type { Queryable } from '../database.ts';

interface Remembered {
  /** Null: the column is left out. */
  field: string | null;
  /** The meaning of words in its cells. */
  words: Record<string, string>;
}

/** The chosen field of headings, by the heading in plain letters; null: the column is left out. */
export type HeadingMemory = ReadonlyMap<string, string | null>;
/** The same for some headings, with the meaning of words in their cells. */
export type WordMemory = ReadonlyMap<string, Remembered>;

/** The headings of one kind that are stored for an organisation. */
const MAX_STORED = 1000;
/** Longer headings are not stored. */
const MAX_LETTERS = 200;

export async function readHeadings(db: Queryable, organisationId: number, kind: ImportKind): Promise<HeadingMemory> {
  const { rows } = await db.query<{ heading: string; field: string | null }>(
    'SELECT heading, field FROM import_headings WHERE organisation_id = $1 AND kind = $2',
    [organisationId, kind],
  );
  return new Map(rows.map(({ heading, field }) => [heading, field]));
}

/** Limited to the headings of a file, since all together can be megabytes. */
export async function readWords(
  db: Queryable,
  organisationId: number,
  kind: ImportKind,
  headings: readonly string[],
): Promise<WordMemory> {
  const { rows } = await db.query<Remembered & { heading: string }>(
    'SELECT heading, field, words FROM import_headings WHERE organisation_id = $1 AND kind = $2 AND heading = ANY($3)',
    [organisationId, kind, headings],
  );
  return new Map(rows.map(({ heading, field, words }) => [heading, { field, words }]));
}

export async function writeHeadings(
  db: Queryable,
  organisationId: number,
  kind: ImportKind,
  entries: readonly (Remembered & { heading: string })[],
): Promise<void> {
  // For duplicate headings, the column with a field.
  const once = new Map(
    entries.toSorted((a, b) => Number(a.field !== null) - Number(b.field !== null)).map((one) => [one.heading, one]),
  );
  const stored = [...once.values()].filter(({ heading }) => heading.length <= MAX_LETTERS);
  await db.query(
    `INSERT INTO import_headings (organisation_id, kind, heading, field, words)
     SELECT $1, $2, r.heading, r.field, r.words FROM jsonb_to_recordset($3) AS r(heading text, field text, words jsonb)
     ON CONFLICT (organisation_id, kind, heading)
       DO UPDATE SET field = excluded.field, words = excluded.words, used_at = now()`,
    [organisationId, kind, JSON.stringify(stored)],
  );
  await db.query(
    `DELETE FROM import_headings WHERE organisation_id = $1 AND kind = $2 AND heading IN (
       SELECT heading FROM import_headings WHERE organisation_id = $1 AND kind = $2
       ORDER BY used_at DESC, heading OFFSET $3)`,
    [organisationId, kind, MAX_STORED],
  );
}

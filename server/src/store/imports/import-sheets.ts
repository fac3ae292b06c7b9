import type { ReadTable } from '../../imports/read-table.ts';
import { AppError } from '../../errors.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkHeldLines } from './imports.ts';

/** Stores the tables of a workbook; a single table needs no choice. */
export async function storeSheets(db: Queryable, importId: number, tables: readonly ReadTable[]): Promise<void> {
  if (tables.length < 2) return;
  for (const [sheet, { name, headings, columns, top, head, lines, parts }] of tables.entries()) {
    await db.query(
      `INSERT INTO import_sheets (import_id, sheet, name, headings, columns, lines, parts, top, head)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        importId,
        sheet,
        name,
        JSON.stringify(headings),
        JSON.stringify(columns),
        lines,
        parts,
        JSON.stringify(top),
        head,
      ],
    );
  }
}

/** The tables to choose from, in the order of the workbook; empty if there is only one. */
export async function listSheets(db: Queryable, importId: number): Promise<{ name: string; lines: number }[]> {
  const { rows } = await db.query<{ name: string; lines: number }>(
    'SELECT name, lines FROM import_sheets WHERE import_id = $1 ORDER BY sheet',
    [importId],
  );
  return rows;
}

/**
 * Uses the lines of another table of the workbook, and discards the check of the former.
 * @throws AppError `conflict` after the import was run, `not-found` if there is no such table
 */
export function chooseSheet(database: Database, id: number, sheet: number): Promise<void> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ state: string; organisationId: number }>(
      'SELECT state, organisation_id AS "organisationId" FROM imports WHERE id = $1 FOR UPDATE',
      [id],
    );
    if (rows[0]?.state !== 'draft') throw new AppError('conflict', 'import-under-way');
    const { rowCount } = await db.query(
      `UPDATE imports m SET sheet = s.sheet, headings = s.headings, columns = s.columns, lines = s.lines, top = s.top,
         head = s.head, checked = false,
         wanted = '[]', warned = '[]', unknown_words = '[]', done = 0, todo = 0
       FROM import_sheets s WHERE m.id = $1 AND s.import_id = m.id AND s.sheet = $2`,
      [id, sheet],
    );
    if (!rowCount) throw new AppError('not-found', 'no-record');
    await checkHeldLines(db, rows[0].organisationId);
    await db.query('DELETE FROM import_lines WHERE import_id = $1', [id]);
    await db.query(
      `INSERT INTO import_lines (import_id, line, cells)
       SELECT $1, r.line, r.cells FROM import_sheets s, unnest(s.parts) AS p(part),
         jsonb_to_recordset(p.part::jsonb) AS r(line int, cells jsonb)
       WHERE s.import_id = $1 AND s.sheet = $2`,
      [id, sheet],
    );
  });
}

/** Deletes the other tables, which are useless once the import runs. */
export async function forgetSheets(db: Queryable, id: number): Promise<void> {
  await db.query('DELETE FROM import_sheets WHERE import_id = $1', [id]);
}

import { AppError } from '../../errors.ts';
import { fault } from '@milepost/contract/fault';
import type { Sheet } from '../../imports/spreadsheet.ts';
import { inSlices } from '../../loop/slices.ts';
import { onlyRow } from '../rows.ts';
import type { Queryable } from '../database.ts';
import type { StoredColumn } from './imports.ts';

type Rows = Sheet['rows'];

/** A parsed table for which a person can choose the headings and the code page. */
export interface DraftTable {
  headings: string[];
  top: Rows;
  head: number;
  columns: StoredColumn[];
  encoding: string | null;
}

/** @throws AppError `conflict` if the import is no longer a draft */
export async function lockTable(db: Queryable, id: number): Promise<DraftTable> {
  const { rows } = await db.query<DraftTable & { state: string }>(
    'SELECT state, headings, top, head, columns, encoding FROM imports WHERE id = $1 FOR UPDATE',
    [id],
  );
  if (rows[0]?.state !== 'draft') throw new AppError('conflict', 'import-under-way');
  return rows[0];
}

/** The next lines after the first ones. */
export async function readBelow(db: Queryable, id: number, top: Rows, most: number): Promise<Rows> {
  const { rows } = await db.query<Rows[number]>(
    'SELECT line, cells FROM import_lines WHERE import_id = $1 AND line > $2 ORDER BY line LIMIT $3',
    [id, top.at(-1)?.line ?? 0, most],
  );
  return rows;
}

/**
 * Uses other headings and the lines below them, and discards the check. @throws AppError `invalid` if no line is left
 */
export async function putTable(
  db: Queryable,
  id: number,
  { headings, top, head, columns, encoding }: DraftTable,
): Promise<void> {
  await db.query('DELETE FROM import_lines WHERE import_id = $1 AND line <= $2', [id, top.at(-1)?.line ?? 0]);
  await db.query(
    `INSERT INTO import_lines (import_id, line, cells)
     SELECT $1, r.line, r.cells FROM jsonb_to_recordset($2) AS r(line int, cells jsonb)`,
    [id, JSON.stringify(top.filter(({ line }) => line > head))],
  );
  const { lines } = onlyRow(
    await db.query<{ lines: number }>(
      `UPDATE imports SET headings = $2, top = $3, head = $4, columns = $5, encoding = $6, checked = false,
         wanted = '[]', warned = '[]', unknown_words = '[]', done = 0, todo = 0,
         lines = (SELECT count(*) FROM import_lines WHERE import_id = $1)
       WHERE id = $1 RETURNING lines`,
      [id, JSON.stringify(headings), JSON.stringify(top), head, JSON.stringify(columns), encoding],
    ),
  );
  if (lines === 0) throw new AppError('invalid', fault('sheet-no-lines'));
}

const AT_ONCE = 500;
/** The stored bytes of lines that are read together; the first line is read whatever its size. */
const BYTES_AT_ONCE = 65_536;

/**
 * Changes the text of all cells below the first lines, in slices of the event loop: a file can have fifty million
 * letters.
 */
export async function recodeLines(
  db: Queryable,
  { id, organisationId }: { id: number; organisationId: number },
  recode: (cell: string) => string,
): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await db.query<Rows[number]>(
      `SELECT line, cells FROM (
         SELECT line, cells, sum(pg_column_size(cells)) OVER (ORDER BY line) - pg_column_size(cells) AS before
         FROM (SELECT line, cells FROM import_lines WHERE import_id = $1 AND line > $2 ORDER BY line LIMIT $3) next) sized
       WHERE before < $4 ORDER BY line`,
      [id, after, AT_ONCE, BYTES_AT_ONCE],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.line;
    const slices = inSlices('import-recoding', organisationId);
    const recoded: string[] = [];
    for (const { line, cells } of rows) {
      const parts: string[] = [];
      for (const cell of cells) {
        parts.push(JSON.stringify(recode(cell)));
        if (slices.isOver()) await slices.next();
      }
      recoded.push(`{"line":${line},"cells":[${parts.join(',')}]}`);
    }
    await slices.rest();
    await db.query(
      `UPDATE import_lines l SET cells = r.cells FROM jsonb_to_recordset($2) AS r(line int, cells jsonb)
       WHERE l.import_id = $1 AND l.line = r.line`,
      [id, `[${recoded.join(',')}]`],
    );
  }
}

export async function markEncodingSure(db: Queryable, id: number): Promise<void> {
  await db.query('UPDATE imports SET encoding_sure = true WHERE id = $1', [id]);
}

/** Cells with letters that another code page would decode differently. */
export async function readLettered(db: Queryable, id: number, most: number): Promise<string[]> {
  const { rows } = await db.query<{ cell: string }>(
    `SELECT cell FROM import_lines l, jsonb_array_elements_text(l.cells) AS c(cell)
     WHERE l.import_id = $1 AND cell ~ '[^\\x01-\\x7f]' LIMIT $2`,
    [id, most],
  );
  return rows.map(({ cell }) => cell);
}

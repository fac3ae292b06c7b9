import type { ImportKind } from '@milepost/contract/import-kinds';
import type { ImportColumn, LineState } from '@milepost/contract/import-operations';
import { AppError } from '../../errors.ts';
import type { LineFault, Values } from '../../imports/import-descriptor.ts';
import type { FileEncoding } from '../../imports/spreadsheet.ts';
import type { ReadTable } from '../../imports/read-table.ts';
import type { Actor } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { checkHeldLines, type StoredImport } from './imports.ts';
import { forgetSheets, storeSheets } from './import-sheets.ts';

export interface NewImport {
  organisationId: number;
  userId: number;
  username: string;
  kind: ImportKind;
  fileName: string;
  encoding?: FileEncoding;
  tables: readonly ReadTable[];
  /** The most likely one. */
  best: number;
}

/** The drafts of one person; older ones are deleted. */
const MAX_DRAFTS = 5;

/** Stores the lines of a file before anything is imported. */
export function insertImport(database: Database, draft: NewImport): Promise<number> {
  const { organisationId, userId, username, kind, fileName, encoding, tables, best } = draft;
  const { headings = [], columns = [], top = [], head = 0, lines = 0, parts = [] } = tables[best] ?? {};
  return inTransaction(database, async (db) => {
    await db.query(
      `DELETE FROM imports WHERE id IN (SELECT id FROM imports WHERE user_id = $1 AND state = 'draft'
         ORDER BY created_at DESC, id DESC OFFSET $2)`,
      [userId, MAX_DRAFTS - 1],
    );
    const made = await db.query<{ id: number }>(
      `INSERT INTO imports (organisation_id, user_id, username, kind, file_name, headings, columns, lines, sheet,
         top, head, encoding, encoding_sure)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id`,
      [
        organisationId,
        userId,
        username,
        kind,
        fileName,
        JSON.stringify(headings),
        JSON.stringify(columns),
        lines,
        best,
        JSON.stringify(top),
        head,
        encoding?.encoding ?? null,
        encoding?.sure ?? true,
      ],
    );
    const { id } = onlyRow(made);
    await storeSheets(db, id, tables);
    await checkHeldLines(db, organisationId);
    for (const part of parts) {
      await db.query(
        `INSERT INTO import_lines (import_id, line, cells)
         SELECT $1, r.line, r.cells FROM jsonb_to_recordset($2) AS r(line int, cells jsonb)`,
        [id, part],
      );
    }
    return id;
  });
}

/** A check whose process crashed can be restarted after this time. */
const CHECK_WITHIN = '2 minutes';

/**
 * Begins the check of an import, with the fields of its columns.
 * @throws AppError `conflict` during another check, and after it was run
 */
export async function beginCheck(
  db: Queryable,
  id: number,
  {
    columns,
    mode,
    creates,
    leaveOut,
  }: { columns: readonly ImportColumn[]; mode: string; creates: readonly string[]; leaveOut: boolean },
): Promise<void> {
  const { rowCount } = await db.query(
    `UPDATE imports SET state = 'checking', columns = $2, mode = $3, creates = $4, leave_out = $5, checked = false, done = 0, todo = lines,
       begun_at = now()
     WHERE id = $1 AND (state = 'draft' OR (state = 'checking' AND begun_at < now() - interval '${CHECK_WITHIN}'))`,
    [id, JSON.stringify(columns), mode, creates, leaveOut],
  );
  if (!rowCount) throw new AppError('conflict', 'import-under-way');
}

/** @param found missing records that lines refer to, and warnings; null if the check was interrupted */
export async function endCheck(
  db: Queryable,
  id: number,
  found: Pick<StoredImport, 'wanted' | 'warned' | 'unknownWords'> | null,
): Promise<void> {
  await db.query(
    `UPDATE imports SET state = 'draft', checked = $2, wanted = coalesce($3, wanted), warned = coalesce($4, warned),
       unknown_words = coalesce($5, unknown_words)
     WHERE id = $1 AND state = 'checking'`,
    [
      id,
      found !== null,
      found && JSON.stringify(found.wanted),
      found && JSON.stringify(found.warned),
      found && JSON.stringify(found.unknownWords),
    ],
  );
}

/** The result of a line; omitted values stay as stored. */
export interface LineResult {
  line: number;
  state: LineState;
  faults?: readonly LineFault[];
  name?: string | null;
  recordId?: number | null;
  before?: Values | null;
  after?: Values;
}

/** Writes the results of lines, and counts them as done. */
export async function writeLines(db: Queryable, importId: number, lines: readonly LineResult[]): Promise<void> {
  await db.query(
    `UPDATE import_lines l SET state = r.state, faults = coalesce(r.faults, l.faults), name = coalesce(r.name, l.name),
       record_id = coalesce(r."recordId", l.record_id), before = coalesce(r.before, l.before),
       after = coalesce(r.after, l.after)
     FROM jsonb_to_recordset($2)
       AS r(line int, state text, faults jsonb, name text, "recordId" int, before jsonb, after jsonb)
     WHERE l.import_id = $1 AND l.line = r.line`,
    [importId, JSON.stringify(lines)],
  );
  await db.query('UPDATE imports SET done = done + $2 WHERE id = $1', [importId, lines.length]);
}

/** Begins an import, or continues it after an interruption. @throws AppError `conflict` if that is not possible */
export async function beginRun(db: Queryable, id: number, actor: Actor): Promise<void> {
  const { rowCount } = await db.query(
    `UPDATE imports SET state = 'running', failed = false, begun_at = now(), actor_id = $2, actor_name = $3,
       done = CASE WHEN state = 'draft' THEN 0 ELSE done END,
       todo = CASE WHEN state = 'draft' THEN (SELECT count(*) FROM import_lines
                     WHERE import_id = $1 AND state IN ('create', 'update')) ELSE todo END
     WHERE id = $1 AND ((state = 'draft' AND checked) OR (state = 'running' AND failed))`,
    [id, actor.userId, actor.username],
  );
  if (!rowCount) throw new AppError('conflict', 'import-under-way');
  await forgetSheets(db, id);
}

/** Begins the undo of an import, or continues it. @throws AppError `conflict` if that is not possible */
export async function beginUndo(db: Queryable, id: number, actor: Actor): Promise<void> {
  const { rowCount } = await db.query(
    `UPDATE imports SET state = 'undoing', failed = false, begun_at = now(), actor_id = $2, actor_name = $3,
       done = CASE WHEN state = 'done' THEN 0 ELSE done END,
       todo = CASE WHEN state = 'done' THEN (SELECT count(*) FROM import_lines
                     WHERE import_id = $1 AND state IN ('created', 'updated')) ELSE todo END
     WHERE id = $1 AND (state = 'done' OR (state = 'undoing' AND failed))`,
    [id, actor.userId, actor.username],
  );
  if (!rowCount) throw new AppError('conflict', 'import-under-way');
}

export async function endImport(db: Queryable, id: number, state: 'done' | 'undone'): Promise<void> {
  await db.query('UPDATE imports SET state = $2, ended_at = now() WHERE id = $1', [id, state]);
}

export async function markFailed(db: Queryable, id: number): Promise<void> {
  await db.query(`UPDATE imports SET failed = true WHERE id = $1 AND state IN ('running', 'undoing')`, [id]);
}

export async function noteMade(db: Queryable, id: number, made: Readonly<Record<string, number[]>>): Promise<void> {
  await db.query('UPDATE imports SET made = $2 WHERE id = $1', [id, JSON.stringify(made)]);
}

/** Deletes an import that was not run. @throws AppError `conflict` after it was run */
export async function dropImport(db: Queryable, id: number): Promise<void> {
  const { rowCount } = await db.query(`DELETE FROM imports WHERE id = $1 AND state = 'draft'`, [id]);
  if (!rowCount) throw new AppError('conflict', 'import-under-way');
}

export interface StoredLine {
  line: number;
  cells: string[];
  recordId: number | null;
  before: Values | null;
  after: Values | null;
}

/** Lines after a given one, or in some states, in the order of the file or in reverse. */
export async function readLines(
  db: Queryable,
  importId: number,
  {
    after = 0,
    states = null,
    backwards = false,
    most,
  }: {
    after?: number;
    states?: readonly LineState[] | null;
    backwards?: boolean;
    most: number;
  },
): Promise<StoredLine[]> {
  const { rows } = await db.query<StoredLine>(
    `SELECT line, cells, record_id AS "recordId", before, after FROM import_lines
     WHERE import_id = $1 AND line > $2 AND ($3::text[] IS NULL OR state = ANY($3))
     ORDER BY line ${backwards ? 'DESC' : 'ASC'} LIMIT $4`,
    [importId, after, states, most],
  );
  return rows;
}

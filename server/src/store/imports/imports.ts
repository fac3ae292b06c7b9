import { fault } from '@milepost/contract/fault';
import type { ImportEncoding, ImportKind, ImportWarning } from '@milepost/contract/import-kinds';
import type {
  Import,
  ImportColumn,
  ImportLine,
  ImportState,
  LineState,
  UnknownWord,
} from '@milepost/contract/import-operations';
import { AppError } from '../../errors.ts';
import type { TwoDays } from '../../imports/days.ts';
import type { AmountMark } from '../../imports/decimal-marks.ts';
import type { LineFault } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import type { Scope } from '../scope.ts';

/**
 * The field of a column, with the number format detected from the file, and the ambiguities of its days and amounts.
 */
export type StoredColumn = ImportColumn & { twoDays?: TwoDays; mark?: '.' | ','; amounts?: AmountMark };

/** A stored import. */
export interface StoredImport {
  id: number;
  organisationId: number;
  userId: number | null;
  username: string | null;
  /** The person who started the present or last step. */
  actorId: number | null;
  actorName: string | null;
  kind: ImportKind;
  fileName: string;
  state: ImportState;
  failed: boolean;
  headings: string[];
  /** The index of its table in the workbook. */
  sheet: number;
  columns: StoredColumn[];
  /** The first lines of the table, and the line of its headings, 0 if it has none. */
  top: { line: number; cells: string[] }[];
  head: number;
  /** The code page of a text file that is not Unicode, and whether it is certain. */
  encoding: ImportEncoding | null;
  encodingSure: boolean;
  unknownWords: UnknownWord[];
  mode: 'new' | 'update';
  /** Whether lines are imported without the unreadable cells of optional columns. */
  leaveOut: boolean;
  creates: string[];
  wanted: { what: string; names: string[]; total: number }[];
  warned: { what: ImportWarning; lines: number[]; total: number }[];
  made: Record<string, number[]>;
  lines: number;
  checked: boolean;
  done: number;
  todo: number;
  createdAt: Date;
  endedAt: Date | null;
  counts: Partial<Record<LineState, number>>;
  /** Its lines were deleted. */
  linesGone: boolean;
  /** Until when it can be undone; null if it is not done. */
  undoUntil: Date | null;
}

/** The days after its end in which an import can be undone; its lines are deleted a week later. */
const UNDO_DAYS = 30;
const LINES_DAYS = UNDO_DAYS + 7;

/** The number of lines of an import `m` in each state. */
const COUNTS = `(SELECT coalesce(jsonb_object_agg(c.state, c.count), '{}') FROM (
    SELECT l.state, count(*) FROM import_lines l WHERE l.import_id = m.id AND l.state IS NOT NULL GROUP BY l.state) c)`;
const COLUMNS = `m.id, m.organisation_id AS "organisationId", m.user_id AS "userId", m.username,
  m.actor_id AS "actorId", m.actor_name AS "actorName", m.kind,
  m.file_name AS "fileName", m.state, m.failed, m.headings, m.sheet, m.columns, m.top, m.head,
  m.encoding, m.encoding_sure AS "encodingSure", m.unknown_words AS "unknownWords", m.mode, m.leave_out AS "leaveOut", m.creates, m.wanted, m.warned, m.made,
  m.lines, m.checked, m.done, m.todo, m.created_at AS "createdAt", m.ended_at AS "endedAt",
  coalesce(m.counts, ${COUNTS}) AS counts, m.counts IS NOT NULL AS "linesGone",
  CASE WHEN m.state = 'done' THEN m.ended_at + interval '${UNDO_DAYS} days' END AS "undoUntil"`;
const SORTS = { createdAt: 'm.created_at' };

export const toImport = (row: StoredImport): Import => ({
  id: row.id,
  kind: row.kind,
  fileName: row.fileName,
  state: row.state,
  failed: row.failed,
  lines: row.lines,
  counts: row.counts,
  done: row.done,
  todo: row.todo,
  by: row.username,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  undoUntil: row.undoUntil?.toISOString() ?? null,
  linesGone: row.linesGone,
});

/** The imports of a kind; one that was not run is only visible to the person who began it. */
export async function listImports(
  db: Queryable,
  scope: Scope,
  userId: number,
  request: PageRequest & { kind: ImportKind },
): Promise<Page<Import>> {
  const where = `m.organisation_id = ANY($1) AND m.kind = $2 AND (m.state NOT IN ('draft', 'checking') OR m.user_id = $3)
    AND ${everyWordIn('$4', 'm.file_name', 'm.username')}`;
  const values = [scope.organisationIds, request.kind, userId, searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<StoredImport>(
      `SELECT ${COLUMNS} FROM imports m WHERE ${where} ${pageSql(request, SORTS, 'm.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM imports m WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map(toImport), total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` outside the scope */
export async function getImport(db: Queryable, scope: Scope, id: number): Promise<StoredImport> {
  const { rows } = await db.query<StoredImport>(
    `SELECT ${COLUMNS} FROM imports m WHERE m.id = $1 AND m.organisation_id = ANY($2)`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-import');
  return rows[0];
}

/** The same for the process that works on it; null if it was deleted. */
export async function lockImport(db: Queryable, id: number): Promise<StoredImport | null> {
  const { rows } = await db.query<StoredImport>(`SELECT ${COLUMNS} FROM imports m WHERE m.id = $1 FOR UPDATE`, [id]);
  return rows[0] ?? null;
}

interface LineRow extends Omit<ImportLine, 'id' | 'faults'> {
  faults: LineFault[];
}

/** The lines of an import in the order of the file. The caller must have checked that it is visible. */
export async function listLines(
  db: Queryable,
  importId: number,
  { states, leftOut, ...request }: Omit<PageRequest, 'search'> & { states: readonly LineState[]; leftOut: boolean },
): Promise<Page<ImportLine>> {
  const where = `l.import_id = $1 AND ($2::text[] = '{}' OR l.state = ANY($2))
    AND (NOT $3 OR (l.state <> 'fault' AND l.faults <> '[]'))`;
  const values = [importId, states, leftOut];
  const [page, count] = await Promise.all([
    db.query<LineRow>(
      `SELECT l.line, l.cells, l.state, l.faults, l.record_id AS "recordId", l.name FROM import_lines l
       WHERE ${where} ${pageSql(request, { line: 'l.line' }, 'l.line', { nulls: false })}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM import_lines l WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map((row) => ({ ...row, id: row.line })), total: count.rows[0]?.total ?? 0 };
}

const SAMPLES = 3;

/** The first texts of each column below its heading. */
export async function columnSamples(db: Queryable, importId: number, columns: number): Promise<string[][]> {
  const { rows } = await db.query<{ cells: string[] }>(
    'SELECT cells FROM import_lines WHERE import_id = $1 ORDER BY line LIMIT 50',
    [importId],
  );
  return Array.from({ length: columns }, (_none, index) =>
    rows.flatMap(({ cells }) => (cells[index] ? [cells[index]] : [])).slice(0, SAMPLES),
  );
}

/** @throws AppError `conflict` if an import can no longer be undone */
export function checkUndoOpen({ undoUntil }: StoredImport): void {
  if (undoUntil !== null && undoUntil.getTime() < Date.now()) throw new AppError('conflict', 'import-undo-over');
}

/** Deletes abandoned drafts, and the lines of imports that can no longer be undone. */
export async function tidyImports(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM imports WHERE state IN ('draft', 'checking') AND created_at < now() - interval '7 days'`);
  // Interrupted imports that were never continued also count as finished.
  await db.query(
    `WITH over AS (
       UPDATE imports m SET counts = ${COUNTS}
       WHERE m.counts IS NULL AND (m.state IN ('done', 'undone') OR (m.state IN ('running', 'undoing') AND m.failed))
         AND coalesce(m.ended_at, m.begun_at) < now() - interval '${LINES_DAYS} days' RETURNING m.id)
     DELETE FROM import_lines l USING over WHERE l.import_id = over.id`,
  );
}

/** The lines of all imports of one organisation together. */
const MAX_HELD = 1_000_000;

/**
 * Checks the number of stored lines of all imports of an organisation, after an import was added, in its transaction.
 * @throws AppError `conflict` if the limit is exceeded
 */
export async function checkHeldLines(db: Queryable, organisationId: number): Promise<void> {
  const { rows } = await db.query<{ lines: number }>(
    `SELECT (coalesce(sum(m.lines), 0) + coalesce(sum((SELECT sum(s.lines) FROM import_sheets s WHERE s.import_id = m.id)), 0))::int
       AS lines FROM imports m WHERE m.organisation_id = $1 AND m.counts IS NULL`,
    [organisationId],
  );
  if ((rows[0]?.lines ?? 0) > MAX_HELD) throw new AppError('conflict', fault('imports-full', { most: MAX_HELD }));
}

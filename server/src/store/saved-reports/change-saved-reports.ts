import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { savedKind } from '@milepost/contract/saved-reports';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { checkVersion } from '../versions.ts';
import { getSavedReport, type SavedReportViewer, type StoredSavedReport } from './saved-reports.ts';

export interface SavedReportEditor extends SavedReportViewer {
  /** True if the person can also change and delete the shared reports of others. */
  all: boolean;
}

export const mayEditSaved = ({ all }: SavedReportEditor, { own, shared }: Pick<StoredSavedReport, 'own' | 'shared'>) =>
  own || (shared && all);

type Input = Omit<ParsedInput<Operations['save-saved-report']>, 'language'>;

/** @throws AppError `not-found`, and `denied` for a shared one that the caller can only view */
async function lockOwn(db: Queryable, editor: SavedReportEditor, id: number, deleted = false) {
  const found = await getSavedReport(db, editor, id, { lock: true, deleted });
  if (!mayEditSaved(editor, found)) throw new AppError('denied', 'saved-report-shared');
  return found;
}

/** The people to notify of a change of a saved report by somebody else. */
export interface AffectedPeople {
  name: string;
  /** Null: it is the caller's own. */
  ownerId: number | null;
  /** The owners of schedules that send it, except the caller. */
  schedulerIds: number[];
}

/** Must be called before the editor changes or deletes a report. */
async function concerned(db: Queryable, { userId }: SavedReportEditor, id: number): Promise<AffectedPeople> {
  const { rows } = await db.query<AffectedPeople>(
    `SELECT r.name, nullif(r.user_id, $2) AS "ownerId", ARRAY(SELECT DISTINCT s.user_id FROM report_schedules s
       WHERE s.kind = $3 AND s.user_id <> $2 AND s.deleted_at IS NULL) AS "schedulerIds"
     FROM saved_reports r WHERE r.id = $1`,
    [id, userId, savedKind(id)],
  );
  return onlyRow({ rows });
}

/**
 * Lets schedules of others keep sending the present version until their owners accept the change; those of the editor
 * send the new one. Must be called before the change.
 * @returns true if the sent content changes at all
 */
async function holdSchedules(
  db: Queryable,
  { userId }: SavedReportEditor,
  id: number,
  [params, sections, cover]: readonly [string, string, string | null],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM saved_reports WHERE id = $1 AND (params, sections, cover) IS DISTINCT FROM ($2::jsonb, $3::jsonb, $4::jsonb)`,
    [id, params, sections, cover],
  );
  if (rowCount === 0) return false;
  await db.query(
    `UPDATE report_schedules s SET held = CASE WHEN s.user_id <> $2 THEN
       coalesce(s.held, jsonb_build_object('params', r.params, 'sections', r.sections, 'cover', r.cover))
         || jsonb_build_object('by', $2::int, 'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) END
     FROM saved_reports r WHERE r.id = $1 AND s.kind = $3`,
    [id, userId, savedKind(id)],
  );
  return true;
}

/**
 * @param check receives the former sections, and refuses new ones
 * @throws AppError `not-found`, `denied`, and `conflict` if somebody else saved it meanwhile
 */
export function saveSavedReport(
  database: Database,
  editor: SavedReportEditor,
  actor: Actor,
  { id, version, name, shared, params, sections, cover }: Input,
  check: (former: StoredSavedReport | null) => void,
): Promise<{ id: number; concerned: AffectedPeople | null }> {
  return inTransaction(database, async (db) => {
    const former = id === undefined ? null : await lockOwn(db, editor, id);
    if (id !== undefined) await checkVersion(db, 'saved-report', id, version);
    check(former);
    const contents = [JSON.stringify(params), JSON.stringify(sections), cover && JSON.stringify(cover)] as const;
    const values = [name, shared, ...contents];
    const changed = id !== undefined && (await holdSchedules(db, editor, id, contents));
    const saved = await audited(db, actor, saving('saved-report', id), async () => {
      if (id !== undefined) {
        await db.query(
          `UPDATE saved_reports SET name = $1, shared = $2, params = $3, sections = $4, cover = $5, version = version + 1
           WHERE id = $6`,
          [...values, id],
        );
        return id;
      }
      const made = await db.query<{ id: number }>(
        `INSERT INTO saved_reports (name, shared, params, sections, cover, organisation_id, user_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
        [...values, editor.scope.organisationId, editor.userId],
      );
      return onlyRow(made).id;
    });
    if (id === undefined) await checkQuota(db, 'saved-report', editor.userId);
    return { id: saved, concerned: id !== undefined && changed ? await concerned(db, editor, id) : null };
  });
}

export const deleteSavedReport = (database: Database, editor: SavedReportEditor, actor: Actor, id: number) =>
  inTransaction(database, async (db) => {
    await lockOwn(db, editor, id);
    const contents = await concerned(db, editor, id);
    await audited(db, actor, { subject: 'saved-report', id, action: 'delete' }, async () => {
      await db.query('UPDATE saved_reports SET deleted_at = now() WHERE id = $1', [id]);
      return id;
    });
    return contents;
  });

/** Undoes `deleteSavedReport`. */
export const restoreSavedReport = (database: Database, editor: SavedReportEditor, actor: Actor, id: number) =>
  inTransaction(database, async (db) => {
    await lockOwn(db, editor, id, true);
    await audited(db, actor, { subject: 'saved-report', id, action: 'restore' }, async () => {
      await db.query('UPDATE saved_reports SET deleted_at = NULL WHERE id = $1', [id]);
      return id;
    });
    await checkQuota(db, 'saved-report', editor.userId);
  });

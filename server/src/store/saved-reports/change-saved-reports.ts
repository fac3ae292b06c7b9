import type { ParsedInput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import { AppError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { checkVersion } from '../versions.ts';
import { getSavedReport, type SavedReportViewer, type StoredSavedReport } from './saved-reports.ts';

export interface SavedReportEditor extends SavedReportViewer {
  /** Changes and deletes shared ones of others, too. */
  all: boolean;
}

export const mayEditSaved = ({ all }: SavedReportEditor, { own, shared }: Pick<StoredSavedReport, 'own' | 'shared'>) =>
  own || (shared && all);

type Input = Omit<ParsedInput<RouteTable['save-saved-report']>, 'language'>;

/** @throws AppError `not-found`, and `denied` for a shared one that the caller only sees */
async function lockOwn(db: Queryable, editor: SavedReportEditor, id: number, deleted = false) {
  const found = await getSavedReport(db, editor, id, { lock: true, deleted });
  if (!mayEditSaved(editor, found)) throw new AppError('denied', 'saved-report-shared');
  return found;
}

/**
 * @param check is told the sections as they were, and refuses new ones
 * @throws AppError `not-found`, `denied`, and `conflict` where somebody else saved it meanwhile
 */
export function saveSavedReport(
  database: Database,
  editor: SavedReportEditor,
  actor: Actor,
  { id, version, name, shared, params, sections, cover }: Input,
  check: (former: StoredSavedReport | null) => void,
): Promise<number> {
  return inTransaction(database, async (db) => {
    const former = id === undefined ? null : await lockOwn(db, editor, id);
    if (id !== undefined) await checkVersion(db, 'saved-report', id, version);
    check(former);
    const values = [name, shared, JSON.stringify(params), JSON.stringify(sections), cover && JSON.stringify(cover)];
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
    return saved;
  });
}

export const deleteSavedReport = (database: Database, editor: SavedReportEditor, actor: Actor, id: number) =>
  inTransaction(database, async (db) => {
    await lockOwn(db, editor, id);
    await audited(db, actor, { subject: 'saved-report', id, action: 'delete' }, async () => {
      await db.query('UPDATE saved_reports SET deleted_at = now() WHERE id = $1', [id]);
      return id;
    });
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

import type { SavedReport } from '@milepost/contract/saved-report-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { firstRows, type Page } from '../page.ts';
import type { Caller } from '../people/callers.ts';

export type StoredSection = Omit<SavedReport['sections'][number], 'name' | 'open'>;

export interface StoredSavedReport extends Omit<SavedReport, 'sections' | 'mayEdit'> {
  sections: StoredSection[];
}

/** The part of a saved report that a schedule keeps until its owner accepts a change by somebody else. */
export type HeldReport = Pick<StoredSavedReport, 'params' | 'sections' | 'cover'>;

/** A viewer of saved reports: sees their own, and the shared ones of the organisation. */
export type SavedReportViewer = Pick<Caller, 'userId' | 'scope'>;

const COLUMNS = `s.id, s.name, s.shared, s.params, s.sections, s.cover, s.version, s.user_id = $2 AS own,
  u.display_name AS owner`;
const TABLES = 'saved_reports s JOIN users u ON u.id = s.user_id';
const SEEN = 's.organisation_id = $1 AND (s.user_id = $2 OR s.shared)';
const seenValues = ({ scope, userId }: SavedReportViewer) => [scope.organisationId, userId];

export const noSavedReport = () => new AppError('not-found', 'no-saved-report');

/** The most rows of a list; nobody reads more. */
const LISTED = 500;

export const listSavedReports = (db: Queryable, viewer: SavedReportViewer): Promise<Page<StoredSavedReport>> =>
  firstRows<StoredSavedReport>(
    db,
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${SEEN} AND s.deleted_at IS NULL ORDER BY lower(s.name), s.id`,
    seenValues(viewer),
    LISTED,
  );

interface Wanted {
  /** Locks it until the transaction ends. */
  lock?: boolean;
  deleted?: boolean;
}

/** @throws AppError `not-found` for an unshared one of somebody else */
export async function getSavedReport(
  db: Queryable,
  viewer: SavedReportViewer,
  id: number,
  { lock = false, deleted = false }: Wanted = {},
): Promise<StoredSavedReport> {
  const { rows } = await db.query<StoredSavedReport>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${SEEN} AND s.id = $3 AND s.deleted_at IS ${deleted ? 'NOT ' : ''}NULL
     ${lock ? 'FOR UPDATE OF s' : ''}`,
    [...seenValues(viewer), id],
  );
  if (!rows[0]) throw noSavedReport();
  return rows[0];
}

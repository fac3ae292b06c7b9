import type { Download } from '@milepost/contract/download-operations';
import type { ReportParams } from '@milepost/contract/report-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import type { Caller } from '../people/callers.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';

/** The parameters of a report, or the person whose data is exported. */
export type DownloadParams = ReportParams & { personId?: number };

export interface StoredDownload extends Omit<Download, 'own' | 'at' | 'until'> {
  organisationId: number;
  userId: number;
  params: DownloadParams;
  hash: string | null;
  at: Date;
  until: Date;
  /** True if the caller can see its whole content. */
  seen: boolean;
}

const COLUMNS = `d.id, d.organisation_id AS "organisationId", d.user_id AS "userId", d.kind, d.title, d.format, d.params,
  d.parameters, d.state, d.rows, d.total, d.fault, encode(d.hash, 'hex') AS hash, d.size_bytes::float8 AS "sizeBytes",
  u.display_name AS by, d.at, d.until`;
const TABLES = 'downloads d JOIN users u ON u.id = d.user_id';
const SORTS = { at: 'd.at', title: 'lower(d.title)', state: 'd.state', sizeBytes: 'd.size_bytes' };

/**
 * SQL: true when the scope includes the whole content of a file: its organisations, its vehicles and groups, and its
 * reports. The surrounding texts of an unshared saved report are only for its owner. Parameters 1 to 6 are
 * `seenValues`.
 */
const SEEN = `(d.organisation_ids <@ $1 AND d.kinds <@ $2::text[] AND (NOT d.private OR d.user_id = $5) AND ($3::int[] IS NULL
  OR (d.vehicle_ids IS NOT NULL AND d.vehicle_ids <@ $3 AND d.group_ids <@ $4::int[]
    AND (NOT d.common OR $6))))`;
const seenValues = ({ scope, userId }: Caller, kinds: readonly string[]) => [
  scope.organisationIds,
  kinds,
  scope.limit?.vehicleIds ?? null,
  scope.limit?.groupIds ?? null,
  userId,
  scope.limit?.common ?? true,
];

export const toDownload = (
  { organisationId: _1, userId, params: _2, hash: _3, seen: _4, at, until, sizeBytes, ...row }: StoredDownload,
  caller: Caller,
): Download => ({
  ...row,
  sizeBytes: row.state === 'done' ? sizeBytes : null,
  own: userId === caller.userId,
  at: at.toISOString(),
  until: until.toISOString(),
});

/**
 * The caller's downloads, and those of others whose content the caller can see.
 * @param kinds the reports that the caller can see now, and their columns with restricted visibility
 */
export async function listDownloads(
  db: Queryable,
  caller: Caller,
  kinds: readonly string[],
  request: PageRequest,
): Promise<Page<Download>> {
  const where = `d.organisation_id = ANY($1) AND d.until > now() AND (d.user_id = $5 OR (${SEEN} AND d.state = 'done'))
    AND ${everyWordIn('$7', 'd.title', 'u.display_name')}`;
  const values = [...seenValues(caller, kinds), searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<StoredDownload>(
      `SELECT ${COLUMNS}, ${SEEN} AS seen FROM ${TABLES} WHERE ${where} ${pageSql(request, SORTS, 'd.id DESC')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${TABLES} WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map((row) => toDownload(row, caller)), total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` for an expired download, and for one of somebody else that the caller cannot see */
export async function getDownload(
  db: Queryable,
  caller: Caller,
  kinds: readonly string[],
  id: number,
): Promise<StoredDownload> {
  const { rows } = await db.query<StoredDownload>(
    `SELECT ${COLUMNS}, ${SEEN} AS seen FROM ${TABLES}
     WHERE d.id = $7 AND d.organisation_id = ANY($1) AND d.until > now() AND (d.user_id = $5 OR (${SEEN} AND d.state = 'done'))`,
    [...seenValues(caller, kinds), id],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-download');
  return rows[0];
}

/** A download for the process that works on it; null if it was deleted. */
export async function readDownload(db: Queryable, id: number): Promise<Omit<StoredDownload, 'seen'> | null> {
  const { rows } = await db.query<StoredDownload>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE d.id = $1`, [id]);
  return rows[0] ?? null;
}

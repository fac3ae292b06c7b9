import type { DocumentHolder, DocumentKind, DocumentState } from '@milepost/contract/document-kinds';
import type { FleetDocument } from '@milepost/contract/document-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import type { Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';
import {
  andSeenDocument,
  DOCUMENT_COLUMNS,
  documentsIn,
  type DocumentRow,
  DOCUMENT_EXISTS_SQL,
  DOCUMENT_STATE_SQL,
  toDocument,
} from './document-rows.ts';

const SORTS = {
  validUntil: 'd.valid_until',
  kind: 'd.kind',
  holder: 'lower(d.holder_name)',
  number: 'lower(d.number)',
  issuer: 'lower(d.issuer)',
  cost: 'd.cost',
};

export interface DocumentFilter {
  kind?: DocumentKind | undefined;
  holder?: DocumentHolder | undefined;
  /** Left out: all except the renewed ones. */
  state?: DocumentState | undefined;
  vehicleId?: number | undefined;
  driverId?: number | undefined;
}

const HOLDERS: Record<DocumentHolder, string> = {
  vehicle: 'd.vehicle_id IS NOT NULL',
  driver: 'd.driver_id IS NOT NULL',
  organisation: 'd.vehicle_id IS NULL AND d.driver_id IS NULL',
};

export async function listDocuments(
  db: Queryable,
  scope: Scope,
  request: PageRequest & DocumentFilter,
): Promise<Page<FleetDocument>> {
  const { kind, holder, state, vehicleId, driverId } = request;
  const values: unknown[] = [scope.organisationIds, kind ?? null, vehicleId ?? null, driverId ?? null];
  const where = `d.organisation_id = ANY($1) AND ${DOCUMENT_EXISTS_SQL}${andSeenDocument(scope)}
    AND ($2::text IS NULL OR d.kind = $2) AND ($3::int IS NULL OR d.vehicle_id = $3)
    AND ($4::int IS NULL OR d.driver_id = $4) AND ${holder === undefined ? 'true' : HOLDERS[holder]}
    AND ${state === undefined ? 'NOT d.renewed' : DOCUMENT_STATE_SQL[state]}${andFound(request.search, 'd.words', values)}`;
  // With the tie-breaker in the direction of the sort, one index serves both directions. Only some states depend on the
  // present day.
  const tie = `d.id ${request.direction === 'desc' ? 'DESC' : 'ASC'}`;
  const from = state === undefined || state === 'renewed' ? 'documents d' : documentsIn('$1');
  const [page, count] = await Promise.all([
    db.query<DocumentRow>(
      // The page is selected first, so that the other columns are only computed for its rows.
      `SELECT ${DOCUMENT_COLUMNS} FROM ${documentsIn('$1')}
       JOIN (SELECT d.id, row_number() OVER () AS place
             FROM (SELECT d.id FROM ${from} WHERE ${where} ${pageSql(request, SORTS, tie)}) d) page ON page.id = d.id
       ORDER BY page.place`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${from} WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map(toDocument), total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getDocument(db: Queryable, scope: Scope, id: number): Promise<FleetDocument> {
  const { rows } = await db.query<DocumentRow>(
    `SELECT ${DOCUMENT_COLUMNS} FROM ${documentsIn('$2')}
     WHERE d.id = $1 AND d.organisation_id = ANY($2) AND ${DOCUMENT_EXISTS_SQL}${andSeenDocument(scope)}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noDocument();
  return toDocument(rows[0]);
}

/** The most renewals of one document that are listed. */
const MAX_RENEWALS = 100;

/** The chain of renewals of a document in the scope, newest first; deleted ones are left out. */
export async function listChain(db: Queryable, scope: Scope, id: number): Promise<FleetDocument[]> {
  const { rows } = await db.query<DocumentRow>(
    `WITH RECURSIVE older AS (
       SELECT id, renews_id FROM documents WHERE id = $1
       UNION SELECT e.id, e.renews_id FROM documents e JOIN older ON e.id = older.renews_id
     ), newer AS (
       SELECT id FROM documents WHERE id = $1
       UNION SELECT e.id FROM documents e JOIN newer ON e.renews_id = newer.id AND e.deleted_at IS NULL
     )
     SELECT ${DOCUMENT_COLUMNS} FROM ${documentsIn('$2')}
     WHERE d.id IN (SELECT id FROM older UNION SELECT id FROM newer) AND d.organisation_id = ANY($2)
       AND ${DOCUMENT_EXISTS_SQL}${andSeenDocument(scope)} ORDER BY d.valid_until DESC NULLS FIRST, d.id DESC LIMIT ${MAX_RENEWALS}`,
    [id, scope.organisationIds],
  );
  return rows.map(toDocument);
}

export const noDocument = (): AppError => new AppError('not-found', 'no-document');

import type { ContactKind } from '@milepost/contract/contact-kinds';
import type { Contact } from '@milepost/contract/contact-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import type { Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';
import { andSeenContact } from '../common-records.ts';

const COLUMNS = `c.id, c.organisation_id AS "organisationId", c.kind, c.name, c.phones, c.emails, c.address,
  CASE WHEN c.lat IS NOT NULL THEN json_build_object('lat', c.lat, 'lon', c.lon) END AS place, c.note, c.version`;

const SORTS = { name: 'lower(c.name)', kind: 'c.kind', address: 'lower(c.address)' };

/** A page of contacts. Every word of the search can match any field. */
export async function listContacts(
  db: Queryable,
  scope: Scope,
  request: PageRequest & { kind?: ContactKind | undefined },
): Promise<Page<Contact>> {
  const values: unknown[] = [scope.organisationIds, request.kind ?? null];
  const where = `c.organisation_id = ANY($1) AND c.deleted_at IS NULL${andSeenContact(scope, 'c')} AND ($2::text IS NULL OR c.kind = $2)${andFound(request.search, 'c.words', values)}`;
  const [page, count] = await Promise.all([
    db.query<Contact>(`SELECT ${COLUMNS} FROM contacts c WHERE ${where} ${pageSql(request, SORTS, 'c.id')}`, values),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM contacts c WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getContact(db: Queryable, scope: Scope, id: number): Promise<Contact> {
  const { rows } = await db.query<Contact>(
    `SELECT ${COLUMNS} FROM contacts c WHERE c.id = $1 AND c.organisation_id = ANY($2) AND c.deleted_at IS NULL${andSeenContact(scope, 'c')}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noContact();
  return rows[0];
}

/**
 * True when the contact exists in the scope.
 * @param id null (no contact) also returns true
 */
export async function isContactSeen(db: Queryable, scope: Scope, id: number | null): Promise<boolean> {
  if (id === null) return true;
  const { rowCount } = await db.query(
    `SELECT FROM contacts c WHERE c.id = $1 AND c.organisation_id = ANY($2) AND c.deleted_at IS NULL${andSeenContact(scope, 'c')}`,
    [id, scope.organisationIds],
  );
  return rowCount === 1;
}

export const noContact = (): AppError => new AppError('not-found', 'no-contact');

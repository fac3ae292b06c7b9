import { DUE_DAYS, type DocumentKind, type DocumentState } from '@milepost/contract/document-kinds';
import type { FleetDocument } from '@milepost/contract/document-routes';
import { DOCUMENT_KIND_WORDS } from '../../texts/document-kinds.ts';
import type { Language } from '../../texts/text.ts';
import { idsSql, isShownSql, type Scope } from '../scope.ts';

export interface DocumentRow {
  id: number;
  organisation_id: number;
  kind: DocumentKind;
  vehicle_id: number | null;
  driver_id: number | null;
  holder_name: string;
  number: string | null;
  issuer: string | null;
  issued_on: string | null;
  valid_from: string | null;
  valid_until: string | null;
  days_left: number | null;
  state: DocumentState;
  cost: number | null;
  currency: string | null;
  note: string | null;
  renews_id: number | null;
  version: number;
}

/** SQL of a day in the zone of the organisation `o`. */
export const TODAY = '(now() AT TIME ZONE o.time_zone)::date';
export const HOLDER_NAME = 'coalesce(v.registration, dr.name, o.name)';

/** SQL of the state of a document `d`. */
export const STATE = `CASE WHEN d.renewed THEN 'renewed' WHEN d.valid_until < ${TODAY} THEN 'expired'
  WHEN d.valid_until <= ${TODAY} + ${DUE_DAYS} THEN 'due' ELSE 'valid' END`;

export const DOCUMENT_COLUMNS = `d.id, d.organisation_id, d.kind, d.vehicle_id, d.driver_id, ${HOLDER_NAME} AS holder_name,
  d.number, d.issuer, d.issued_on::text, d.valid_from::text, d.valid_until::text, d.valid_until - ${TODAY} AS days_left,
  ${STATE} AS state, d.cost, d.currency, d.note, d.renews_id, d.version`;

export const DOCUMENT_TABLES = `documents d JOIN organisations o ON o.id = d.organisation_id
  LEFT JOIN vehicles v ON v.id = d.vehicle_id LEFT JOIN drivers dr ON dr.id = d.driver_id`;

/** SQL: the document is there, and so is what it is of. */
export const IS_THERE = 'd.deleted_at IS NULL AND v.deleted_at IS NULL AND dr.deleted_at IS NULL';

/**
 * SQL (` AND …`) for documents within the limit of the scope: of vehicles that are seen, and of who drives one now. Those
 * of the organisation itself are for people without a limit.
 */
export const andSeenDocument = ({ limit }: Pick<Scope, 'limit'>, document = 'd'): string => {
  if (limit === null) return '';
  const ids = idsSql(limit.vehicleIds);
  return ` AND (${document}.vehicle_id = ANY(${ids}) OR ${document}.driver_id IN (SELECT a.driver_id FROM driver_assignments a
    WHERE a.to_time IS NULL AND a.vehicle_id = ANY(${ids})))`;
};

/** SQL: the same of a user `u`, as far as the limits of the person and of the role go. */
export const IS_SHOWN_DOCUMENT = `((NOT u.limited AND NOT EXISTS (SELECT FROM roles r WHERE r.id = u.role_id AND r.limited))
  OR EXISTS (SELECT FROM vehicles seen
    WHERE (seen.id = d.vehicle_id OR seen.id IN (SELECT a.vehicle_id FROM driver_assignments a
           WHERE a.driver_id = d.driver_id AND a.to_time IS NULL)) AND ${isShownSql('u', 'seen')}))`;

/** SQL of what a kind is called. */
export const kindWordSql = (kind: string, language: Language): string => {
  const cases = Object.entries(DOCUMENT_KIND_WORDS[language]).map(
    ([name, word]) => `WHEN '${name}' THEN '${word.replaceAll("'", "''")}'`,
  );
  return `CASE ${kind} ${cases.join(' ')} END`;
};

export function toDocument(row: DocumentRow): FleetDocument {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    kind: row.kind,
    holder: row.vehicle_id !== null ? 'vehicle' : row.driver_id !== null ? 'driver' : 'organisation',
    vehicleId: row.vehicle_id,
    driverId: row.driver_id,
    holderName: row.holder_name,
    number: row.number,
    issuer: row.issuer,
    issuedOn: row.issued_on,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    daysLeft: row.days_left,
    state: row.state,
    cost: row.cost,
    currency: row.currency,
    note: row.note,
    renewsId: row.renews_id,
    version: row.version,
  };
}

import { DUE_DAYS, type DocumentKind, type DocumentState } from '@milepost/contract/document-kinds';
import type { FleetDocument } from '@milepost/contract/document-operations';
import type { Language } from '@milepost/contract/languages';
import { DOCUMENT_KIND_WORDS } from '../../texts/names.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
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

/** SQL of the present day in the time zone of the organisation `o`. */
export const TODAY = 'o.today';

/** SQL of the state of a document `d`. */
export const STATE = `CASE WHEN d.renewed THEN 'renewed' WHEN d.valid_until < ${TODAY} THEN 'expired'
  WHEN d.valid_until <= ${TODAY} + ${DUE_DAYS} THEN 'due' ELSE 'valid' END`;

/**
 * SQL that is true for documents of a state. A state depends on the organisation's day, which differs from the server's
 * by at most one: so an index first narrows by the server's day.
 */
export const DOCUMENT_STATE_SQL: Readonly<Record<DocumentState, string>> = {
  renewed: 'd.renewed',
  expired: `NOT d.renewed AND d.valid_until < current_date + 2 AND d.valid_until < ${TODAY}`,
  due: `NOT d.renewed AND d.valid_until BETWEEN current_date - 2 AND current_date + ${DUE_DAYS + 2}
    AND d.valid_until BETWEEN ${TODAY} AND ${TODAY} + ${DUE_DAYS}`,
  valid: `NOT d.renewed AND (d.valid_until IS NULL OR d.valid_until > current_date + ${DUE_DAYS - 2})
    AND coalesce(d.valid_until > ${TODAY} + ${DUE_DAYS}, true)`,
};

export const DOCUMENT_COLUMNS = `d.id, d.organisation_id, d.kind, d.vehicle_id, d.driver_id, d.holder_name,
  d.number, d.issuer, d.issued_on::text, d.valid_from::text, d.valid_until::text, d.valid_until - ${TODAY} AS days_left,
  ${STATE} AS state, d.cost, d.currency, d.note, d.renews_id, d.version`;

/** Documents `d` with their organisation `o`, whose day is computed once instead of for each document. */
const documentsOf = (organisations: string): string => `documents d JOIN (SELECT id, name, time_zone,
  (now() AT TIME ZONE time_zone)::date AS today FROM organisations ${organisations} OFFSET 0) o ON o.id = d.organisation_id`;
export const DOCUMENTS = documentsOf('');
/**
 * The same for a scope whose organisations are `$1` or another parameter: usually a single one, which makes the join
 * cheap.
 */
export const documentsIn = (parameter: '$1' | '$2'): string => documentsOf(`WHERE id = ANY(${parameter})`);

/** SQL: neither the document nor its holder is deleted. */
export const DOCUMENT_EXISTS_SQL = 'd.deleted_at IS NULL AND NOT d.holder_gone';

/**
 * SQL (` AND …`) for documents within the limit of the scope: of visible vehicles and drivers. Documents of the
 * organisation itself are only visible without a limit.
 */
export const andSeenDocument = (scope: Scope, document = 'd'): string =>
  scope.limit === null
    ? ''
    : ` AND (${document}.vehicle_id = ANY(${idsSql(scope.limit.vehicleIds)})
        OR ${document}.driver_id IN (SELECT seen.id FROM drivers seen WHERE true${andSeenDriver(scope, 'seen')}))`;

/** SQL: the same for a user `u` with the role `own`, within the limits of both. */
const IS_SHOWN = `(NOT u.limited AND NOT own.limited OR EXISTS (SELECT FROM vehicles seen
    WHERE (seen.id = d.vehicle_id OR seen.id IN (SELECT a.vehicle_id FROM driver_assignments a
           WHERE a.driver_id = d.driver_id AND a.from_time <= now() AND (a.to_time IS NULL OR a.to_time > now())))
      AND ${isShownSql('u', 'seen')})
  OR EXISTS (SELECT FROM unnest(dr.group_ids) held
    WHERE (NOT u.limited OR held = ANY(u.limit_group_ids)) AND (NOT own.limited OR held = ANY(own.limit_group_ids))))`;

/** SQL: true when a user `u` can see a document `d` of a driver `dr`, or of none. */
export const IS_SHOWN_DOCUMENT = `EXISTS (SELECT FROM roles own WHERE own.id = u.role_id AND ${IS_SHOWN})`;

/** SQL of the name of a kind. */
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

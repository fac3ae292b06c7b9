import type { DocumentHolder } from '@milepost/contract/document-kinds';
import type { Queryable } from '../database.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import { firstRows, type Page } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { andSeen, type Scope } from '../scope.ts';

export interface HolderChoice {
  id: number;
  name: string;
  /** The currency for costs of its documents. */
  currency: string;
}

const SHOWN = 50;

const FOUND: Record<DocumentHolder, (scope: Scope) => string> = {
  vehicle: (scope) => `SELECT v.id, v.registration AS name, o.currency
    FROM vehicles v JOIN organisations o ON o.id = v.organisation_id
    WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL AND v.moved_at IS NULL${andSeen(scope)}
      AND ${everyWordIn('$2', registrationOf('v'))}`,
  driver: (scope) => `SELECT d.id, d.name, o.currency FROM drivers d JOIN organisations o ON o.id = d.organisation_id
    WHERE d.organisation_id = ANY($1) AND d.deleted_at IS NULL AND ${everyWordIn('$2', 'd.name')}${andSeenDriver(scope)}`,
  organisation: ({ limit }) => `SELECT id, name, currency FROM organisations
    WHERE id = ANY($1) AND ${everyWordIn('$2', 'name')} AND ${String(limit === null)}`,
};

/** The possible holders of a document, by part of the name. */
export function listHolders(
  db: Queryable,
  scope: Scope,
  holder: DocumentHolder,
  search: string,
): Promise<Page<HolderChoice>> {
  return firstRows<HolderChoice>(
    db,
    `SELECT * FROM (${FOUND[holder](scope)}) found ORDER BY lower(name), id`,
    [scope.organisationIds, searchPatterns(search)],
    SHOWN,
  );
}

import type { DocumentHolder } from '@milepost/contract/document-kinds';
import type { Queryable } from '../database.ts';
import { andDriving } from '../fleet/drivers.ts';
import { firstRows, type Page, searchPattern } from '../page.ts';
import { andSeen, type Scope } from '../scope.ts';

export interface HolderChoice {
  id: number;
  name: string;
  /** In which costs of its documents are. */
  currency: string;
}

const SHOWN = 50;

const FOUND: Record<DocumentHolder, (scope: Scope) => string> = {
  vehicle: (scope) => `SELECT v.id, v.registration AS name, o.currency
    FROM vehicles v JOIN organisations o ON o.id = v.organisation_id
    WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)}
      AND (v.registration ILIKE $2 OR replace(v.registration, ' ', '') ILIKE replace($2, ' ', ''))`,
  driver: (scope) => `SELECT drivers.id, drivers.name, o.currency
    FROM drivers JOIN organisations o ON o.id = drivers.organisation_id
    WHERE drivers.organisation_id = ANY($1) AND drivers.deleted_at IS NULL AND drivers.name ILIKE $2${andDriving(scope)}`,
  organisation: ({ limit }) => `SELECT id, name, currency FROM organisations
    WHERE id = ANY($1) AND name ILIKE $2 AND ${String(limit === null)}`,
};

/** Whose a document can be, by a part of the name. */
export function listHolders(
  db: Queryable,
  scope: Scope,
  holder: DocumentHolder,
  search: string,
): Promise<Page<HolderChoice>> {
  return firstRows<HolderChoice>(
    db,
    `SELECT * FROM (${FOUND[holder](scope)}) found ORDER BY lower(name), id`,
    [scope.organisationIds, searchPattern(search)],
    SHOWN,
  );
}

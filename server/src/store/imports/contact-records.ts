import type { ImportTarget, ParsedLine, ResolvedLine } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { resolveInTable, textIn, textsIn } from './resolve-in-table.ts';
import type { RecordTable } from './table-records.ts';

export const CONTACT_TABLE: RecordTable = {
  table: 'contacts',
  columns: {
    kind: ['kind', 'text'],
    name: ['name', 'text'],
    phones: ['phones', 'text[]'],
    emails: ['emails', 'text[]'],
    address: ['address', 'text'],
    lat: ['lat', 'float8'],
    lon: ['lon', 'float8'],
    note: ['note', 'text'],
  },
  versioned: true,
  used: `EXISTS (SELECT FROM expenses e WHERE e.vendor_id = t.id AND e.deleted_at IS NULL)
    OR EXISTS (SELECT FROM recurring_expenses r WHERE r.vendor_id = t.id AND r.deleted_at IS NULL)
    OR EXISTS (SELECT FROM work_orders w WHERE w.vendor_id = t.id AND w.deleted_at IS NULL)
    OR EXISTS (SELECT FROM file_links l WHERE l.record_kind = 'contact' AND l.record_id = t.id)
    OR EXISTS (SELECT FROM tasks k WHERE k.record_kind = 'contact' AND k.record_id = t.id AND k.deleted_at IS NULL)`,
};

const DEFAULTS = { kind: 'vendor', phones: [], emails: [], address: null, lat: null, lon: null, note: null } as const;

/** The contacts with these names by the database's comparison; the keys are the given names. */
export async function findContacts(
  db: Queryable,
  organisationId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string; id: number }>(
    `SELECT asked.name, c.id FROM unnest($2::text[]) AS asked(name)
     JOIN contacts c ON c.organisation_id = $1 AND lower(c.name) = lower(asked.name) AND c.deleted_at IS NULL`,
    [organisationId, [...new Set(names)]],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Finds contacts by name. */
export async function resolveContacts(
  db: Queryable,
  target: ImportTarget,
  lines: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const ids = await findContacts(db, target.organisationId, textsIn(lines, 'name'));
  return resolveInTable(db, target, lines, {
    table: CONTACT_TABLE,
    nothing: DEFAULTS,
    meant({ given }) {
      const name = textIn(given, 'name');
      const id = ids.get(name);
      return { ids: id === undefined ? [] : [id], name, field: 'name' };
    },
    fill({ given: { place }, after }) {
      if (!Array.isArray(place)) return;
      after['lat'] = Number(place[0]);
      after['lon'] = Number(place[1]);
    },
    room: { of: 'contact', owner: target.organisationId, field: 'name' },
  });
}

import { fault } from '@milepost/contract/fault';
import type { ImportTarget, LineFault, ParsedLine, ResolvedLine, Value } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { roomFor } from '../quotas.ts';
import { readTable, type RecordTable } from './table-records.ts';

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

const NOTHING = { kind: 'vendor', phones: [], emails: [], address: null, lat: null, lon: null, note: null } as const;

/** The contacts of these names, as the database compares them: by the name as it was asked for. */
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

/** Finds contacts by their name. */
export async function resolveContacts(
  db: Queryable,
  { organisationId, mode }: ImportTarget,
  lines: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const names = lines.map(({ given }) => (typeof given['name'] === 'string' ? given['name'] : ''));
  const ids = await findContacts(db, organisationId, names);
  const stored = await readTable(db, CONTACT_TABLE, organisationId, [...ids.values()]);
  const { left, most } = await roomFor(db, 'contact', organisationId, lines.length);
  let fresh = 0;
  return lines.map(({ line, given }, index): ResolvedLine => {
    const name = names[index] ?? '';
    const id = ids.get(name) ?? null;
    const before = id === null ? null : (stored.get(id) ?? null);
    const faults: LineFault[] = [];
    if (id !== null && mode === 'new') faults.push({ field: 'name', fault: fault('record-there', { name }) });
    if (id === null) fresh += 1;
    if (id === null && fresh > left) faults.push({ field: 'name', fault: fault('most-kept', { most }) });
    const { place, ...fields } = given;
    const after: Record<string, Value> = { ...NOTHING, ...before, ...fields };
    delete after['version'];
    if (Array.isArray(place)) {
      after['lat'] = Number(place[0]);
      after['lon'] = Number(place[1]);
    }
    return { line, name, id, before, after, wants: [], faults };
  });
}

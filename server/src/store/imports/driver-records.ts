import { fault } from '@milepost/contract/fault';
import type { ImportTarget, LineFault, ParsedLine, ResolvedLine, Value } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { readTable, type RecordTable } from './table-records.ts';

export const DRIVER_TABLE: RecordTable = {
  table: 'drivers',
  columns: {
    name: ['name', 'text'],
    number: ['number', 'text'],
    phone: ['phone', 'text'],
    email: ['email', 'text'],
    licenceNumber: ['licence_number', 'text'],
    licenceClasses: ['licence_classes', 'text[]'],
    groupIds: ['group_ids', 'int[]'],
    hiredOn: ['hired_on', 'date'],
    leftOn: ['left_on', 'date'],
    emergencyName: ['emergency_name', 'text'],
    emergencyPhone: ['emergency_phone', 'text'],
    note: ['note', 'text'],
  },
  versioned: true,
  own: true,
  used: `EXISTS (SELECT FROM driver_assignments a WHERE a.driver_id = t.id)
    OR EXISTS (SELECT FROM driver_tags g WHERE g.driver_id = t.id)
    OR EXISTS (SELECT FROM documents d WHERE d.driver_id = t.id AND d.deleted_at IS NULL)
    OR EXISTS (SELECT FROM expenses e WHERE e.driver_id = t.id AND e.deleted_at IS NULL)`,
};

const NOTHING = {
  number: null,
  phone: null,
  email: null,
  licenceNumber: null,
  licenceClasses: [],
  groupIds: [],
  hiredOn: null,
  leftOn: null,
  emergencyName: null,
  emergencyPhone: null,
  note: null,
} as const;

const textIn = (given: ParsedLine['given'], field: string) => {
  const value = given[field];
  return typeof value === 'string' ? value : '';
};

/** Finds drivers by their number, or by the name where a line has no number. */
export async function resolveDrivers(
  db: Queryable,
  { organisationId, mode }: ImportTarget,
  lines: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const all = (field: string) => lines.map(({ given }) => textIn(given, field)).filter((text) => text !== '');
  const { rows } = await db.query<{ id: number; name: string; number: string | null; documented: boolean }>(
    `SELECT id, lower(name) AS name, upper(number) AS number, licence_document(id) IS NOT NULL AS documented FROM drivers
     WHERE organisation_id = $1 AND deleted_at IS NULL AND (upper(number) = ANY($2) OR lower(name) = ANY($3)) ORDER BY id`,
    [
      organisationId,
      all('number').map((number) => number.toUpperCase()),
      all('name').map((name) => name.toLowerCase()),
    ],
  );
  const { rows: groups } = await db.query<{ id: number; name: string }>(
    'SELECT id, lower(name) AS name FROM vehicle_groups WHERE organisation_id = $1',
    [organisationId],
  );
  const byNumber = new Map(rows.map(({ id, number }) => [number, id]));
  const documented = new Set(rows.flatMap((row) => (row.documented ? [row.id] : [])));
  const byName = Map.groupBy(rows, ({ name }) => name);
  const groupIds = new Map(groups.map(({ id, name }) => [name, id]));
  const stored = await readTable(
    db,
    DRIVER_TABLE,
    organisationId,
    rows.map(({ id }) => id),
  );

  return lines.map(({ line, given }): ResolvedLine => {
    const faults: LineFault[] = [];
    const [name, number] = [textIn(given, 'name'), textIn(given, 'number')];
    const named = byName.get(name.toLowerCase()) ?? [];
    if (number === '' && named.length > 1) faults.push({ field: 'name', fault: fault('several-drivers', { name }) });
    const id = (number === '' ? named[0]?.id : byNumber.get(number.toUpperCase())) ?? null;
    if (id !== null && mode === 'new') {
      faults.push({ field: number === '' ? 'name' : 'number', fault: fault('record-there', { name: number || name }) });
    }
    const before = id === null ? null : (stored.get(id) ?? null);
    const { groups: wanted, ...fields } = given;
    const after: Record<string, Value> = { ...NOTHING, ...before, ...fields };
    delete after['version'];
    if (Array.isArray(wanted)) {
      const found = wanted.map((group) => groupIds.get(String(group).toLowerCase()));
      const missing = wanted.filter((_group, index) => found[index] === undefined);
      for (const group of missing)
        faults.push({ field: 'groups', fault: fault('no-group-called', { name: String(group) }) });
      after['groupIds'] = found.filter((group) => group !== undefined).toSorted((a, b) => a - b);
    }
    // Of a licence that is among the documents, the number is the document's.
    if (id !== null && documented.has(id) && after['licenceNumber'] !== before?.['licenceNumber']) {
      faults.push({ field: 'licenceNumber', fault: fault('licence-in-documents') });
    }
    const { hiredOn, leftOn } = after;
    if (typeof hiredOn === 'string' && typeof leftOn === 'string' && leftOn < hiredOn) {
      faults.push({ field: 'leftOn', fault: fault('not-before-start') });
    }
    return { line, name, id, before, after, wants: [], faults };
  });
}

import { fault } from '@milepost/contract/fault';
import type { ImportTarget, ParsedLine, ResolvedLine } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { findGroups, idsOf } from './find-references.ts';
import { resolveInTable, textIn, textsIn } from './resolve-in-table.ts';
import type { RecordTable } from './table-records.ts';

export const DRIVER_TABLE: RecordTable = {
  table: 'drivers',
  columns: {
    name: ['name', 'text'],
    number: ['number', 'text'],
    phone: ['phone', 'text'],
    email: ['email', 'text'],
    licenceNumber: ['licence_number', 'text'],
    licenceExpiresOn: ['licence_expires_on', 'date'],
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
    OR EXISTS (SELECT FROM expenses e WHERE e.driver_id = t.id AND e.deleted_at IS NULL)
    OR EXISTS (SELECT FROM route_plans p WHERE p.driver_id = t.id AND p.deleted_at IS NULL)
    OR EXISTS (SELECT FROM route_runs u WHERE u.driver_id = t.id)`,
};

const DEFAULTS = {
  number: null,
  phone: null,
  email: null,
  licenceNumber: null,
  licenceExpiresOn: null,
  licenceClasses: [],
  groupIds: [],
  hiredOn: null,
  leftOn: null,
  emergencyName: null,
  emergencyPhone: null,
  note: null,
} as const;

/** Finds drivers by number, or by name if a line has no number. */
export async function resolveDrivers(
  db: Queryable,
  target: ImportTarget,
  lines: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const { organisationId } = target;
  const { rows } = await db.query<{ id: number; name: string; number: string | null; documented: boolean }>(
    `SELECT id, lower(name) AS name, upper(number) AS number, licence_document(id) IS NOT NULL AS documented FROM drivers
     WHERE organisation_id = $1 AND deleted_at IS NULL AND (upper(number) = ANY($2) OR lower(name) = ANY($3)) ORDER BY id`,
    [
      organisationId,
      textsIn(lines, 'number').map((number) => number.toUpperCase()),
      textsIn(lines, 'name').map((name) => name.toLowerCase()),
    ],
  );
  const groupIds = await findGroups(db, organisationId);
  const byNumber = new Map(rows.map(({ id, number }) => [number, id]));
  const documented = new Set(rows.flatMap((row) => (row.documented ? [row.id] : [])));
  const byName = Map.groupBy(rows, ({ name }) => name);
  return resolveInTable(db, target, lines, {
    table: DRIVER_TABLE,
    nothing: DEFAULTS,
    meant({ given }) {
      const [name, number] = [textIn(given, 'name'), textIn(given, 'number')];
      if (number !== '') {
        const id = byNumber.get(number.toUpperCase());
        return { ids: id === undefined ? [] : [id], name, typed: number, field: 'number' };
      }
      const [first, ...others] = byName.get(name.toLowerCase()) ?? [];
      const several = others.length > 0 ? [{ field: 'name', fault: fault('several-drivers', { name }) }] : [];
      return { ids: first ? [first.id] : [], name, field: 'name', faults: several };
    },
    fill({ id, given: { groups }, before, after, refuse }) {
      if (Array.isArray(groups)) after['groupIds'] = idsOf(groups, groupIds, 'groups', refuse);
      // If the licence is among the documents, its number and last day come from there.
      for (const field of ['licenceNumber', 'licenceExpiresOn']) {
        if (id !== null && documented.has(id) && after[field] !== before?.[field]) {
          refuse(field, fault('licence-in-documents'));
        }
      }
      const { hiredOn, leftOn } = after;
      if (typeof hiredOn === 'string' && typeof leftOn === 'string' && leftOn < hiredOn) {
        refuse('leftOn', fault('not-before-start'));
      }
    },
  });
}

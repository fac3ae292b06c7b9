import { hideInTable, readTable, type RecordTable, usedInTable, writeTable } from '../store/imports/table-records.ts';
import type { ImportDescriptor } from './import-descriptor.ts';

type Work = Omit<ImportDescriptor, 'subject' | 'fields' | 'resolve'>;

/** The methods for records that are in one table, are tied to nothing, and have no related records to create. */
export const tableWork = (table: RecordTable): Work => ({
  lock: async () => {},
  create: async (_db, _actor, _organisationId, what) => {
    throw new Error(`nothing creates a ${what}`);
  },
  write: (db, { userId }, organisationId, lines) => writeTable(db, table, { organisationId, userId }, lines),
  read: (db, organisationId, ids) => readTable(db, table, organisationId, ids),
  used: (db, ids) => usedInTable(db, table, ids),
  stuck: async () => new Set(),
  remove: (db, ids) => hideInTable(db, table, ids),
  removeMade: async () => {},
});

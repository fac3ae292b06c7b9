import type { ImportKind } from '@milepost/contract/import-kinds';
import { AppError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { insertImport } from '../store/imports/change-imports.ts';
import { readHeadings } from '../store/imports/import-headings.ts';
import type { Caller } from '../store/people/callers.ts';
import { openDescriptor } from './own-fields.ts';
import { readInThread } from './read-in-thread.ts';
import { columnEvidence, withWords } from './remembered.ts';

/**
 * Reads a file and stores its lines, with the detected fields of its columns. @throws AppError `invalid` when it cannot
 * be read
 */
export async function startImport(
  database: Database,
  caller: Caller,
  kind: ImportKind,
  fileName: string,
  bytes: Uint8Array,
): Promise<number> {
  const { organisationId } = caller.scope;
  const descriptor = await openDescriptor(database, organisationId, kind);
  const memory = await readHeadings(database, organisationId, kind);
  const read = await readInThread(bytes, columnEvidence(descriptor, memory));
  if ('fault' in read) throw new AppError('invalid', read.fault);
  const tables = await Promise.all(
    read.tables.map(async (table) => ({
      ...table,
      columns: await withWords(database, { organisationId, kind, ...table }),
    })),
  );
  return insertImport(database, {
    organisationId,
    userId: caller.userId,
    username: caller.username,
    kind,
    fileName,
    ...read,
    tables,
  });
}

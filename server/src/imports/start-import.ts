import type { ImportKind } from '@milepost/contract/import-kinds';
import { AppError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { insertImport } from '../store/imports/change-imports.ts';
import type { Caller } from '../store/people/callers.ts';
import { openDescriptor } from './own-fields.ts';
import { readApart } from './read-apart.ts';

/** Reads a file and keeps its lines, with a guess of what its columns fill. @throws AppError `invalid` where it cannot be read */
export async function startImport(
  database: Database,
  caller: Caller,
  kind: ImportKind,
  fileName: string,
  bytes: Uint8Array,
): Promise<number> {
  const { fields } = await openDescriptor(database, caller.scope.organisationId, kind);
  const read = await readApart(bytes, fields);
  if ('fault' in read) throw new AppError('invalid', read.fault);
  return insertImport(database, {
    organisationId: caller.scope.organisationId,
    userId: caller.userId,
    username: caller.username,
    kind,
    fileName,
    ...read,
  });
}
